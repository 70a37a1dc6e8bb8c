// What a rule document names by id, each with a pointer to the place: whoever saves it looks whether these things exist.
import type { CanonicalDocument, ConditionNode, Scope } from "./Document.ts"

export type ReferenceKind = "feature" | "entity" | "group" | "entity_type" | "device"

export interface Reference {
  readonly kind: ReferenceKind
  readonly id: string
  /** JSON Pointer into the document */
  readonly pointer: string
}

const scopeKinds: Record<keyof Scope, ReferenceKind> = { entity_type_ids: "entity_type", entity_ids: "entity", group_ids: "group", device_ids: "device" }

const listed = (kind: ReferenceKind, ids: ReadonlyArray<string> | undefined, at: string): ReadonlyArray<Reference> =>
  (ids ?? []).map((id, i) => ({ kind, id, pointer: `${at}/${i}` }))

const inCondition = (node: ConditionNode, at: string): ReadonlyArray<Reference> => {
  if ("all" in node) return node.all.flatMap((n, i) => inCondition(n, `${at}/all/${i}`))
  if ("any" in node) return node.any.flatMap((n, i) => inCondition(n, `${at}/any/${i}`))
  if ("not" in node) return inCondition(node.not, `${at}/not`)
  return node.type === "spatial" ? listed("feature", node.feature_ids, `${at}/feature_ids`) : []
}

/** Every id in document order. Members of reserved kinds are not read: nobody knows yet what they name. */
export const references = (document: CanonicalDocument): ReadonlyArray<Reference> => [
  ...(Object.keys(scopeKinds) as ReadonlyArray<keyof Scope>).flatMap((key) => listed(scopeKinds[key], document.scope[key], `/scope/${key}`)),
  ...inCondition(document.conditions, "/conditions")
]
