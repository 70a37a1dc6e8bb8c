// One commit of an engine: what it decided, copied as it leaves the engine, and what that does to the tables.
// Follows the promises of the journal's port; whatever no commit may do is noted.
import { partitionOf } from "../../src/domain/intake/LogEntry.ts"
import type { Subject } from "../../src/domain/rule/Observation.ts"
import { blank, isBlank, wakeAt } from "../../src/domain/rule/RuleState.ts"
import type { BatchResult, PartialTick, Work } from "../../src/engine/evaluate/BatchResult.ts"
import { opensAlert } from "../../src/domain/event/opensAlert.ts"
import type { NewEvent } from "../../src/engine/evaluate/NewEvent.ts"
import type { Epochs } from "../../src/engine/ports.ts"
import type { Dismissal, Rewrite } from "../../src/engine/evaluate/Rewrite.ts"
import { findingsIn } from "../../src/domain/rule/conditions/Evaluated.ts"
import type { Database } from "./Database.ts"
import { isAsRead, isJudged, laneKey, moveLanes } from "./lanes.ts"
import type { StoredEvent, StoredState } from "./Stored.ts"

/** A batch on its way: the engine's memory may move on, this does not. */
export interface Batch {
  readonly now: number
  readonly cursors: BatchResult["cursors"]
  readonly lanes: BatchResult["lanes"]
  readonly ticked: BatchResult["ticked"]
  readonly adoptions: BatchResult["adoptions"]
  readonly rewrites: ReadonlyArray<Rewrite>
  readonly dismissed: ReadonlyArray<Dismissal>
  readonly events: ReadonlyArray<NewEvent>
  readonly states: ReadonlyArray<StoredState>
  readonly transitions: BatchResult["transitions"]
  readonly moves: BatchResult["moves"]
  readonly periods: BatchResult["periods"]
  readonly ended: BatchResult["ended"]
  readonly late: ReadonlyArray<{ readonly subject: Subject; readonly from: number }>
  readonly failures: BatchResult["failures"]
  readonly cleared: ReadonlyArray<string>
  readonly work: Readonly<Work>
}

export const batchOf = (c: BatchResult): Batch => ({
  now: c.now,
  cursors: [...c.cursors],
  lanes: [...c.lanes],
  ticked: [...c.ticked],
  adoptions: [...c.adoptions],
  rewrites: [...c.rewrites],
  dismissed: [...c.dismissed],
  events: [...c.events],
  transitions: [...c.transitions],
  moves: [...c.moves],
  periods: [...c.periods],
  ended: [...c.ended],
  failures: c.failures,
  cleared: [...c.cleared],
  work: { ...c.work },
  late: [...c.late.values()].map(({ from, subject }) => ({ from, subject })),
  states: [...c.states].map(([{ episode, rule, state }, subject]) => ({
    ruleId: rule.id,
    version: rule.version,
    blankFrom: rule.blankFrom,
    subject,
    state,
    episode,
    wakeAt: wakeAt(state, rule)
  }))
})

/** The same with nothing in it but where the engine is. */
export const onlyCursors = (batch: Batch): Batch => ({
  ...batch,
  rewrites: [],
  dismissed: [],
  events: [],
  states: [],
  transitions: [],
  moves: [],
  periods: [],
  ended: [],
  late: [],
  failures: [],
  cleared: [],
  adoptions: []
})

const subjectsIn = (batch: Batch): ReadonlyArray<string> => [
  ...batch.events.map((e) => e.subject.id),
  ...batch.states.map((s) => s.subject.id),
  ...batch.transitions.map((t) => t.subjectId),
  ...batch.moves.map((m) => m.subject.id),
  ...batch.periods.map((c) => c.subject.id),
  ...batch.rewrites.map((r) => r.span.subject.id)
]

const keyOf = (ruleId: string, subjectId: string) => `${ruleId} ${subjectId}`
const subjectActorOf = ({ id, projectId }: Subject) => `${projectId} ${id}`

/** Whether half ticks are as far as they were, and of the same unit. */
const goesOn = (before: PartialTick, after: PartialTick): boolean =>
  after.to === before.to &&
  (after.subjectId > before.subjectId || (after.subjectId === before.subjectId && after.at >= before.at))

/** Whether a batch is of the owner of its partitions, who read the log and the lanes as they are. */
export const isOwners = (
  db: Database,
  epochs: Epochs,
  { cursors, lanes }: Batch,
  comparesLanes: boolean
): boolean =>
  cursors.every(
    ({ from, partition }) =>
      db.cursors.get(partition) === from &&
      (!comparesLanes || epochs.get(partition) === db.claims.get(partition)?.epoch)
  ) &&
  (!comparesLanes || isAsRead(db, lanes))

/** Applies a batch; gives the ids of events that existed, by the ids the engine gave them. */
export const apply = (
  db: Database,
  epochs: Epochs,
  batch: Batch,
  number: number,
  now: number
): ReadonlyMap<string, string> => {
  const owned = new Set(batch.cursors.map((c) => c.partition))
  for (const id of subjectsIn(batch))
    if (!owned.has(partitionOf(id)))
      db.violations.push(`I28 something of ${id} is written without proof of ownership`)
  for (const partition of owned) {
    const epoch = epochs.get(partition) ?? -1,
      written = db.written.get(partition) ?? 0
    if (epoch < written)
      db.violations.push(`I28 epoch ${epoch} writes in ${partition} after epoch ${written}`)
    const { epoch: newest = -1 } = db.claims.get(partition) ?? {}
    if (epoch !== newest)
      db.violations.push(`I28 epoch ${epoch} writes in ${partition}, which was claimed with epoch ${newest}`)
    db.written.set(partition, epoch)
  }
  checkPeriods(db, batch)
  for (const { after, before } of batch.lanes)
    if (!owned.has((before ?? after!).partition))
      db.violations.push(`I28 a lane of ${(before ?? after!).projectId} is moved without proof of ownership`)
  const from = new Map(db.cursors)
  for (const { partition, to } of batch.cursors) db.cursors.set(partition, to)
  for (const { half, partition, projectId, to } of batch.ticked) {
    const key = `${projectId} ${partition}`,
      { half: done = null, to: before = -Infinity } = db.ticked.get(key) ?? {}
    if (!db.ticksRead.has(`${partition} ${epochs.get(partition) ?? -1}`))
      db.violations.push(`I28 ticks of ${partition} are judged by what was read before it was claimed`)
    if (db.lanes.has(key))
      db.violations.push(`I6 ticks of ${projectId} in ${partition} are judged while it is in a lane there`)
    if (to < before) db.violations.push(`I6 the ticks of ${projectId} go back from ${before} to ${to}`)
    if (done !== null && half !== null && to === before && !goesOn(done, half))
      db.violations.push(
        `I6 the half ticks of ${projectId} go from ${JSON.stringify(done)} to ${JSON.stringify(half)}`
      )
    if (half !== null) db.count.halves++
    db.ticked.set(key, { to, half })
  }
  moveLanes(db, batch.lanes, from)
  // rules may have changed since the batch was judged: an episode that it saw ending does not end with them
  endEpisodes(db, batch.adoptions.length > 0 ? batch.ended.map((e) => ({ id: e.eventId, at: e.at })) : [])
  for (const a of batch.adoptions) adopt(db, a.projectId, a.partition, batch.now)
  for (const {
    span: { from, subject },
    to
  } of batch.rewrites) {
    const edition = db.periods.findLast((c) => c.subject === subjectActorOf(subject))?.version ?? null
    db.rewrites.push({
      subject: subjectActorOf(subject),
      from,
      to,
      edition,
      // of a project in a lane the log may have been read far beyond
      knew: isJudged(db.reading, subject.id, subject.projectId)
    })
  }
  const past = batch.rewrites.map((r) => rewrite(db, r))
  for (const { failure, span } of batch.dismissed)
    db.violations.push(`I15 the past of ${span.subject.id} from ${span.from} is given up: ${failure}`)
  const cut = batch.rewrites.filter((r) => r.to < Infinity),
    isCut = new Set(cut.map((r) => subjectActorOf(r.span.subject)))
  for (const { span, to } of cut) {
    for (const s of db.spans) if (span.ids.includes(s.id)) [s.begun, s.from] = [true, to + 1]
  }
  const done = new Set(
    [...batch.rewrites.filter((r) => r.to === Infinity), ...batch.dismissed].flatMap((r) => r.span.ids)
  )
  for (const s of db.spans) if (done.has(s.id)) s.replayed = true
  const known = new Map(past.flatMap((p) => [...p.known]))
  for (const e of batch.events)
    if (e.late && e.trigger.kind !== "schedule")
      db.violations.push(`I15 ${e.key} is late, and was found out live`)
  for (const e of past.flatMap((p) => p.missing))
    if (!e.late) db.violations.push(`I15 ${e.key} was found out by a replay, and is not late`)
  for (const event of [...batch.events, ...past.flatMap((p) => p.missing)]) {
    const before = db.events.get(event.key)
    if (before === undefined) {
      db.events.set(event.key, { event, commit: number, superseded: false, endedAt: null, episode: null })
      db.traces.push({ eventId: event.id, commit: number })
      if (opensAlert(event)) db.alerts.push({ id: event.alertId!, eventId: event.id, commit: number })
      continue
    }
    known.set(event.id, before.event.id)
    // its deadline comes after a replay took back that a record had fired it at that moment: it is valid again
    const isDue = before.superseded && event.trigger.kind === "deadline" && batch.events.includes(event)
    if (before.superseded) [before.superseded, before.endedAt] = [false, null]
    if (!isDue && !wasOvertaken(db, batch, event)) db.violations.push(`I4 decided twice: ${event.key}`)
  }
  const real = (id: string | null) => (id === null ? null : (known.get(id) ?? id))
  for (const event of [...batch.events, ...batch.rewrites.flatMap((r) => r.events)])
    if (event.kind === "reminder") db.events.get(event.key)!.episode = real(event.episodeId ?? null)
  for (const s of batch.states) if (isBlank(s.state)) db.states.delete(keyOf(s.ruleId, s.subject.id))
  for (const s of batch.states)
    if (!isBlank(s.state)) db.states.set(keyOf(s.ruleId, s.subject.id), { ...s, episode: real(s.episode) })
  for (const { at, episode, eventId, rule, state, subjectId } of batch.transitions) {
    db.transitions.add(subjectId, {
      ruleId: rule.id,
      version: rule.version,
      blankFrom: rule.blankFrom,
      subjectId,
      at,
      state,
      eventId: real(eventId),
      episode: real(episode)
    })
  }
  for (const { at, filterKey, placement, subject } of batch.moves) {
    if (!isCut.has(subjectActorOf(subject)))
      db.placements.set(
        subjectActorOf(subject),
        new Map([...(db.placements.get(subjectActorOf(subject)) ?? []), [filterKey, placement]])
      )
    db.moves.add(subjectActorOf(subject), { subject: subjectActorOf(subject), filterKey, at, placement })
  }
  for (const { subject, ...period } of batch.periods)
    db.periods.push({ ...period, subject: subjectActorOf(subject), beganAt: now })
  endEpisodes(db, [
    ...batch.ended.map((e) => ({ id: real(e.eventId), at: e.at })),
    ...past.flatMap((p) => p.ends)
  ])
  for (const { from, subject } of batch.late)
    db.spans.push({ id: db.spans.length + 1, subject, from, notedAt: now, replayed: false, begun: false })
  for (const f of batch.failures) {
    db.failures.push({ ruleId: f.rule.id, version: f.rule.version, subject: f.subject.id, at: f.at })
    db.failing.set(f.rule.id, f.subject.id)
  }
  for (const id of batch.cleared) db.failing.delete(id)
  return known
}

/**
 * A piece of a past had gone beyond what was judged live and found it there; what finds it live notes that
 * all from then on is to be judged again.
 */
const wasOvertaken = (db: Database, { late }: Batch, { at, subject }: NewEvent): boolean =>
  late.some((l) => subjectActorOf(l.subject) === subjectActorOf(subject) && l.from <= at) &&
  db.rewrites.some(
    (r) => r.subject === subjectActorOf(subject) && r.from <= at && at <= r.to && r.to < Infinity
  )

const endEpisodes = (
  db: Database,
  ends: ReadonlyArray<{ readonly id: string | null; readonly at: number }>
): void => {
  for (const { at, id } of ends) {
    const event = id === null ? undefined : db.events.byId.get(id)
    // of several ends the first counts
    if (event?.endedAt === null) event.endedAt = Math.max(at, event.event.at)
  }
}

/** States of rules that were disabled or began blank are dropped; their open episodes end. */
const adopt = (db: Database, projectId: string, partition: number, now: number): void => {
  const { rules } = db.projects.get(projectId)!
  for (const [key, s] of db.states) {
    const rule = rules.get(s.ruleId)
    if (
      rule === undefined ||
      partitionOf(s.subject.id) !== partition ||
      (rule.enabled && rule.blankFrom === s.blankFrom)
    )
      continue
    // of what they remember only the deadlines that were judged are of use still
    if (s.state.judgedTo === null) db.states.delete(key)
    else
      db.states.set(key, {
        ...s,
        state: { ...blank, judgedTo: s.state.judgedTo },
        wakeAt: null,
        episode: null
      })
    const open = s.episode === null ? undefined : db.events.byId.get(s.episode)
    if (open !== undefined && open.endedAt === null) open.endedAt = Math.max(now, open.event.at)
  }
}

/** The areas an event was made with. */
const featuresOf = (event: NewEvent) => [
  ...findingsIn(event.evaluated).flatMap((l) => (l.type === "spatial" ? l.features : [])),
  ...(event.feature === null ? [] : [event.feature])
]

/**
 * A past that was judged again takes the place of what was decided: what is missing is made, what should not
 * be is marked, ends are corrected.
 */
const rewrite = (
  db: Database,
  { endings, events, isJudgedBy, filterKeys, open, placements, span, to }: Rewrite
) => {
  const isIn = (at: number) => at >= span.from && at <= to
  const { subject } = span,
    key = subjectActorOf(subject)
  const given = new Map(events.map((e) => [e.key, e]))
  const own = db.events.bySubject
    .of(subject.id)
    .filter(
      ({ event: e }) =>
        (e.subject.projectId === subject.projectId && isIn(e.at)) || given.has(e.key) || open.includes(e.id)
    )
  const endOf = (id: string, stored: StoredEvent) => {
    const ending = endings.get(id)
    // what is open at a cut may end after it
    if (ending === undefined) return stored.endedAt !== null && stored.endedAt > to ? stored.endedAt : null
    return ending.after !== null && stored.endedAt !== null && stored.endedAt > ending.after
      ? stored.endedAt
      : Math.max(ending.at, stored.event.at)
  }
  const known = new Map<string, string>()
  for (const stored of own) {
    const { event } = stored,
      again = given.get(event.key)
    if (again !== undefined) {
      known.set(again.id, event.id)
      stored.superseded = false
      stored.endedAt = endOf(again.id, stored)
      continue
    }
    if (open.includes(event.id)) stored.endedAt = endOf(event.id, stored)
    if (stored.superseded || !isIn(event.at)) continue
    const { id: ruleId, version } = event.rule
    stored.superseded = isJudgedBy({ ruleId, version, at: event.at, features: featuresOf(event) })
  }
  const rules = new Set(db.projects.get(subject.projectId)!.rules.keys())
  db.transitions.remove(subject.id, (t) => rules.has(t.ruleId) && isIn(t.at))
  if (to === Infinity)
    for (const [id, s] of db.states)
      if (s.subject.id === subject.id && rules.has(s.ruleId)) db.states.delete(id)
  db.moves.remove(key, (m) => isIn(m.at))
  db.placements.set(
    key,
    new Map([
      ...[...(db.placements.get(key) ?? [])].filter(([filterKey]) => !filterKeys.includes(filterKey)),
      ...[...placements].filter(([filterKey]) => filterKeys.includes(filterKey))
    ])
  )
  const missing = events.filter((e) => !known.has(e.id))
  return {
    missing,
    known,
    ends: missing.flatMap(({ id }) => (endings.has(id) ? [{ id, at: endings.get(id)!.at }] : []))
  }
}

/** A period begins at the newest record that its engine had read, and at the newest tick it had judged. */
const checkPeriods = (db: Database, { periods }: Batch): void => {
  for (const { judged, recordsAfter, subject, ticksAfter } of periods) {
    const before = db.periods.findLast((c) => c.subject === subjectActorOf(subject))?.judged
    for (const [ruleId, judgedTo] of db.judgedBefore(subject, Infinity)) {
      // a past that is judged again may have found an older one; what was judged before stays so
      const kept = db.states.get(`${ruleId} ${subject.id}`)?.state.judgedTo ?? -Infinity,
        to = Math.max(judgedTo, kept, before?.get(ruleId) ?? -Infinity)
      if (to >= recordsAfter && judged.get(ruleId) !== to)
        db.violations.push(`I7 a period of ${subject.id} forgets that ${ruleId} has judged ${to}`)
    }
    const watermark = Math.max(-Infinity, ...db.known(subject, db.reading).map((o) => o.at)),
      partition = partitionOf(subject.id)
    const place = db.lanes.get(laneKey({ partition, projectId: subject.projectId }))?.place
    const inLane = place?.ticked === true && place.subjectId === subject.id ? place.at : -Infinity
    const ticked = watermark === -Infinity ? watermark : Math.max(watermark - 1, db.tickedTo(subject), inLane)
    if (recordsAfter !== watermark)
      db.violations.push(
        `I7 a period of ${subject.id} begins at ${recordsAfter}; the newest record was of ${watermark}`
      )
    if (ticksAfter !== ticked)
      db.violations.push(
        `I7 the ticks of a period of ${subject.id} begin at ${ticksAfter}; judged were those up to ${ticked}`
      )
  }
}
