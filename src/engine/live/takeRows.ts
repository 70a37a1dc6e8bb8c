// The part of a turn that judges new rows of the log as one batch: the records of each subject, in order,
// through its rules. Projects take turns, the small ones first; a project that uses up its share leaves the
// common cursor where it stopped and continues in lanes of its own (takeLanes.ts).
import { Effect } from "effect"
import { decodeLog } from "../../domain/intake/LogEntry.ts"
import { type BatchResult, type CursorMove, makeBatch } from "../evaluate/BatchResult.ts"
import { Decisions } from "../evaluate/Decisions.ts"
import { type SubjectRecords, RecordsBySubject } from "../evaluate/evaluate.ts"
import { Feed, Ids, type LogRow } from "../ports.ts"
import { attempt, type Commit } from "./attempt.ts"
import { type BatchLimits, AdaptiveBatchLimit, TurnBudget } from "./AdaptiveBatchLimit.ts"
import type { EngineState } from "./EngineState.ts"
import type { Lane, LaneMove, LanePlace } from "../evaluate/Lane.ts"
import { evaluateSubjects, wantedOf } from "./evaluateSubjects.ts"
import type { Preparer } from "./prepare.ts"
import { FailureTracker } from "./FailureTracker.ts"

/**
 * Stack is what a partition of a project has in a batch: records by subject, in the order of the subjects'
 * ids.
 */
interface Stack {
  readonly partition: number
  readonly subjects: ReadonlyArray<SubjectRecords>
}

/** Of each project its stacks by partition and how many records they are. */
const byProject = (engineState: EngineState, rows: ReadonlyArray<LogRow>) => {
  const projects = new Map<string, { records: number; readonly stacks: Map<number, RecordsBySubject> }>(),
    { lanes } = engineState
  for (const { partition, payload } of rows) {
    for (const seen of decodeLog(payload, engineState.subjectOf)) {
      const { projectId } = seen.subject
      if (lanes.size > 0 && lanes.has(partition, projectId)) continue
      let project = projects.get(projectId)
      if (project === undefined) projects.set(projectId, (project = { records: 0, stacks: new Map() }))
      project.records++
      let subjects = project.stacks.get(partition)
      if (subjects === undefined) project.stacks.set(partition, (subjects = new RecordsBySubject()))
      subjects.add(seen)
    }
  }
  return [...projects]
    .map(([projectId, { records, stacks }]) => ({
      projectId,
      records,
      stacks: [...stacks]
        .sort(([a], [b]) => a - b)
        .map(([partition, records]): Stack => ({ partition, subjects: records.inOrder }))
    }))
    .sort((a, b) => a.records - b.records)
}

const projectsIn = (engineState: EngineState, rows: ReadonlyArray<LogRow>): ReadonlyArray<string> =>
  byProject(engineState, rows).map((p) => p.projectId)

const endsOf = (rows: ReadonlyArray<LogRow>): ReadonlyMap<number, number> =>
  new Map(rows.map(({ id, partition }) => [partition, id]))

/** Returns the moves of the cursors to the ends of rows, by partition. */
const movesTo = (engineState: EngineState, ends: ReadonlyMap<number, number>): ReadonlyArray<CursorMove> =>
  Array.from(ends, ([partition, to]) => ({ partition, from: engineState.position(partition), to }))

/**
 * Judges rows and returns the changes, with cursors and lanes, and the number of observations. `most`: a
 * project with more rules is always judged in lanes, because one record may fill a turn and is not divided.
 */
export const evaluateRows = Effect.fnUntraced(function* (
  { hearing, prepare }: Preparer,
  engineState: EngineState,
  rows: ReadonlyArray<LogRow>,
  now: number,
  limits: BatchLimits,
  most = limits.events
) {
  const ends = endsOf(rows),
    projects = byProject(engineState, rows)
  const subjects = projects.flatMap((p) => p.stacks.flatMap((s) => s.subjects))
  const prepared = yield* prepare(engineState, wantedOf(subjects), now)
  yield* hearing.beforeRecords(engineState, prepared.ready, subjects)
  const { adoptions, decisions, periods } = prepared,
    turn = new TurnBudget(decisions.work, limits),
    lanes: Array<LaneMove> = []
  for (const [i, { projectId, stacks }] of projects.entries()) {
    const isParked = prepared.parked.has(projectId)
    if (!prepared.projects.has(projectId) && !isParked) continue
    const isSpent = turn.share(projects.length - i)
    let isLeaving = isParked || engineState.ruleSets.get(projectId)!.rules.length > most
    for (const { partition, subjects } of stacks) {
      const place: LanePlace | null = isLeaving ? null : yield* evaluateSubjects(subjects, prepared, isSpent)
      if (isLeaving || place !== null)
        lanes.push(
          opened(engineState, {
            partition,
            projectId,
            place,
            upTo: ends.get(partition)!,
            openedAt: decisions.now,
            ruleId: decisions.busiest(projectId)
          })
        )
      isLeaving ||= place !== null || isSpent()
    }
  }
  return {
    changes: decisions.batch({ adoptions, cursors: movesTo(engineState, ends), lanes, periods }),
    observations: projects.reduce((sum, p) => sum + p.records, 0)
  }
})

/** Returns the move that opens a lane at the cursor of its partition. */
const opened = (engineState: EngineState, lane: Omit<Lane, "position">): LaneMove => ({
  before: null,
  after: { ...lane, position: engineState.position(lane.partition) }
})

/**
 * Judges nothing and moves every existing project of the rows into lanes, so that the one that fails delays
 * no other.
 */
const partRows = (
  engineState: EngineState,
  rows: ReadonlyArray<LogRow>,
  now: number,
  isThere: (projectId: string) => boolean
): BatchResult => {
  const ends = endsOf(rows)
  const lanes = byProject(engineState, rows).flatMap(({ projectId, stacks }) =>
    isThere(projectId)
      ? stacks.map(({ partition }) =>
          opened(engineState, {
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
  return makeBatch(now, { cursors: movesTo(engineState, ends), lanes })
}

/** Skips a row that cannot be committed: its records stay stored, and the late lane judges them. */
const stepOver = (
  engineState: EngineState,
  row: LogRow,
  now: number,
  detail: string,
  nextId: () => string
): BatchResult => {
  const decisions = new Decisions(now)
  const seen = decodeLog(row.payload, engineState.subjectOf).filter(
    (o) => !engineState.lanes.has(row.partition, o.subject.projectId)
  )
  for (const o of seen) decisions.lateFrom(o.subject, o.at)
  const steppedOver = {
    row: row.id,
    detail,
    projectIds: [...new Set(seen.map((o) => o.subject.projectId))],
    traceId: nextId()
  }
  return decisions.batch({ cursors: movesTo(engineState, endsOf([row])), steppedOver })
}

/** Makes the turn for new rows; its limits and failures outlive the memory that a failure drops. */
export const makeTakeRows = Effect.fnUntraced(function* (
  preparer: Preparer,
  commit: Commit,
  limits: BatchLimits
) {
  const feed = yield* Feed
  const ids = yield* Ids
  const limit = new AdaptiveBatchLimit(limits)
  const failures = new FailureTracker()

  const parted = Effect.fnUntraced(function* (
    engineState: EngineState,
    rows: ReadonlyArray<LogRow>,
    now: number
  ) {
    const there = yield* feed.editions(projectsIn(engineState, rows))
    return { changes: partRows(engineState, rows, now, (id) => there.has(id)), observations: 0 }
  })

  /**
   * Judges and commits rows. A batch refused once may be refused for a transient reason; after two refusals
   * its first row is tried alone, then skipped. A batch that fails for an unknown reason is retried, and then
   * every project in it continues in lanes.
   */
  const take = Effect.fnUntraced(function* (
    engineState: EngineState,
    newRows: ReadonlyArray<LogRow>,
    now: number
  ) {
    const place = JSON.stringify(engineState.cursors),
      history = failures.of(place),
      { detail, failures: otherFailures, refusals } = history
    const isAlone = refusals >= 2
    const rows = isAlone ? newRows.slice(0, 1) : newRows
    const work = Effect.gen(function* () {
      const decided =
        refusals >= 3
          ? { changes: stepOver(engineState, rows[0]!, now, detail, ids.next), observations: 0 }
          : otherFailures >= 2
            ? yield* parted(engineState, rows, now)
            : yield* evaluateRows(preparer, engineState, rows, now, limit.current, limits.events)
      yield* commit(engineState, decided.changes)
      return decided
    })
    const { observations } = (yield* attempt(limit, work, (message, isUnfit) =>
      failures.recordFailure(place, message, isUnfit)
    ))!
    failures.clear(place)
    return { isWhole: rows.length === newRows.length, observations }
  })

  return { limit, take }
})
