// What must be true of every history (reliability, 1.3). Events are held against the reference, everything
// else against each other.
import type { RuleDocument } from "../../src/domain/rule/Document.ts"
import { type Observation } from "../../src/domain/rule/Observation.ts"
import { opensAlert } from "../../src/domain/event/opensAlert.ts"
import { LOOKBACK_MS } from "../../src/domain/rule/Facts.ts"
import { blank } from "../../src/domain/rule/RuleState.ts"
import type { RuleSetRows } from "../../src/engine/ports.ts"
import type { Database } from "./Database.ts"
import { type Expected, expectedOf } from "./reference/expected.ts"
import { editionAt, type Past } from "./reference/Past.ts"
import type { StoredEvent } from "./Stored.ts"
import { type Animal, brokenDocument, type Parcel, type Story, wornBy } from "./Story.ts"
import { isCounter } from "./withEngines.ts"

const pastOf = (db: Database, animal: Animal): Past => {
  const { id, projectId } = animal
  const subject = { id, projectId, deviceId: animal.deviceId, entityId: animal.entityId },
    records = db.known(subject, null)
  return {
    animal,
    records,
    worn: wornBy(animal, db.from),
    outages: db.outages,
    periods: db.periods
      .filter((c) => c.subject === `${projectId} ${id}`)
      .map(({ judged, recordsAfter, scopeKey, ticksAfter, version }) => ({
        floor: recordsAfter,
        judged,
        tickFloor: ticksAfter,
        version,
        groupIds: scopeKey === "" ? [] : (JSON.parse(scopeKey) as ReadonlyArray<string>).slice(1)
      })),
    editions: new Map(db.projects.get(projectId)!.editions.map((e): [number, RuleSetRows] => [e.version, e])),
    // a record tells that the ticks before it are over
    tickedTo: Math.max(db.tickedTo(subject), (records.at(-1)?.at ?? -Infinity) - 1)
  }
}

const eventsOf = (db: Database, { id, projectId }: Animal, ruleId: string): ReadonlyArray<StoredEvent> =>
  db.events.bySubject
    .of(id)
    .filter(({ event: e }) => e.rule.id === ruleId && e.subject.projectId === projectId)

const keyOf = (e: Expected): string => `${e.ruleId} ${e.version} ${e.kind} ${e.area ?? "-"} ${e.at}`
const keyOfStored = ({ event: e }: StoredEvent): string =>
  `${e.rule.id} ${e.rule.version} ${e.kind} ${(e.kind === "enter" || e.kind === "exit") && e.feature !== null ? e.feature.id : "-"} ${e.at}`

/**
 * Whether the subject was not judged since the rule began blank or was disabled: what it remembers may be
 * gone already.
 */
const isOutdated = (
  db: Database,
  { animal: { projectId }, periods, editions }: Past,
  ruleId: string
): boolean => {
  const rowIn = (ruleSet: RuleSetRows | undefined) => ruleSet?.rules.find((r) => r.id === ruleId)?.blankFrom
  return rowIn(editions.get(periods.at(-1)?.version ?? -1)) !== rowIn(db.ruleSet(projectId))
}

type Verdict = ReturnType<typeof expectedOf>

/**
 * Whether who judged a moment can be said: not where one version's records end and its ticks go on, which a
 * replay does not judge, nor where a version between two edits had its timers alone.
 */
const saidBy =
  (verdict: Verdict) =>
  (at: number): boolean =>
    verdict === null || verdict.blurred.every(([from, to]) => at <= from || at > to)

/**
 * I3, I4, I5, I8, I10, I13: the events that are not superseded, their alerts and episodes, and what is left
 * at the end are those of the reference.
 */
const againstReference = (
  db: Database,
  past: Past,
  ruleId: string,
  verdict: Verdict
): ReadonlyArray<string> => {
  const { animal } = past,
    violations: Array<string> = []
  // a deadline that is not before all records is judged when its timer goes off: not at all, where the rule
  // had been dropped for a neighbour by then
  const watermark = past.records.at(-1)?.at ?? -Infinity,
    mayBeDropped = (at: number) => at >= watermark && isOutdated(db, past, ruleId)
  const isSaid = saidBy(verdict)
  const stored = new Map(
    eventsOf(db, animal, ruleId)
      .filter((e) => !e.superseded)
      .map((e) => [keyOfStored(e), e])
  )
  const expected = new Map((verdict?.events ?? []).map((e) => [keyOf(e), e]))
  const valid = eventsOf(db, animal, ruleId).filter((e) => !e.superseded)
  if (valid.length > stored.size)
    violations.push(
      `I4 a firing of ${ruleId} for ${animal.id} stands ${valid.length - stored.size + 1} times`
    )
  for (const [key, e] of expected)
    if (!stored.has(key) && isSaid(e.at) && !mayBeDropped(e.at))
      violations.push(`I3 lost for ${animal.id}: ${key}`)
  for (const [key, e] of stored) {
    const wanted = expected.get(key)
    if (wanted === undefined) {
      if (isSaid(e.event.at)) violations.push(`I5 phantom for ${animal.id}: ${key}`)
      continue
    }
    if ((e.event.alertId !== null) !== wanted.alert)
      violations.push(`I10 alert of ${key} for ${animal.id}: ${e.event.alertId !== null}`)
    // what was dropped with its rule before the subject is judged again ends with that
    if (verdict!.blurred.length > 0 || (wanted.ended === null && isOutdated(db, past, ruleId))) continue
    if (wanted.ended === "dropped" ? e.endedAt === null : e.endedAt !== wanted.ended)
      violations.push(`I3 the episode of ${key} for ${animal.id} ends at ${e.endedAt}, not ${wanted.ended}`)
  }
  if (verdict === null || verdict.blurred.length > 0 || isOutdated(db, past, ruleId)) return violations
  const state = db.states.get(`${ruleId} ${animal.id}`)?.state ?? blank
  const have = {
    active: state.active,
    since: state.since,
    lastFired: state.lastFiredAt,
    holds: state.holds.length
  }
  if (JSON.stringify(have) !== JSON.stringify(verdict.left))
    violations.push(
      `I8 state of ${ruleId} for ${animal.id}: ${JSON.stringify(have)}, not ${JSON.stringify(verdict.left)}`
    )
  return violations
}

/**
 * I6, I8: what was decided of a rule and a subject was decided in order, and the state is the newest
 * transition.
 */
const transitionsOf = (db: Database, past: Past, ruleId: string): ReadonlyArray<string> => {
  const {
      animal: { id, projectId }
    } = past,
    violations: Array<string> = []
  const own = db.transitions.of(id).filter((t) => t.ruleId === ruleId)
  own.forEach((t, i) => {
    if (i > 0 && t.at < own[i - 1]!.at && t.version === own[i - 1]!.version)
      violations.push(`I6 ${ruleId} for ${id} goes back from ${own[i - 1]!.at} to ${t.at}`)
  })
  const rule = db.ruleSet(projectId).rules.find((r) => r.id === ruleId)
  if (rule === undefined || isOutdated(db, past, ruleId)) return violations
  const kept = db.states.get(`${ruleId} ${id}`)
  const last = own.findLast((t) => t.blankFrom === rule.blankFrom)?.state ?? blank,
    state = kept?.blankFrom === rule.blankFrom ? kept.state : blank
  if (JSON.stringify(last) !== JSON.stringify(state))
    violations.push(
      `I8 state of ${ruleId} for ${id} is ${JSON.stringify(state)}, its newest ` +
        `transition ${JSON.stringify(last)}`
    )
  return violations
}

/**
 * I7, I14: every event was made by a version in force then; reminders keep their distance from all that was
 * fired since the rule began blank, by their version or one before it. (Section 3: "a version with other
 * trigger or conditions starts blank": when the one before it fired, it does not know. And none knows what a
 * later one finds: one that asks for less time may find a deadline before them.)
 */
const versions = (db: Database, animal: Animal, ruleId: string, verdict: Verdict): ReadonlyArray<string> => {
  const violations: Array<string> = [],
    fired: Array<{ readonly blankFrom: number | undefined; readonly version: number; readonly at: number }> =
      []
  for (const { event: e } of eventsOf(db, animal, ruleId)
    .filter((e) => !e.superseded)
    .toSorted((a, b) => a.event.at - b.event.at)) {
    const edition = db.projects.get(animal.projectId)!.editions.find((b) => b.version === e.ruleSetVersion),
      row = edition?.rules.find((r) => r.id === ruleId)
    if (row?.version !== e.rule.version)
      violations.push(
        `I7 ${e.key} is of version ${e.rule.version}; edition ${e.ruleSetVersion} had ${row?.version}`
      )
    const before =
      fired.findLast((f) => f.blankFrom === row?.blankFrom && f.version <= e.rule.version)?.at ?? -Infinity
    const { cooldown_seconds = 0, event } = (row?.document ?? brokenDocument) as RuleDocument
    if (e.title !== event.title) violations.push(`I7 ${e.key} is titled ${e.title}, not ${event.title}`)
    if (
      e.kind === "reminder" &&
      saidBy(verdict)(e.at) &&
      (cooldown_seconds === 0 || e.at - before < cooldown_seconds * 1000)
    )
      violations.push(`I14 ${e.key} comes ${e.at - before} after the event before it`)
    fired.push({ blankFrom: row?.blankFrom, version: e.rule.version, at: e.at })
  }
  return violations
}

/**
 * I12: of a rule that tells both, enters and exits of an area alternate, as long as nobody edits either. One
 * that tells exits twice tells one.
 */
const alternation = (db: Database, animal: Animal, ruleId: string): ReadonlyArray<string> => {
  const { editions, rules } = db.projects.get(animal.projectId)!,
    { versions } = rules.get(ruleId)!
  const { conditions, for_seconds } = versions[0] as RuleDocument
  const parts = "any" in conditions ? conditions.any.map((part) => JSON.stringify(part)) : []
  const isBoth =
    parts.length === 2 && parts[0]!.includes('"enter"') && parts[0]!.replace('"enter"', '"exit"') === parts[1]
  if (
    !isBoth ||
    for_seconds !== 0 ||
    editions.length > 1 ||
    db.people.get(animal.id)!.who.entity?.groupIds !== animal.groupIds
  )
    return []
  const last = new Map<string, string>()
  return eventsOf(db, animal, ruleId)
    .filter((e) => !e.superseded)
    .toSorted((a, b) => a.event.at - b.event.at)
    .flatMap(({ event: { at, feature, kind } }) => {
      if (feature === null || (kind !== "enter" && kind !== "exit")) return []
      const again = last.get(feature.id) === kind
      last.set(feature.id, kind)
      return again ? [`I12 ${animal.id} has two times ${kind} of ${feature.id}, the second at ${at}`] : []
    })
}

/**
 * I16: a version that cannot be evaluated says so for whoever it should have judged, and none fails that can.
 * One that was not in force any more (replaced or disabled) when a late record was judged is judged by in a
 * replay, which tells nobody: `last_error` is of the version in force. Up to a deadline that was judged
 * before it, the version before it judges.
 */
const failures = (db: Database, past: Past): ReadonlyArray<string> => {
  const {
      animal: { id, projectId },
      records
    } = past,
    violations: Array<string> = []
  const isTold = (ruleId: string, version: number) =>
    db.failures.some((f) => f.ruleId === ruleId && f.version === version && f.subject === id)
  for (const f of db.failures.filter((f) => f.subject === id)) {
    const rule = db.projects.get(projectId)!.rules.get(f.ruleId)
    if (rule?.versions[f.version - 1] !== brokenDocument)
      violations.push(`I16 version ${f.version} of ${f.ruleId} failed for ${id} at ${f.at}`)
  }
  const stored = new Map(
    records[0] === undefined ? [] : db.pastOf(records[0].subject).map((r) => [r.seen, r])
  )
  /** The row of the log that brought a record. */
  const rowOf = (seen: Observation) => stored.get(seen)!.row
  for (const o of records) {
    if (o._tag !== "Position" || o.recordType !== "gnss") continue
    const row = rowOf(o)
    // what is logged in another order than it was received is late too
    const isLate = records.some(
      (other) => other.at >= o.at && (other.receivedAt < o.receivedAt || rowOf(other) < row)
    )
    const rewrites = isLate
      ? db.rewrites.filter(
          (r) =>
            r.subject === `${projectId} ${id}` && r.from <= o.at && r.to >= o.at && r.knew(stored.get(o)!)
        )
      : []
    for (const rule of editionAt(past, o.at)?.rules ?? []) {
      const isInForce = (edition: number | null) =>
        past.editions.get(edition ?? -1)?.rules.some((r) => r.id === rule.id && r.version === rule.version) ??
        false
      const isPast = rewrites.length > 0 && !rewrites.some((r) => isInForce(r.edition))
      const isPassed = past.periods.some((c) => (c.judged.get(rule.id) ?? -Infinity) >= o.at)
      if (rule.document === brokenDocument && !isPast && !isPassed && !isTold(rule.id, rule.version))
        violations.push(`I16 version ${rule.version} of ${rule.id} was not said to fail for ${id}`)
    }
  }
  return violations
}

/** I9, I10: an event, its trace and its alert are of one transaction, and there is one of each. */
const transactions = (db: Database): ReadonlyArray<string> => {
  const violations: Array<string> = [],
    events = new Map([...db.events.values()].map((e) => [e.event.id, e]))
  for (const [what, list] of [
    ["trace", db.traces],
    ["alert", db.alerts]
  ] as const) {
    const counted = Map.groupBy(list, (row) => row.eventId)
    for (const [id, rows] of counted) {
      const event = events.get(id)
      if (rows.length > 1) violations.push(`I10 ${rows.length} of ${what} for ${event?.event.key}`)
      if (event === undefined || event.commit !== rows[0]!.commit)
        violations.push(`I9 a ${what} without its event ${id}`)
    }
    for (const { event } of events.values())
      if (!counted.has(event.id) && (what === "trace" || opensAlert(event)))
        violations.push(`I9 no ${what} of ${event.key}`)
  }
  for (const t of db.transitions.all)
    if (t.eventId !== null && !events.has(t.eventId))
      violations.push(`I9 a transition of ${t.ruleId} at ${t.at} without its event`)
  return violations
}

/**
 * I17: one alert an episode: a valid reminder is of the valid rise before it, whose alert it carries, and
 * opens none. A version that keeps the state of another keeps its episode.
 */
const episodes = (db: Database, animal: Animal, ruleId: string, verdict: Verdict): ReadonlyArray<string> => {
  let rise: StoredEvent | undefined
  return eventsOf(db, animal, ruleId)
    .filter((e) => !e.superseded)
    .toSorted((a, b) => a.event.at - b.event.at)
    .flatMap((stored) => {
      const { event } = stored
      if (event.kind === "rise") rise = stored
      if (event.kind !== "reminder" || !saidBy(verdict)(event.at) || stored.episode === rise?.event.id)
        return []
      return [`I17 ${event.key} is of the episode of ${stored.episode}, not of ${rise?.event.id}`]
    })
}

/** Samples of one second are counted once, by the rule that counts them. */
const COUNTED_MS = 1000

/** I3, I4: where several engines share the partitions, each sample of a subject was evaluated once. */
const samples = (db: Database, animal: Animal, { records }: Past, ruleId: string): ReadonlyArray<string> => {
  if (!isCounter(ruleId)) return []
  let counted = 0,
    last = -Infinity,
    known = -Infinity
  // a measurement of either metric is a sample while the one the rule reads is known
  const measurements = records.filter((o) => o._tag === "Measurement")
  const values = new Set(measurements.filter((o) => o.metric === "a").map((o) => o.at))
  for (const { at } of measurements) {
    if (values.has(at)) known = at
    if (at - known > LOOKBACK_MS || at - last < COUNTED_MS) continue
    last = at
    counted++
  }
  const evaluated = eventsOf(db, animal, ruleId).filter((e) => !e.superseded).length
  return evaluated === counted
    ? []
    : [`I4 ${evaluated} evaluations of ${animal.id}, which has ${counted} samples`]
}

/** I1: what was acknowledged is there. */
const durability = (
  db: Database,
  { animals }: Story,
  acknowledged: ReadonlySet<Parcel>
): ReadonlyArray<string> =>
  [...acknowledged].flatMap((parcel) =>
    parcel.items.flatMap((i) =>
      db.records.has(`${animals[i.animal]!.deviceId} ${i.kind} ${i.at}`)
        ? []
        : [`I1 acknowledged and gone: ${i.kind} of ${i.at}`]
    )
  )

/** Beats come every two seconds: what is on record may begin so much earlier than what happened, */
const BEAT_MS = 2000
/** or so much later, where a record of one that reports by several ways came before it was noticed. */
const DOUBT_MS = 4000
/** A shorter one may be missing, ms. */
const SHORT_MS = 1000

/** What was not heard is on record as it was, and nothing else is. */
const recorded = (db: Database, { outages = [] }: Story): ReadonlyArray<string> => [
  ...outages.flatMap(({ from, to, way }) =>
    to - from <= SHORT_MS + DOUBT_MS ||
    db.outages.some((o) => o.sourceId === way && o.from <= from + DOUBT_MS && o.to >= to)
      ? []
      : [`an outage of ${way} from ${from} to ${to} is not on record`]
  ),
  ...db.outages.flatMap((o) =>
    outages.some((w) => w.way === o.sourceId && w.from - BEAT_MS <= o.from && o.to <= w.to)
      ? []
      : [`an outage of ${o.sourceId} from ${o.from} to ${o.to} is on record and was none`]
  )
]

export const check = (
  db: Database,
  story: Story,
  acknowledged: ReadonlySet<Parcel>
): ReadonlyArray<string> => [
  ...durability(db, story, acknowledged),
  ...transactions(db),
  ...recorded(db, story),
  ...story.animals.flatMap((animal) => {
    const past = pastOf(db, animal)
    return [
      ...failures(db, past),
      ...[...db.projects.get(animal.projectId)!.rules.keys()].flatMap((ruleId) => {
        const verdict = expectedOf(past, ruleId)
        return [
          ...againstReference(db, past, ruleId, verdict),
          ...samples(db, animal, past, ruleId),
          ...transitionsOf(db, past, ruleId),
          ...versions(db, animal, ruleId, verdict),
          ...episodes(db, animal, ruleId, verdict),
          ...alternation(db, animal, ruleId)
        ]
      })
    ]
  })
]
