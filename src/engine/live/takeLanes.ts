// The part of a turn for projects that are judged apart, because their work exceeds their share: the windows
// of one of them, subject by subject in the order of time, until its turn is spent. A lane whose last window
// ends where the partition's cursor is closes, and the project goes on with everybody else there.
import { Effect } from "effect"
import { decodeLog } from "../../domain/intake/LogEntry.ts"
import { BatchResult } from "../evaluate/BatchResult.ts"
import { type Pile, Piles } from "../evaluate/evaluate.ts"
import { Feed, Ids, type WindowRows } from "../ports.ts"
import { attempt, type Commit } from "./attempt.ts"
import { type BatchLimits, AdaptiveBatchLimit, TurnBudget } from "./AdaptiveBatchLimit.ts"
import type { EngineState } from "./EngineState.ts"
import { isPast, type Lane, type Place } from "./Lanes.ts"
import type { Preparer } from "./prepare.ts"
import { evaluatePiles, wantedOf } from "./takeRows.ts"
import { FailureTracker } from "./FailureTracker.ts"

/** A window that was read: what of it is still to be judged, in order. */
interface Window {
  readonly lane: Lane
  readonly upTo: number
  readonly piles: ReadonlyArray<Pile>
  readonly read: WindowRows
}

const readWindows = Effect.fnUntraced(function* (
  feed: Feed["Service"],
  engineState: EngineState,
  projectId: string,
  most: number
) {
  const lanes = engineState.lanes.ofProject(projectId)
  const read = yield* feed.windows(
    projectId,
    lanes.map(({ partition, position, upTo }) =>
      upTo > position
        ? { partition, from: position, to: upTo, fixed: true }
        : { partition, from: position, to: engineState.position(partition), fixed: false }
    ),
    most
  )
  return lanes.map((lane): Window => {
    const found = read.find((w) => w.partition === lane.partition)!,
      piles = new Piles()
    for (const { payload } of found.rows) {
      for (const seen of decodeLog(payload, engineState.subjectOf)) {
        if (seen.subject.projectId === projectId && !isPast(lane.place, seen.subject.id, seen.at))
          piles.add(seen)
      }
    }
    return { lane, upTo: found.upTo, piles: piles.inOrder, read: found }
  })
})

/** Where a lane is after its window was judged up to a place; null: to its end. */
const movedTo = (
  engineState: EngineState,
  { lane, upTo }: Window,
  place: Place | null,
  ruleId: string | null
): Lane | null => {
  const rule = { ruleId: ruleId ?? lane.ruleId }
  if (place !== null) return { ...lane, ...rule, upTo, place }
  return upTo >= engineState.position(lane.partition)
    ? null
    : { ...lane, ...rule, position: upTo, upTo, place: null }
}

/** A turn of the project; null: it is gone, and its lanes with it; parked: its lanes wait. */
const evaluateLanes = Effect.fnUntraced(function* (
  { hearing, prepare }: Preparer,
  feed: Feed["Service"],
  engineState: EngineState,
  projectId: string,
  now: number,
  bounds: BatchLimits
) {
  const changes = new BatchResult(now),
    windows = yield* readWindows(feed, engineState, projectId, bounds.records)
  const prepared = yield* prepare(engineState, wantedOf(windows.flatMap((w) => w.piles)), changes, [
    projectId
  ])
  if (prepared.parked.has(projectId)) return "parked"
  if (!prepared.projects.has(projectId)) return null
  yield* hearing.beforeRecords(
    engineState,
    prepared.ready,
    windows.flatMap((w) => w.piles)
  )
  const isSpent = new TurnBudget(changes.work, bounds).share(1)
  for (const window of windows) {
    const place = yield* evaluatePiles(window.piles, prepared, isSpent)
    changes.lanes.push({
      before: window.lane,
      after: movedTo(engineState, window, place, changes.busiest(projectId))
    })
    if (place !== null || isSpent()) break
  }
  // who was only looked at is written too: the edition it is judged with
  engineState.touchCursors(
    windows.map((w) => w.lane.partition),
    changes
  )
  return {
    changes,
    observations: windows.reduce((sum, w) => sum + w.piles.reduce((n, p) => n + p.records.length, 0), 0)
  }
})

/**
 * The instant that the project's turn would begin with is left to the late lane: nobody can judge and commit
 * it.
 */
const stepOverInstant = Effect.fnUntraced(function* (
  feed: Feed["Service"],
  engineState: EngineState,
  projectId: string,
  now: number,
  detail: string,
  nextId: () => string
) {
  const changes = new BatchResult(now),
    [window] = yield* readWindows(feed, engineState, projectId, 1)
  if (window === undefined) return changes
  const [pile] = window.piles
  const at = pile === undefined ? null : Math.min(...pile.records.map((o) => o.at))
  const place = pile === undefined || at === null ? null : { subjectId: pile.subject.id, at, ticked: false }
  if (pile !== undefined && at !== null) {
    changes.lateFrom(pile.subject, at)
    changes.steppedOver = {
      row: window.read.rows[0]?.id ?? window.upTo,
      detail,
      projectIds: [projectId],
      traceId: nextId()
    }
  }
  changes.lanes.push({ before: window.lane, after: movedTo(engineState, window, place, null) })
  engineState.touchCursors([window.lane.partition], changes)
  return changes
})

/** What lanes may cost, and who is in trouble there, outlives the memory that a failure drops. */
export const makeTakeLanes = Effect.fnUntraced(function* (
  preparing: Preparer,
  commit: Commit,
  bounds: BatchLimits
) {
  const feed = yield* Feed
  const ids = yield* Ids
  const budget = new AdaptiveBatchLimit(bounds)
  const troubles = new FailureTracker()

  /**
   * A turn for the project in lanes that waits longest; the more it fails, the less is tried of it, and the
   * longer it rests. How many observations were judged; null: it is nobody's turn.
   */
  return Effect.fnUntraced(function* (held: EngineState, now: number) {
    const projectId = held.lanes.next((id) => !troubles.isBackingOff(id, now) && !held.parked.has(id))
    if (projectId === null) return null
    const trouble = troubles.of(projectId)
    const work = Effect.gen(function* () {
      const decided = trouble.isUnrecoverable
        ? {
            changes: yield* stepOverInstant(feed, held, projectId, now, trouble.detail, ids.next),
            observations: 0
          }
        : yield* evaluateLanes(preparing, feed, held, projectId, now, trouble.reduce(budget.current))
      if (decided === null || decided === "parked") return decided
      yield* commit(held, decided.changes)
      return decided
    })
    const done = yield* attempt(budget, work, (why, isUnfit) => troubles.recordFailure(projectId, why, isUnfit, now))
    if (done === "parked") return 0
    if (done === null) held.lanes.drop(projectId)
    troubles.recordSuccess(projectId)
    return done?.observations ?? 0
  })
})
