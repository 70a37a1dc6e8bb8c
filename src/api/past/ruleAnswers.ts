// What a rule makes of the past, as answers carry it.
import { Effect } from "effect"
import { written } from "../../domain/rule/conditions/Evaluated.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { pending } from "../../domain/rule/pending.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { RuleState } from "../../domain/rule/RuleState.ts"
import type { Who } from "../../domain/rule/scope.ts"
import { formatInstant } from "../../domain/time.ts"
import type { Tested } from "../../engine/past/Trial.ts"
import { contextOf } from "../../store/engine/eventRecord.ts"
import type { Tried } from "./tryRule.ts"

type MadeEvent = Tested["events"][number]

export const instant = (at: number | null) => (at === null ? null : formatInstant(at))

export const subjectOf = ({ entityId, id }: Subject, { device, entity }: Who) => ({
  entity_id: entityId,
  device_id: entityId === null ? id : null,
  name: (entity ?? device).name
})

const eventOf = (traced: boolean) => (e: MadeEvent) => ({
  time: formatInstant(e.at),
  subject: subjectOf(e.subject, e.who),
  title: e.title,
  reason: e.kind === "reminder" ? "reminder" : "fired",
  ...(e.feature === null ? {} : { feature: { id: e.feature.id, name: e.feature.name } }),
  would_create_alert: e.alertId !== null,
  context: contextOf(e),
  ...(traced ? { trace: written(e.evaluated) } : {})
})

const drawingOf = ({ series, spans, subject, who }: Tested["drawn"][number]) => ({
  subject: subjectOf(subject, who),
  spans: spans.map((s) => ({ from: formatInstant(s.from), to: formatInstant(s.to), value: s.value })),
  series: series.map(({ metric, points }) => ({
    metric,
    points: points.map((p) => ({ time: formatInstant(p.at), value: p.value }))
  }))
})

/** The answer of a rule test. What is drawn is much: others have a turn after each subject. */
export const testAnswer = Effect.fnUntraced(function* (
  tried: Tried,
  warnings: ReadonlyArray<object>,
  wants: { readonly trace: boolean; readonly evaluation: boolean }
) {
  const { baseline, coveredTo, drawn, events, rowsRead, steps, total, truncatedBy } = tried
  const event = eventOf(wants.trace)
  return {
    events: events.map(event),
    total,
    rows_read: rowsRead,
    steps,
    truncated: truncatedBy !== null,
    truncated_by: truncatedBy,
    covered_to: formatInstant(coveredTo),
    warnings,
    ...(baseline === null
      ? {}
      : {
          baseline: {
            added: baseline.added.map(event),
            removed: baseline.removed.map(event),
            unchanged: baseline.unchanged.map(event),
            totals: baseline.totals
          }
        }),
    ...(wants.evaluation
      ? {
          evaluation: yield* Effect.forEach(drawn, (one) => Effect.map(Effect.yieldNow, () => drawingOf(one)))
        }
      : {})
  }
})

export const stateAnswer = (
  state: RuleState,
  document: CanonicalDocument,
  featureOf: (id: string) => string
) => {
  const { reason, until } = pending(state, document, featureOf)
  return {
    active: state.active,
    since: instant(state.since),
    last_fired_at: instant(state.lastFiredAt),
    pending_until: instant(until),
    reason
  }
}
