// What a correction of positions would change: each rule in force, run twice over the same past, as it is and
// with the correction.
import { Clock, Effect } from "effect"
import type { Visibility } from "../domain/access/Visibility.ts"
import type { Observation } from "../domain/rule/Observation.ts"
import {
  type Change,
  type PreviewedPosition,
  type CurationDraft,
  overlay
} from "../domain/tracking/Curation.ts"
import { identityOf } from "./identityOf.ts"
import type { KnownSubject, Ports, StoredVersion, SubjectHistory } from "./ports.ts"
import { type BacktestReport, runBacktest } from "./runBacktest.ts"

/** PREVIEW_AFTER_MS is how long after the corrected positions effects are looked for. */
const PREVIEW_AFTER_MS = 86_400_000

type MadeEvent = BacktestReport["events"][number]

/**
 * PreviewedEvent is an event that a correction would add or remove; `eventId`: the stored one that it would
 * supersede.
 */
interface PreviewedEvent {
  readonly change: "added" | "removed"
  readonly rule: StoredVersion
  readonly event: MadeEvent
  readonly eventId: string | null
}

/** CurationPreview is what a correction would change. */
export interface CurationPreview {
  readonly positions: number
  /** in the order of time */
  readonly events: ReadonlyArray<PreviewedEvent>
  readonly added: number
  readonly removed: number
  readonly unchanged: number
  /** the range that was tested, epoch ms; `truncated`: it ends early */
  readonly coveredFrom: number
  readonly coveredTo: number
  readonly truncated: boolean
}

const observationOf = (p: PreviewedPosition, { subject }: KnownSubject): Observation => ({
  _tag: "Position",
  subject: subject.deviceId === p.deviceId ? subject : { ...subject, deviceId: p.deviceId },
  at: p.at,
  receivedAt: p.receivedAt,
  recordId: p.id,
  recordType: p.recordType,
  lon: p.lon,
  lat: p.lat,
  altitudeM: p.altitudeM,
  speedMps: p.speedMps,
  accuracyM: p.accuracyM
})

/** Returns the history with the corrected positions. */
const corrected = (
  history: SubjectHistory["Service"],
  chosen: ReadonlyArray<PreviewedPosition>,
  change: Change,
  subjectOf: (p: PreviewedPosition) => KnownSubject | undefined
): SubjectHistory["Service"] => {
  const ids = new Set(chosen.map((c) => c.id))
  const counted = chosen
    .map((c) => overlay(c, change))
    .flatMap((c) => {
      const knownSubject = subjectOf(c)
      return c.valid && !c.conflicting && knownSubject !== undefined
        ? [{ position: c, seen: observationOf(c, knownSubject) }]
        : []
    })
  return {
    ...history,
    // room for the records that are filtered out, so that a cut slice is still seen as cut
    records: (slice, reads) =>
      Effect.map(history.records({ ...slice, limit: slice.limit + ids.size }, reads), (records) => {
        const subjects = new Set(slice.subjects.map((s) => s.id))
        return [
          ...records.filter((r) => r._tag !== "Position" || !ids.has(r.recordId)),
          ...counted.flatMap(({ position: { at, recordType }, seen }) =>
            at >= slice.from &&
            at < slice.to &&
            reads.positions.includes(recordType) &&
            subjects.has(seen.subject.id)
              ? [seen]
              : []
          )
        ].sort((a, b) => a.at - b.at)
      })
  }
}

/** Returns the events of a backtest before a moment, by identity. */
const before = ({ events }: BacktestReport, end: number) =>
  new Map(events.filter((e) => e.at < end).map((e) => [identityOf(e), e]))

/** Previews a correction. `chosen`: the positions it concerns, `ruleIds`: the rules in force. */
export const previewCuration = Effect.fn("previewCuration")(function* (
  { history, rules, subjects }: Ports,
  projectId: string,
  visibility: Visibility,
  draft: CurationDraft,
  chosen: ReadonlyArray<PreviewedPosition>,
  ruleIds: ReadonlyArray<string>
) {
  const now = yield* Clock.currentTimeMillis
  const times = chosen.flatMap((c) => [c.at, overlay(c, draft.set).at])
  const from = Math.min(...times),
    to = Math.max(from + 1, Math.min(now, Math.max(...times) + PREVIEW_AFTER_MS))
  const entities = [...new Set(chosen.flatMap((c) => c.entityId ?? []))]
  // a member who sees the device sees its positions; the rules are tried on the subjects the member sees
  const visibleSubjects = yield* Effect.forEach(
    [
      ...entities.map((entityId) => ({ entityId })),
      ...(chosen.some((c) => c.entityId === null) ? [{ deviceId: draft.device_id }] : [])
    ],
    (of) => Effect.option(subjects.get(projectId, visibility, of))
  )
  const known = new Map(
    visibleSubjects.flatMap((found) =>
      found._tag === "Some" ? [[found.value.subject.id, found.value] as const] : []
    )
  )
  const then = corrected(history, chosen, draft.set, (p) => known.get(p.entityId ?? p.deviceId))
  const whole = {
    projectId,
    from,
    to,
    now,
    draw: false,
    baseline: null,
    devices: yield* subjects.devices(projectId),
    ...(yield* rules.features(projectId))
  }

  const events: Array<PreviewedEvent> = []
  let added = 0,
    removed = 0,
    unchanged = 0,
    covered = to
  for (const ruleId of ruleIds) {
    // a rule in force has a version
    const candidate = yield* Effect.orDie(rules.version(projectId, ruleId, null))
    const activations = yield* rules.activations(ruleId)
    const options = { ...whole, candidate }
    const [is, would] = [
      yield* runBacktest(history, options, [...known.values()], activations),
      yield* runBacktest(then, options, [...known.values()], activations)
    ]
    const end = Math.min(is.coveredTo, would.coveredTo, to)
    covered = Math.min(covered, end)
    const [now, later] = [before(is, end), before(would, end)]
    for (const [key, event] of later) {
      if (now.has(key)) {
        unchanged++
        continue
      }
      added++
      events.push({ change: "added", rule: candidate, event, eventId: null })
    }
    for (const [key, event] of now) {
      if (later.has(key)) continue
      removed++
      const stored = yield* rules.eventsAt(ruleId, candidate.version, event.subject, event.at)
      events.push({
        change: "removed",
        rule: candidate,
        event,
        eventId:
          stored.find((s) => s.kind === event.kind && s.featureId === (event.feature?.id ?? null))?.id ?? null
      })
    }
  }
  return {
    positions: chosen.length,
    events: events.sort((a, b) => a.event.at - b.event.at),
    added,
    removed,
    unchanged,
    coveredFrom: from,
    coveredTo: covered,
    truncated: covered < to
  } satisfies CurationPreview
})
