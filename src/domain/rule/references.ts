// What a rule document names, each with a pointer to the place: whoever saves it looks whether these things
// exist.
import { derivedMetrics } from "./conditions/threshold.ts"
import type { CanonicalDocument, Scope } from "./Document.ts"
import { leaves } from "./leaves.ts"

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

/** Every id in document order. Members of reserved kinds are not read: nobody knows yet what they name. */
export const references = (document: CanonicalDocument): ReadonlyArray<Reference> => [
  ...(Object.keys(scopeKinds) as ReadonlyArray<keyof Scope>).flatMap((key) =>
    listed(scopeKinds[key], document.scope[key], `/scope/${key}`)
  ),
  ...leaves(document.conditions, "/conditions").flatMap(({ condition, pointer }) =>
    condition.type === "spatial" ? listed("feature", condition.feature_ids, `${pointer}/feature_ids`) : []
  )
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
  ...leaves(conditions, "/conditions").flatMap(({ condition: c, pointer }) =>
    c.type === "window" || (c.type === "threshold" && !derivedMetrics.has(c.metric))
      ? [{ metric: c.metric, pointer: `${pointer}/metric` }]
      : []
  )
]
