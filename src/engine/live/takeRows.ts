// The part of a turn that evaluates new rows of the log as one batch: the records of each subject, in order,
// through its rules. Projects take turns, the small ones first; a project that uses up its share leaves the
// common cursor where it stopped and continues in lanes of its own (takeLanes.ts).
import { Effect } from "effect"
import { type BatchResult, type CursorMove, makeBatch } from "../evaluate/BatchResult.ts"
import { Decisions } from "../evaluate/Decisions.ts"
import { type SubjectRecords, RecordsBySubject } from "../evaluate/evaluate.ts"
import { Feed, Ids, type LogRow } from "../ports.ts"
import { attempt, type Commit } from "./attempt.ts"
import { type BatchLimits, AdaptiveBatchLimit, TurnBudget } from "./AdaptiveBatchLimit.ts"
import type { EngineState } from "./EngineState.ts"
import { entriesOf } from "./entriesOf.ts"
import type { Lane, LaneMove, LanePlace } from "../evaluate/Lane.ts"
import { evaluateSubjects, wantedOf } from "./evaluateSubjects.ts"
import type { Preparer } from "./prepare.ts"
import { FailureTracker } from "./FailureTracker.ts"

/**
 * PartitionRecords are the records of one project in one partition of a batch, by subject, in the order of
 * the subjects' ids.
 */
interface PartitionRecords {
  readonly partition: number
  readonly subjects: ReadonlyArray<SubjectRecords>
}

/** Returns the records of rows by project and partition, the project with the fewest records first. */
const byProject = (engineState: EngineState, rows: ReadonlyArray<LogRow>) => {
  const projects = new Map<string, { records: number; readonly partitions: Map<number, RecordsBySubject> }>(),
    { lanes } = engineState
  for (const row of rows) {
    const { partition } = row
    for (const observation of entriesOf(row, engineState.subjectOf)) {
      const { projectId } = observation.subject
      if (lanes.size > 0 && lanes.has(partition, projectId)) continue
      let project = projects.get(projectId)
      if (project === undefined) projects.set(projectId, (project = { records: 0, partitions: new Map() }))
      project.records++
      let subjects = project.partitions.get(partition)
      if (subjects === undefined) project.partitions.set(partition, (subjects = new RecordsBySubject()))
      subjects.add(observation)
    }
  }
  return [...projects]
    .map(([projectId, { records, partitions }]) => ({
      projectId,
      records,
      partitions: [...partitions]
        .sort(([a], [b]) => a - b)
        .map(([partition, records]): PartitionRecords => ({ partition, subjects: records.inOrder }))
    }))
    .sort((a, b) => a.records - b.records)
}

const projectsIn = (engineState: EngineState, rows: ReadonlyArray<LogRow>): ReadonlyArray<string> =>
  byProject(engineState, rows).map((p) => p.projectId)

/** Returns the last row of each partition. */
const lastRowIds = (rows: ReadonlyArray<LogRow>): ReadonlyMap<number, number> =>
  new Map(rows.map(({ id, partition }) => [partition, id]))

/** Returns the moves of the cursors to the ends of rows, by partition. */
const cursorMovesTo = (
  engineState: EngineState,
  ends: ReadonlyMap<number, number>
): ReadonlyArray<CursorMove> =>
  Array.from(ends, ([partition, to]) => ({ partition, from: engineState.position(partition), to }))

/**
 * Evaluates rows and returns the changes, with cursors and lanes, and the number of observations. A project
 * with more than `maxRules` rules is always evaluated in lanes: one record, which is never split, could use
 * up a turn.
 */
export const evaluateRows = Effect.fnUntraced(function* (
  { hearing, prepare }: Preparer,
  engineState: EngineState,
  rows: ReadonlyArray<LogRow>,
  now: number,
  limits: BatchLimits,
  maxRules = limits.events
) {
  const ends = lastRowIds(rows),
    projects = byProject(engineState, rows)
  const subjects = projects.flatMap((p) => p.partitions.flatMap((s) => s.subjects))
  const prepared = yield* prepare(engineState, wantedOf(subjects), now)
  yield* hearing.beforeRecords(engineState, prepared.ready, subjects)
  const { adoptions, decisions, periods } = prepared,
    turn = new TurnBudget(decisions.work, limits),
    lanes: Array<LaneMove> = []
  for (const [i, { projectId, partitions }] of projects.entries()) {
    const isParked = prepared.parked.has(projectId)
    if (!prepared.projects.has(projectId) && !isParked) continue
    const isSpent = turn.share(projects.length - i)
    let needsLane = isParked || engineState.ruleSets.get(projectId)!.rules.length > maxRules
    for (const { partition, subjects } of partitions) {
      const place: LanePlace | null = needsLane ? null : yield* evaluateSubjects(subjects, prepared, isSpent)
      if (needsLane || place !== null)
        lanes.push(
          openLane(engineState, {
            partition,
            projectId,
            place,
            upTo: ends.get(partition)!,
            openedAt: decisions.now,
            ruleId: decisions.busiest(projectId)
          })
        )
      needsLane ||= place !== null || isSpent()
    }
  }
  return {
    changes: decisions.batch({ adoptions, cursors: cursorMovesTo(engineState, ends), lanes, periods }),
    observations: projects.reduce((sum, p) => sum + p.records, 0)
  }
})

/** Returns the move that opens a lane at the cursor of its partition. */
const openLane = (engineState: EngineState, lane: Omit<Lane, "position">): LaneMove => ({
  before: null,
  after: { ...lane, position: engineState.position(lane.partition) }
})

/**
 * Evaluates nothing and moves every existing project of the rows into lanes, so that a failing project delays
 * no other.
 */
const splitIntoLanes = (
  engineState: EngineState,
  rows: ReadonlyArray<LogRow>,
  now: number,
  projectExists: (projectId: string) => boolean
): BatchResult => {
  const ends = lastRowIds(rows)
  const lanes = byProject(engineState, rows).flatMap(({ projectId, partitions }) =>
    projectExists(projectId)
      ? partitions.map(({ partition }) =>
          openLane(engineState, {
            partition,
            projectId,
            place: null,
            upTo: ends.get(partition)!,
            openedAt: now,
            ruleId: null
          })
        )
      : []
  )
  return makeBatch(now, { cursors: cursorMovesTo(engineState, ends), lanes })
}

/** Skips a row that cannot be committed: its records stay stored, and a replay evaluates them (LateLane.ts). */
const skipRow = (
  engineState: EngineState,
  row: LogRow,
  now: number,
  detail: string,
  nextId: () => string
): BatchResult => {
  const decisions = new Decisions(now)
  const observations = entriesOf(row, engineState.subjectOf).filter(
    (o) => !engineState.lanes.has(row.partition, o.subject.projectId)
  )
  for (const o of observations) decisions.lateFrom(o.subject, o.at)
  const skippedRow = {
    row: row.id,
    detail,
    projectIds: [...new Set(observations.map((o) => o.subject.projectId))],
    traceId: nextId()
  }
  return decisions.batch({ cursors: cursorMovesTo(engineState, lastRowIds([row])), skippedRow })
}

/**
 * Makes the turn for new rows. Its limits and failure counts are kept when a failure discards the engine
 * state.
 */
export const makeTakeRows = Effect.fnUntraced(function* (
  preparer: Preparer,
  commit: Commit,
  limits: BatchLimits
) {
  const feed = yield* Feed
  const ids = yield* Ids
  const limit = new AdaptiveBatchLimit(limits)
  const failures = new FailureTracker()

  const splitExisting = Effect.fnUntraced(function* (
    engineState: EngineState,
    rows: ReadonlyArray<LogRow>,
    now: number
  ) {
    const existing = yield* feed.editions(projectsIn(engineState, rows))
    return { changes: splitIntoLanes(engineState, rows, now, (id) => existing.has(id)), observations: 0 }
  })

  /**
   * Evaluates and commits rows. A batch refused once may be refused for a transient reason; after two
   * refusals its first row is tried alone, then skipped. A batch that fails for an unknown reason is retried,
   * and then every project in it continues in lanes.
   */
  const take = Effect.fnUntraced(function* (
    engineState: EngineState,
    newRows: ReadonlyArray<LogRow>,
    now: number
  ) {
    // the first row stays the first one where partitions come or go
    const batchKey = String(newRows[0]!.id),
      history = failures.of(batchKey),
      { detail, failures: otherFailures, refusals } = history
    const isAlone = refusals >= 2
    const rows = isAlone ? newRows.slice(0, 1) : newRows
    const work = Effect.gen(function* () {
      const decided =
        refusals >= 3
          ? { changes: skipRow(engineState, rows[0]!, now, detail, ids.next), observations: 0 }
          : otherFailures >= 2
            ? yield* splitExisting(engineState, rows, now)
            : yield* evaluateRows(preparer, engineState, rows, now, limit.current, limits.events)
      yield* commit(engineState, decided.changes)
      return decided
    })
    const { observations } = (yield* attempt(limit, work, (message, isRefused) =>
      failures.recordFailure(batchKey, message, isRefused)
    ))!
    failures.clear(batchKey)
    return { isWhole: rows.length === newRows.length, observations }
  })

  return { limit, take }
})
