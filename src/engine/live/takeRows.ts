// The part of a turn that judges what came in: rows of the log as one batch, every subject's records, sorted
// and led through its rules. Projects take turns, the small ones first; one that uses up its share leaves the
// common cursor where it stopped and goes on in lanes of its own (takeLanes.ts).
import { Effect } from "effect"
import { decodeLog } from "../../domain/intake/LogEntry.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import { BatchResult } from "../evaluate/BatchResult.ts"
import { evaluateRecords, type Pile, Piles } from "../evaluate/evaluate.ts"
import type { IsSpent } from "../evaluate/EvaluationContext.ts"
import { ticksUpTo } from "../evaluate/ticks.ts"
import { Feed, Ids, type LogRow } from "../ports.ts"
import { attempt, type Commit } from "./attempt.ts"
import { type BatchLimits, AdaptiveBatchLimit, TurnBudget } from "./AdaptiveBatchLimit.ts"
import type { EngineState } from "./EngineState.ts"
import type { Place } from "./Lanes.ts"
import type { Prepared, Preparer } from "./prepare.ts"
import { FailureTracker } from "./FailureTracker.ts"

/** Steps taken before other fibers of the process go on. */
export const YIELD_EVERY = 512

/** What a partition of a project has in a batch: its piles in the order of their subjects' ids. */
interface Stack {
  readonly partition: number
  readonly piles: ReadonlyArray<Pile>
}

/** Judges piles in their order until the turn is spent; where it stopped, null: they are all judged. */
export const evaluatePiles = Effect.fnUntraced(function* (
  piles: ReadonlyArray<Pile>,
  { ready }: Prepared,
  isSpent: IsSpent
) {
  let steps = 0
  for (const [i, { key, records, subject }] of piles.entries()) {
    const found = ready.get(key)
    if (found === undefined) continue
    const { context, subjectActor } = found
    steps +=
      records.length +
      ticksUpTo(subjectActor.concern.onTick, subjectActor.tickedTo, records[records.length - 1]!.at)
    const stopped = evaluateRecords(context, subjectActor, records, isSpent)
    if (stopped !== null) return { subjectId: subject.id, ...stopped } satisfies Place
    if (i + 1 < piles.length && isSpent())
      return { subjectId: subject.id, at: records[records.length - 1]!.at, ticked: false } satisfies Place
    if (steps < YIELD_EVERY) continue
    steps = 0
    yield* Effect.yieldNow
  }
  return null
})

/** Of each project its stacks by partition and how many records they are. */
const byProject = (engineState: EngineState, rows: ReadonlyArray<LogRow>) => {
  const projects = new Map<string, { records: number; readonly stacks: Map<number, Piles> }>(),
    { lanes } = engineState
  for (const { partition, payload } of rows) {
    for (const seen of decodeLog(payload, engineState.subjectOf)) {
      const { projectId } = seen.subject
      if (lanes.size > 0 && lanes.has(partition, projectId)) continue
      let project = projects.get(projectId)
      if (project === undefined) projects.set(projectId, (project = { records: 0, stacks: new Map() }))
      project.records++
      let piles = project.stacks.get(partition)
      if (piles === undefined) project.stacks.set(partition, (piles = new Piles()))
      piles.add(seen)
    }
  }
  return [...projects]
    .map(([projectId, { records, stacks }]) => ({
      projectId,
      records,
      stacks: [...stacks]
        .sort(([a], [b]) => a - b)
        .map(([partition, found]): Stack => ({ partition, piles: found.inOrder }))
    }))
    .sort((a, b) => a.records - b.records)
}

const projectsIn = (engineState: EngineState, rows: ReadonlyArray<LogRow>): ReadonlyArray<string> =>
  byProject(engineState, rows).map((p) => p.projectId)

/** What of some piles has to be known. */
export const wantedOf = (piles: Iterable<Pile>): Map<string, Subject> =>
  new Map([...piles].map(({ key, subject }) => [key, subject]))

const endsOf = (rows: ReadonlyArray<LogRow>): ReadonlyMap<number, number> =>
  new Map(rows.map(({ id, partition }) => [partition, id]))

const advance = (engineState: EngineState, ends: ReadonlyMap<number, number>, changes: BatchResult): void => {
  for (const [partition, to] of ends)
    changes.cursors.push({ partition, from: engineState.position(partition), to })
}

/**
 * What the rows change, their cursors and lanes included, and how many observations they hold. `most`: a
 * project with more rules may fill a turn with one record, which is not divided: it is always judged apart.
 */
export const evaluateRows = Effect.fnUntraced(function* (
  { hearing, prepare }: Preparer,
  engineState: EngineState,
  rows: ReadonlyArray<LogRow>,
  now: number,
  bounds: BatchLimits,
  most = bounds.events
) {
  const changes = new BatchResult(now),
    ends = endsOf(rows),
    projects = byProject(engineState, rows)
  const piles = projects.flatMap((p) => p.stacks.flatMap((s) => s.piles))
  const prepared = yield* prepare(engineState, wantedOf(piles), changes)
  yield* hearing.beforeRecords(engineState, prepared.ready, piles)
  const turn = new TurnBudget(changes.work, bounds)
  for (const [i, { projectId, stacks }] of projects.entries()) {
    const isParked = prepared.parked.has(projectId)
    if (!prepared.projects.has(projectId) && !isParked) continue
    const isSpent = turn.share(projects.length - i)
    let isLeaving = isParked || engineState.ruleSets.get(projectId)!.rules.length > most
    for (const { partition, piles } of stacks) {
      const place: Place | null = isLeaving ? null : yield* evaluatePiles(piles, prepared, isSpent)
      if (isLeaving || place !== null)
        open(engineState, { partition, projectId, place, upTo: ends.get(partition)! }, changes)
      isLeaving ||= place !== null || isSpent()
    }
  }
  advance(engineState, ends, changes)
  return { changes, observations: projects.reduce((sum, p) => sum + p.records, 0) }
})

const open = (
  engineState: EngineState,
  {
    partition,
    place,
    projectId,
    upTo
  }: {
    readonly partition: number
    readonly projectId: string
    readonly place: Place | null
    readonly upTo: number
  },
  changes: BatchResult
): void => {
  changes.lanes.push({
    before: null,
    after: {
      partition,
      projectId,
      position: engineState.position(partition),
      upTo,
      place,
      openedAt: changes.now,
      ruleId: changes.busiest(projectId)
    }
  })
}

/**
 * Nothing of the rows is judged: every project in them, of those that are there, goes on in lanes, so that
 * what fails holds up nobody else.
 */
const partRows = (
  engineState: EngineState,
  rows: ReadonlyArray<LogRow>,
  now: number,
  isThere: (projectId: string) => boolean
): BatchResult => {
  const changes = new BatchResult(now),
    ends = endsOf(rows)
  for (const { projectId, stacks } of byProject(engineState, rows)) {
    if (isThere(projectId))
      for (const { partition } of stacks)
        open(engineState, { partition, projectId, place: null, upTo: ends.get(partition)! }, changes)
  }
  advance(engineState, ends, changes)
  return changes
}

/** A row that nobody can judge and commit: its records stay stored, and are the late lane's. */
const stepOver = (
  engineState: EngineState,
  row: LogRow,
  now: number,
  detail: string,
  nextId: () => string
): BatchResult => {
  const changes = new BatchResult(now)
  const seen = decodeLog(row.payload, engineState.subjectOf).filter(
    (o) => !engineState.lanes.has(row.partition, o.subject.projectId)
  )
  for (const o of seen) changes.lateFrom(o.subject, o.at)
  changes.steppedOver = {
    row: row.id,
    detail,
    projectIds: [...new Set(seen.map((o) => o.subject.projectId))],
    traceId: nextId()
  }
  advance(engineState, endsOf([row]), changes)
  return changes
}

/** What rows may cost, and who is in trouble with them, outlives the memory that a failure drops. */
export const makeTakeRows = Effect.fnUntraced(function* (
  preparing: Preparer,
  commit: Commit,
  bounds: BatchLimits
) {
  const feed = yield* Feed
  const ids = yield* Ids
  const budget = new AdaptiveBatchLimit(bounds)
  const troubles = new FailureTracker()

  const parted = Effect.fnUntraced(function* (held: EngineState, rows: ReadonlyArray<LogRow>, now: number) {
    const there = yield* feed.editions(projectsIn(held, rows))
    return { changes: partRows(held, rows, now, (id) => there.has(id)), observations: 0 }
  })

  /**
   * What is refused once may be refused for a passing reason; twice, its first row is tried alone; then that
   * row is stepped over. What fails for a reason that nobody knows is tried again, and then every project in
   * it goes on alone.
   */
  const take = Effect.fnUntraced(function* (held: EngineState, found: ReadonlyArray<LogRow>, now: number) {
    const place = JSON.stringify(held.cursors),
      trouble = troubles.of(place),
      { detail, failures, refusals } = trouble
    const isAlone = refusals >= 2
    const rows = isAlone ? found.slice(0, 1) : found
    const work = Effect.gen(function* () {
      const decided =
        refusals >= 3
          ? { changes: stepOver(held, rows[0]!, now, detail, ids.next), observations: 0 }
          : failures >= 2
            ? yield* parted(held, rows, now)
            : yield* evaluateRows(preparing, held, rows, now, budget.current, bounds.events)
      yield* commit(held, decided.changes)
      return decided
    })
    const { observations } = (yield* attempt(budget, work, (why, isUnfit) =>
      troubles.recordFailure(place, why, isUnfit)
    ))!
    troubles.clear(place)
    return { isWhole: rows.length === found.length, observations }
  })

  return { budget, take }
})
