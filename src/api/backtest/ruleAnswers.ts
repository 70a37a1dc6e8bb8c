// Explanations and previews of corrections as answers have them.
import { writtenEvaluation } from "../../domain/rule/conditions/Evaluated.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { pending } from "../../domain/rule/words/pending.ts"
import type { RuleState } from "../../domain/rule/RuleState.ts"
import { formatInstant } from "../../domain/time.ts"
import type { Explanation } from "../../backtest/explainRule.ts"
import type { CurationPreview } from "../../backtest/previewCuration.ts"
import type { Preview } from "../../contract/groups/tracking/curations.ts"
import { subjectOf } from "./eventAnswer.ts"

const instant = (at: number | null) => (at === null ? null : formatInstant(at))

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

/** Returns the answer of an explanation. */
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

/** Returns the answer of the preview of a correction; `told`: the recipients of messages, by event. */
export const previewAnswer = (
  { added, coveredFrom, coveredTo, events, positions, removed, truncated, unchanged }: CurationPreview,
  told: ReadonlyMap<string, Preview["events"][number]["told"]>
): Preview => ({
  positions,
  events: events.map(({ change, event: { at, subject, title }, eventId, rule }) => ({
    change,
    time: formatInstant(at),
    title,
    rule_id: rule.id,
    rule_name: rule.name,
    entity_id: subject.entityId,
    device_id: subject.deviceId,
    event_id: eventId,
    told: (told.get(eventId ?? "") ?? []).map(({ at, name }) => ({ name, at }))
  })),
  added,
  removed,
  unchanged,
  covered_from: formatInstant(coveredFrom),
  covered_to: formatInstant(coveredTo),
  truncated
})
