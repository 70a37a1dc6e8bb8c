// The part of a turn for projects in lanes: the windows of one project, subject by subject in the order of
// time, until its turn is spent. A lane whose last window ends at the partition's cursor closes, and the
// project rejoins the others there.
import { Effect } from "effect"
import { subjectKey } from "../../domain/rule/Observation.ts"
import { makeBatch } from "../evaluate/BatchResult.ts"
import { type SubjectRecords, RecordsBySubject } from "../evaluate/evaluate.ts"
import { Feed, Ids, type WindowRows } from "../ports.ts"
import { attempt, type Commit } from "./attempt.ts"
import { type BatchLimits, AdaptiveBatchLimit, TurnBudget } from "./AdaptiveBatchLimit.ts"
import type { EngineState } from "./EngineState.ts"
import { entriesOf } from "./entriesOf.ts"
import { isPast, type Lane, type LaneMove, type LanePlace } from "../evaluate/Lane.ts"
import type { Preparer } from "./prepare.ts"
import { evaluateSubjects, wantedOf } from "./evaluateSubjects.ts"
import { FailureTracker } from "./FailureTracker.ts"

/** Window is a part of a lane's log that was read, and what of it is still to be evaluated. */
interface Window {
  readonly lane: Lane
  readonly upTo: number
  readonly subjects: ReadonlyArray<SubjectRecords>
  readonly read: WindowRows
}

const readWindows = Effect.fnUntraced(function* (
  feed: Feed["Service"],
  engineState: EngineState,
  projectId: string,
  maxRows: number
) {
  const lanes = engineState.lanes.ofProject(projectId)
  const read = yield* feed.windows(
    projectId,
    lanes.map(({ partition, position, upTo }) =>
      upTo > position
        ? { partition, from: position, to: upTo, fixed: true }
        : { partition, from: position, to: engineState.position(partition), fixed: false }
    ),
    maxRows
  )
  return lanes.map((lane): Window => {
    const windowRows = read.find((w) => w.partition === lane.partition)!,
      subjects = new RecordsBySubject()
    for (const row of windowRows.rows) {
      for (const observation of entriesOf(row, engineState.subjectOf)) {
        if (
          observation.subject.projectId === projectId &&
          !isPast(lane.place, observation.subject.id, observation.at)
        )
          subjects.add(observation)
      }
    }
    return { lane, upTo: windowRows.upTo, subjects: subjects.inOrder, read: windowRows }
  })
})

/** Returns where a lane is after its window was evaluated up to a place; null: the lane closes. */
const movedTo = (
  engineState: EngineState,
  { lane, upTo }: Window,
  place: LanePlace | null,
  ruleId: string | null
): Lane | null => {
  const rule = { ruleId: ruleId ?? lane.ruleId }
  if (place !== null) return { ...lane, ...rule, upTo, place }
  return upTo >= engineState.position(lane.partition)
    ? null
    : { ...lane, ...rule, position: upTo, upTo, place: null }
}

/** Evaluates a turn of the project; null: the project and its lanes are deleted; "parked": its lanes wait. */
const evaluateLanes = Effect.fnUntraced(function* (
  { hearing, prepare }: Preparer,
  feed: Feed["Service"],
  engineState: EngineState,
  projectId: string,
  now: number,
  limits: BatchLimits
) {
  const windows = yield* readWindows(feed, engineState, projectId, limits.records)
  const prepared = yield* prepare(engineState, wantedOf(windows.flatMap((w) => w.subjects)), now, [projectId])
  if (prepared.parked.has(projectId)) return "parked"
  if (!prepared.projects.has(projectId)) return null
  yield* hearing.beforeRecords(
    engineState,
    prepared.ready,
    windows.flatMap((w) => w.subjects)
  )
  const { adoptions, decisions, periods } = prepared,
    isSpent = new TurnBudget(decisions.work, limits).share(1),
    lanes: Array<LaneMove> = []
  for (const window of windows) {
    const place = yield* evaluateSubjects(window.subjects, prepared, isSpent)
    lanes.push({
      before: window.lane,
      after: movedTo(engineState, window, place, decisions.busiest(projectId))
    })
    if (place !== null || isSpent()) break
  }
  // subjects without decisions write too: the edition they are evaluated with
  const cursors = engineState.unmovedCursors(windows.map((w) => w.lane.partition))
  return {
    changes: decisions.batch({ adoptions, cursors, lanes, periods }),
    observations: windows.reduce((sum, w) => sum + w.subjects.reduce((n, p) => n + p.records.length, 0), 0)
  }
})

/**
 * Skips the first instant of the project's turn, which cannot be committed; a replay evaluates it
 * (LateLane.ts).
 */
const skipInstant = Effect.fnUntraced(function* (
  feed: Feed["Service"],
  engineState: EngineState,
  projectId: string,
  now: number,
  detail: string,
  nextId: () => string
) {
  const [window] = yield* readWindows(feed, engineState, projectId, 1)
  if (window === undefined) return makeBatch(now)
  const [first] = window.subjects
  const at = first === undefined ? null : Math.min(...first.records.map((o) => o.at))
  const place = first === undefined || at === null ? null : { subjectId: first.subject.id, at, ticked: false }
  const lanes = [{ before: window.lane, after: movedTo(engineState, window, place, null) }],
    cursors = engineState.unmovedCursors([window.lane.partition])
  if (first === undefined || at === null) return makeBatch(now, { cursors, lanes })
  return makeBatch(now, {
    late: new Map([[subjectKey(first.subject), { subject: first.subject, from: at }]]),
    skippedRow: {
      row: window.read.rows[0]?.id ?? window.upTo,
      detail,
      projectIds: [projectId],
      traceId: nextId()
    },
    cursors,
    lanes
  })
})

/** Makes the turn for lanes. Its limits and failure counts are kept when a failure discards the engine state. */
export const makeTakeLanes = Effect.fnUntraced(function* (
  preparer: Preparer,
  commit: Commit,
  limits: BatchLimits
) {
  const feed = yield* Feed
  const ids = yield* Ids
  const limit = new AdaptiveBatchLimit(limits)
  const failures = new FailureTracker()

  /**
   * Gives a turn to the project in lanes that waits longest; each failure reduces what is tried and lengthens
   * its backoff. Returns the number of evaluated observations; null: no project is eligible.
   */
  return Effect.fnUntraced(function* (engineState: EngineState, now: number) {
    const projectId = engineState.lanes.next(
      (id) => !failures.isBackingOff(id, now) && !engineState.parked.has(id)
    )
    if (projectId === null) return null
    const history = failures.of(projectId)
    const work = Effect.gen(function* () {
      const decided = history.isUnrecoverable
        ? {
            changes: yield* skipInstant(feed, engineState, projectId, now, history.detail, ids.next),
            observations: 0
          }
        : yield* evaluateLanes(preparer, feed, engineState, projectId, now, history.reduce(limit.current))
      if (decided === null || decided === "parked") return decided
      yield* commit(engineState, decided.changes)
      return decided
    })
    const done = yield* attempt(limit, work, (message, isRefused) =>
      failures.recordFailure(projectId, message, isRefused, now)
    )
    if (done === "parked") return 0
    if (done === null) engineState.lanes.drop(projectId)
    failures.recordSuccess(projectId)
    return done?.observations ?? 0
  })
})
