// The evidence of an event: it is evaluated again by the engine's code, drawn like a rule test, with its
// surroundings. Each part is computed for itself; a part that is missing has a reason.
import { Clock, Effect } from "effect"
import { reevaluateEvent } from "../../backtest/reevaluateEvent.ts"
import type { Claim, Ports } from "../../backtest/ports.ts"
import type { Permission } from "../../domain/access/Permission.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Event } from "../../domain/event/Event.ts"
import { EVIDENCE_HOURS, EVIDENCE_POINTS, type EventEvidence } from "../../domain/event/EventEvidence.ts"
import { reasonMessage } from "../../domain/event/reasonMessage.ts"
import { borderDistance } from "../../domain/geo/borderDistance.ts"
import { decimate } from "../../domain/geo/decimate.ts"
import { distance } from "../../domain/geo/distance.ts"
import { prepare } from "../../domain/geo/Polygon.ts"
import { findingsIn } from "../../domain/rule/conditions/Evaluated.ts"
import { summarize } from "../../domain/rule/conditions/registry.ts"
import { figures, readings } from "../../domain/rule/words/readings.ts"
import { englishParts, englishText } from "../../domain/rule/words/english.ts"
import { sentenceMessage } from "../../domain/rule/words/sentence.ts"
import { formatInstant } from "../../domain/time.ts"
import type { EventContext } from "../../store/events/EventContext.ts"
import type { StoredReceipt } from "../../store/events/receipt.ts"
import type { RuleNames } from "../../store/rules/RuleNames.ts"
import { seenDocument } from "../../store/access/visibilityConditions.ts"
import type { MetricSeries } from "../../store/tracking/measurements/MetricSeries.ts"
import type { Fixes, Positions } from "../../store/tracking/positions/Positions.ts"
import type { Message } from "../../words/message.ts"
import { evidenceLines, pointAnswers } from "./evidenceLines.ts"

/** `EvidenceStores` are the stores that evidence is read from. */
interface EvidenceStores {
  readonly past: Ports
  readonly context: EventContext["Service"]
  readonly names: RuleNames["Service"]
  readonly positions: Positions["Service"]
  readonly series: MetricSeries["Service"]
}

/** `EvidenceRequest` is the event, and what its reader may see. */
interface EvidenceRequest {
  readonly event: Event
  /** null: the event was not made by a rule */
  readonly claim: Claim | null
  readonly visibility: Visibility
  readonly may: (permission: Permission) => boolean
}

type Part = Exclude<keyof EventEvidence, "reasons" | "reason_messages">

const EVIDENCE_MS = EVIDENCE_HOURS * 3_600_000
const maxBy = ({ lat, lon, time }: Fixes, [x, y]: readonly [number, number], to: number): number | null => {
  const metres = [...time].flatMap((at, i) => (at > to ? [] : [distance(x, y, lon[i]!, lat[i]!)]))
  return metres.length === 0 ? null : Math.round(metres.reduce((a, b) => Math.max(a, b)))
}

/** Returns the step to the fix at a moment from the fix before it. */
const stepTo = (fixes: Fixes | null, moment: number): NonNullable<EventEvidence["fix"]>["step"] => {
  if (fixes === null) return null
  const { lat, lon, time } = fixes
  const at = time.indexOf(moment),
    before = at < 0 ? -1 : time.findLastIndex((t) => t < moment)
  if (before < 0) return null
  const metres = distance(lon[before]!, lat[before]!, lon[at]!, lat[at]!)
  const seconds = (moment - time[before]!) / 1000
  return {
    distance_m: Math.round(metres),
    seconds: Math.round(seconds),
    speed_kmh: Math.round((metres / seconds) * 36) / 10
  }
}

const receiptOf = ({
  received_at,
  record_id,
  source,
  taken_at
}: StoredReceipt): EventEvidence["receipt"] => ({
  taken_at,
  received_at: received_at ?? null,
  source: source ?? null,
  record_id
})

/** Returns the evidence of an event. */
export const eventEvidence = Effect.fn("eventEvidence")(function* (
  { context, names, past, positions, series }: EvidenceStores,
  { claim, event, may, visibility }: EvidenceRequest
) {
  const projectId = event.project_id,
    time = Date.parse(event.time)
  const from = time - EVIDENCE_MS,
    to = Math.max(time + 1, Math.min(time + EVIDENCE_MS, yield* Clock.currentTimeMillis))
  const reasons = new Map<Part, Message>()
  const lacksFor = (message: Message, ...parts: ReadonlyArray<Part>) => {
    for (const part of parts) if (!reasons.has(part)) reasons.set(part, message)
    return null
  }
  const lacks = (reason: Parameters<typeof reasonMessage>[0], ...parts: ReadonlyArray<Part>) =>
    lacksFor(reasonMessage(reason), ...parts)

  const subject = { entity_id: event.entity_id, device_id: event.device_id }
  const whose =
    subject.entity_id !== null ? { entity_id: subject.entity_id } : { device_id: subject.device_id ?? "" }
  const isAboutSomebody = subject.entity_id !== null || subject.device_id !== null
  const fixes: Fixes | null = isAboutSomebody
    ? yield* positions
        .fixes(projectId, visibility, { ...whose, from, to })
        .pipe(
          Effect.catchTag("TooManyFixes", () =>
            Effect.succeed(lacks("tooManyFixes", "track", "distance", "moved_m"))
          )
        )
    : lacks("aboutNobody", "track", "distance", "moved_m")
  if (fixes !== null && fixes.time.length === 0) lacks("noFix", "track", "distance", "moved_m")
  const kept = fixes === null ? [] : [...decimate(fixes.lon, fixes.lat, EVIDENCE_POINTS)]

  const last = fixes === null ? -1 : fixes.time.findLastIndex((at) => at <= time)
  const place =
    event.geometry?.type === "Point"
      ? event.geometry.coordinates
      : fixes !== null && last >= 0
        ? ([fixes.lon[last]!, fixes.lat[last]!] as const)
        : lacks("noPlace", "others", "moved_m")

  const judged =
    claim === null
      ? lacks("noRule", "values", "sentence", "series", "spans", "distance", "same_rule_30d", "still_active")
      : yield* reevaluateEvent(past, claim)
  const document = judged === null ? null : seenDocument(visibility, judged.kept.document)
  const words = document === null ? null : yield* names.of(projectId, [document])
  const evaluated = judged === null ? null : (judged.event?.evaluated ?? judged.reply.evaluated)
  if (judged !== null && judged.event === undefined) lacks("corrected", "values")
  const rows =
    evaluated === null || document === null || words === null
      ? lacks("notEvaluable", "values")
      : readings(document.conditions, evaluated, words, time)
  const drawn =
    evaluated === null || document === null || words === null
      ? []
      : figures(document.conditions, evaluated, words)

  const someone =
    claim === null
      ? null
      : yield* past.subjects
          .get(
            projectId,
            visibility,
            claim.subject.entityId === null
              ? { deviceId: claim.subject.deviceId }
              : { entityId: claim.subject.entityId }
          )
          .pipe(Effect.catchTag("Unknown", () => Effect.succeed(lacks("noSubject", "series", "spans"))))
  const lines =
    judged === null || someone === null || words === null
      ? null
      : yield* evidenceLines({ past, series }, { judged, someone, visibility, drawn, words, from, to, time })
  if (lines !== null && lines.cut !== null) lacksFor(lines.cut, "series", "spans")

  const named = evaluated === null ? [] : findingsIn(evaluated).flatMap((f) => summarize(f).feature ?? [])
  const featureId = claim?.context.feature?.id ?? event.feature_id ?? named[0]?.id ?? null
  const feature = judged?.ruleSet.features.find((f) => f.id === featureId)
  const border = feature === undefined ? null : prepare(feature.geometry, feature.radiusM ?? undefined)
  if (border === null && judged !== null) lacks("noFeature", "distance")

  const record = (yield* context.receipt(event.id)) ?? lacks("noRecord", "receipt", "fix")
  if (!may("traces:read")) lacks("noTraces", "receipt")
  const fix = record === null ? null : yield* context.fix(projectId, visibility, record)
  if (fix === null) lacks("notByFix", "fix")

  const message = document === null || words === null ? null : sentenceMessage(document, words)

  return {
    values: rows,
    sentence: message === null ? null : englishParts(message),
    sentence_message: message,
    series: lines?.series ?? null,
    spans: lines?.spans ?? null,
    distance:
      feature === undefined || border === null || fixes === null || kept.length === 0
        ? null
        : {
            feature: { id: feature.id, name: feature.name },
            points: pointAnswers(
              kept.map((i) => ({
                at: fixes.time[i]!,
                value: borderDistance(border, fixes.lon[i]!, fixes.lat[i]!)
              }))
            )
          },
    track:
      fixes === null || kept.length === 0
        ? null
        : kept.map((i) => ({ time: formatInstant(fixes.time[i]!), lon: fixes.lon[i]!, lat: fixes.lat[i]! })),
    others:
      place === null
        ? null
        : yield* context.others(projectId, visibility, event.entity_id, {
            at: time,
            lon: place[0],
            lat: place[1]
          }),
    moved_m: fixes === null || place === null ? null : maxBy(fixes, place, time),
    fix: fix === null ? null : { ...fix, step: stepTo(fixes, Date.parse(fix.time)) },
    receipt: record === null || !may("traces:read") ? null : receiptOf(record),
    same_rule_30d: judged === null ? null : yield* context.sameRule(projectId, visibility, event.id),
    still_active: yield* context.stillActive(event.id),
    reasons: Object.fromEntries([...reasons].map(([part, one]) => [part, englishText(one)])),
    reason_messages: Object.fromEntries(reasons)
  } satisfies EventEvidence
})
