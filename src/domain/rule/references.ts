// What a rule document refers to, each with a pointer to the place, so that saving it can check that these
// things exist.
import { namesIn } from "./conditions/registry.ts"
import type { ConditionNode } from "./ConditionNode.ts"
import type { CanonicalDocument, Scope } from "./Document.ts"
import { conditionsIn } from "./leaves.ts"

/** ReferenceKind tells what is referred to. */
export type ReferenceKind = "feature" | "entity" | "group" | "entity_type" | "device"

/** Reference is an id in a document. */
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

/** Returns what the conditions refer to, each with a pointer into the document. */
const named = (conditions: ConditionNode) =>
  conditionsIn(conditions, "/conditions").flatMap(({ condition, pointer }) =>
    namesIn(condition).map((one) => ({ ...one, pointer: pointer + one.pointer }))
  )

/** Returns every id in document order. Members of reserved kinds are not read. */
export const references = (document: CanonicalDocument): ReadonlyArray<Reference> => [
  ...(Object.keys(scopeKinds) as ReadonlyArray<keyof Scope>).flatMap((key) =>
    listed(scopeKinds[key], document.scope[key], `/scope/${key}`)
  ),
  ...named(document.conditions).flatMap((one) => (one.kind === "feature" ? [one] : []))
]

/** MetricReference is a metric in a document. */
interface MetricReference {
  readonly metric: string
  readonly pointer: string
}

/** Returns every metric that devices have to send, in document order. */
export const metricsNamed = ({ conditions, trigger }: CanonicalDocument): ReadonlyArray<MetricReference> => [
  ...(trigger.kind === "measurement" && trigger.metric_key !== undefined
    ? [{ metric: trigger.metric_key, pointer: "/trigger/metric_key" }]
    : []),
  ...named(conditions).flatMap((one) =>
    one.kind === "metric" ? [{ metric: one.metric, pointer: one.pointer }] : []
  )
]
