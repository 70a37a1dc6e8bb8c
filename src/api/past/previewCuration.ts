// What a correction of positions would change: the rules in force, each tried twice over the same past, as it
// is and under the overlay.
import { Clock, Effect } from "effect"
import type { Preview } from "../../contract/groups/curations.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Observation } from "../../domain/rule/Observation.ts"
import { formatInstant } from "../../domain/time.ts"
import { type Change, type CurationDraft, MAX_PREVIEWED, overlay } from "../../domain/tracking/Curation.ts"
import type { Chosen } from "../../store/tracking/chooseCurated.ts"
import type { Curations } from "../../store/tracking/Curations.ts"
import type { RuleTests } from "../../store/rules/RuleTests.ts"
import type { Someone } from "../../store/rules/ruleSubjects.ts"
import { type Tried, tryRule } from "./tryRule.ts"

/** What a correction does to a subject is looked at for so long beyond it, ms. */
const BEYOND_MS = 86_400_000

type Tests = RuleTests["Service"]
type MadeEvent = Tried["events"][number]

const observationOf = (p: Chosen, { subject }: Someone): Observation => ({
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

/** The past with the positions as they would count. */
const corrected = (
  tests: Tests,
  chosen: ReadonlyArray<Chosen>,
  change: Change,
  subjectOf: (p: Chosen) => Someone | undefined
): Tests => {
  const ids = new Set(chosen.map((c) => c.id))
  const counted = chosen
    .map((c) => overlay(c, change))
    .flatMap((c) => {
      const someone = subjectOf(c)
      return c.valid && !c.conflicting && someone !== undefined
        ? [{ position: c, seen: observationOf(c, someone) }]
        : []
    })
  return {
    ...tests,
    // those that are taken out must not make a slice look as if it were whole
    records: (slice, reads) =>
      Effect.map(tests.records({ ...slice, limit: slice.limit + ids.size }, reads), (records) => {
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

const sameness = (e: MadeEvent): string => [e.subject.id, e.kind, e.feature?.id ?? "", e.at].join("|")

/** The events of a test before a moment, by what makes them the same one. */
const before = ({ events }: Tried, end: number) =>
  new Map(events.filter((e) => e.at < end).map((e) => [sameness(e), e]))

export const previewCuration = Effect.fn("previewCuration")(function* (
  tests: Tests,
  curations: Curations["Service"],
  projectId: string,
  visibility: Visibility,
  draft: CurationDraft
) {
  const chosen = yield* curations.choose(projectId, visibility, draft, MAX_PREVIEWED)
  const now = yield* Clock.currentTimeMillis
  const times = chosen.flatMap((c) => [c.at, overlay(c, draft.set).at])
  const from = Math.min(...times),
    to = Math.max(from + 1, Math.min(now, Math.max(...times) + BEYOND_MS))
  const entities = [...new Set(chosen.flatMap((c) => c.entityId ?? []))]
  // whoever sees the device sees its positions; the rules are tried on the animals that they see
  const everybody = yield* Effect.forEach(
    [
      ...entities.map((entityId) => ({ entityId })),
      ...(chosen.some((c) => c.entityId === null) ? [{ deviceId: draft.device_id }] : [])
    ],
    (of) => Effect.option(tests.subject(projectId, visibility, of))
  )
  const known = new Map(
    everybody.flatMap((found) =>
      found._tag === "Some" ? [[found.value.subject.id, found.value] as const] : []
    )
  )
  const then = corrected(tests, chosen, draft.set, (p) => known.get(p.entityId ?? p.deviceId))
  const whole = {
    projectId,
    from,
    to,
    now,
    draw: false,
    baseline: null,
    devices: yield* tests.devices(projectId),
    ...(yield* tests.features(projectId))
  }

  const events: Array<Preview["events"][number]> = []
  let added = 0,
    removed = 0,
    unchanged = 0,
    covered = to
  for (const ruleId of yield* curations.rules(projectId)) {
    // a rule in force has a version
    const candidate = yield* Effect.orDie(tests.version(projectId, ruleId, null))
    const activations = yield* tests.activations(ruleId)
    const trial = { ...whole, candidate }
    const [is, would] = [
      yield* tryRule(tests, trial, [...known.values()], activations),
      yield* tryRule(then, trial, [...known.values()], activations)
    ]
    const end = Math.min(is.coveredTo, would.coveredTo, to)
    covered = Math.min(covered, end)
    const [now, later] = [before(is, end), before(would, end)]
    const told = (change: "added" | "removed", e: MadeEvent, eventId: string | null) =>
      events.push({
        change,
        time: formatInstant(e.at),
        title: e.title,
        rule_id: ruleId,
        rule_name: candidate.name,
        entity_id: e.subject.entityId,
        device_id: e.subject.deviceId,
        event_id: eventId
      })
    for (const [key, event] of later) {
      if (now.has(key)) {
        unchanged++
        continue
      }
      added++
      told("added", event, null)
    }
    for (const [key, event] of now) {
      if (later.has(key)) continue
      removed++
      const stored = yield* tests.eventsAt(ruleId, candidate.version, event.subject, event.at)
      told(
        "removed",
        event,
        stored.find((s) => s.kind === event.kind && s.featureId === (event.feature?.id ?? null))?.id ?? null
      )
    }
  }
  return {
    positions: chosen.length,
    events: events.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0)),
    added,
    removed,
    unchanged,
    covered_from: formatInstant(from),
    covered_to: formatInstant(covered),
    truncated: covered < to
  } satisfies Preview
})
