// What a rule document names, each with a pointer to the place: whoever saves it looks whether these things
// exist.
import { namesIn } from "./conditions/registry.ts"
import type { ConditionNode } from "./ConditionNode.ts"
import type { CanonicalDocument, Scope } from "./Document.ts"
import { conditionsIn } from "./leaves.ts"

export type ReferenceKind = "feature" | "entity" | "group" | "entity_type" | "device"

export interface Reference {
  readonly kind: ReferenceKind
  readonly id: string
  /** JSON Pointer into the document */
  readonly pointer: string
}

const scopeKinds: Record<keyof Scope, ReferenceKind> = {
  entity_type_ids: "entity_type",
  entity_ids: "entity",
  group_ids: "group",
  device_ids: "device"
}

const listed = (
  kind: ReferenceKind,
  ids: ReadonlyArray<string> | undefined,
  at: string
): ReadonlyArray<Reference> => (ids ?? []).map((id, i) => ({ kind, id, pointer: `${at}/${i}` }))

/** What the conditions name, each with a pointer into the document. */
const named = (conditions: ConditionNode) =>
  conditionsIn(conditions, "/conditions").flatMap(({ condition, pointer }) =>
    namesIn(condition).map((one) => ({ ...one, pointer: pointer + one.pointer }))
  )

/** Every id in document order. Members of reserved kinds are not read: nobody knows yet what they name. */
export const references = (document: CanonicalDocument): ReadonlyArray<Reference> => [
  ...(Object.keys(scopeKinds) as ReadonlyArray<keyof Scope>).flatMap((key) =>
    listed(scopeKinds[key], document.scope[key], `/scope/${key}`)
  ),
  ...named(document.conditions).flatMap((one) => (one.kind === "feature" ? [one] : []))
]

export interface MetricReference {
  readonly metric: string
  readonly pointer: string
}

/** Every metric that devices have to send, in document order. */
export const metricsNamed = ({ conditions, trigger }: CanonicalDocument): ReadonlyArray<MetricReference> => [
  ...(trigger.kind === "measurement" && trigger.metric_key !== undefined
    ? [{ metric: trigger.metric_key, pointer: "/trigger/metric_key" }]
    : []),
  ...named(conditions).flatMap((one) =>
    one.kind === "metric" ? [{ metric: one.metric, pointer: one.pointer }] : []
  )
]
