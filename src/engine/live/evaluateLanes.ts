// One turn of a project that is in lanes: its windows judged subject by subject in the order of time, until
// its turn is spent. A lane whose last window ends where the partition's cursor is closes, and the project
// goes on with everybody else there.
import { Effect } from "effect"
import { decodeLog } from "../../domain/intake/LogEntry.ts"
import { type Bounds, Turn } from "./Budget.ts"
import { BatchResult } from "../evaluate/BatchResult.ts"
import type { EngineState } from "./EngineState.ts"
import { busiest, inOrder, evaluatePiles, type Pile, Piles, wantedOf } from "./evaluateRows.ts"
import { isPast, type Lane, type Place } from "./Lanes.ts"
import type { Feed, WindowRows } from "../ports.ts"
import type { Preparing } from "./prepare.ts"

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
    return { lane, upTo: found.upTo, piles: inOrder(piles.byKey.values()), read: found }
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

/** A turn of the project; null: it is gone, and its lanes with it. */
export const evaluateLanes = Effect.fnUntraced(function* (
  { prepare }: Preparing,
  feed: Feed["Service"],
  engineState: EngineState,
  projectId: string,
  now: number,
  bounds: Bounds
) {
  const changes = new BatchResult(now),
    windows = yield* readWindows(feed, engineState, projectId, bounds.records)
  const prepared = yield* prepare(engineState, wantedOf(windows.flatMap((w) => w.piles)), changes, [
    projectId
  ])
  if (!prepared.projects.has(projectId)) return null
  const isSpent = new Turn(changes.work, bounds).share(1)
  for (const window of windows) {
    const place = yield* evaluatePiles(window.piles, prepared, isSpent)
    changes.lanes.push({
      before: window.lane,
      after: movedTo(engineState, window, place, busiest(changes, projectId))
    })
    if (place !== null || isSpent()) break
  }
  // who was only looked at is written too: the edition it is judged with
  engineState.prove(
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
export const stepOverInstant = Effect.fnUntraced(function* (
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
  engineState.prove([window.lane.partition], changes)
  return changes
})
