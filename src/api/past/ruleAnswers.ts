// What a rule makes of the past, as answers carry it.
import { Effect } from "effect"
import { writtenEvaluation } from "../../domain/rule/conditions/Evaluated.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { pending } from "../../domain/rule/pending.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { RuleState } from "../../domain/rule/RuleState.ts"
import type { Who } from "../../domain/rule/scope.ts"
import { formatInstant } from "../../domain/time.ts"
import type { BacktestResult } from "../../backtest/BacktestOptions.ts"
import type { Explanation } from "../../backtest/explainRule.ts"
import type { CurationPreview } from "../../backtest/previewCuration.ts"
import type { BacktestReport } from "../../backtest/runBacktest.ts"
import type { Preview } from "../../contract/groups/curations.ts"
import { contextOf } from "../../domain/event/context.ts"

type MadeEvent = BacktestResult["events"][number]

const instant = (at: number | null) => (at === null ? null : formatInstant(at))

const subjectOf = ({ entityId, id }: Subject, { device, entity }: Who) => ({
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
  ...(traced ? { trace: writtenEvaluation(e.evaluated) } : {})
})

const drawingOf = ({ series, spans, subject, who }: BacktestResult["drawn"][number]) => ({
  subject: subjectOf(subject, who),
  spans: spans.map((s) => ({ from: formatInstant(s.from), to: formatInstant(s.to), value: s.value })),
  series: series.map(({ metric, points }) => ({
    metric,
    points: points.map((p) => ({ time: formatInstant(p.at), value: p.value }))
  }))
})

/** The answer of a rule test. What is drawn is much: others have a turn after each subject. */
export const backtestAnswer = Effect.fnUntraced(function* (
  report: BacktestReport,
  warnings: ReadonlyArray<object>,
  wants: { readonly trace: boolean; readonly evaluation: boolean }
) {
  const { baseline, coveredTo, drawn, events, rowsRead, steps, total, truncatedBy } = report
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

const stateAnswer = (state: RuleState, document: CanonicalDocument, featureOf: (id: string) => string) => {
  const { reason, until } = pending(state, document, featureOf)
  return {
    active: state.active,
    since: instant(state.since),
    last_fired_at: instant(state.lastFiredAt),
    pending_until: instant(until),
    reason
  }
}

/** The answer of an explanation. */
export const explanationAnswer = ({
  at,
  document,
  events,
  featureOf,
  firstStop,
  isFired,
  isInForce,
  reply: { after, askedBy, before, evaluated, fix, inside },
  subject,
  version,
  who
}: Explanation) => ({
  rule_id: version.id,
  version: version.version,
  subject: subjectOf(subject, who),
  at: formatInstant(at),
  in_force: isInForce,
  asked_by: askedBy,
  fired: isFired,
  events: events.map(({ event: { feature, kind, title }, stored }) => ({
    event_id: stored?.id ?? null,
    kind,
    title,
    feature: feature === null ? null : { id: feature.id, name: feature.name },
    snoozed: stored?.snoozed ?? false
  })),
  evaluated: evaluated === null ? null : writtenEvaluation(evaluated, at),
  position:
    fix === undefined
      ? null
      : {
          record_id: fix.recordId,
          time: formatInstant(fix.at),
          age_seconds: (at - fix.at) / 1000,
          lon: fix.lon,
          lat: fix.lat
        },
  inside: inside.map((id) => ({ id, name: featureOf(id) })),
  state: {
    before: stateAnswer(before, document, featureOf),
    after: stateAnswer(after, document, featureOf)
  },
  first_stop: firstStop
})

/** The answer of a look at what a correction would change. */
export const previewAnswer = ({
  added,
  coveredFrom,
  coveredTo,
  events,
  positions,
  removed,
  truncated,
  unchanged
}: CurationPreview): Preview => ({
  positions,
  events: events.map(({ change, event: { at, subject, title }, eventId, rule }) => ({
    change,
    time: formatInstant(at),
    title,
    rule_id: rule.id,
    rule_name: rule.name,
    entity_id: subject.entityId,
    device_id: subject.deviceId,
    event_id: eventId
  })),
  added,
  removed,
  unchanged,
  covered_from: formatInstant(coveredFrom),
  covered_to: formatInstant(coveredTo),
  truncated
})
