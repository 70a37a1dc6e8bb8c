// Follows the placement between two turns: gives up the partitions whose grants are revoked, and claims those that are
// granted. In between nothing is being committed, so that a partition moves without a refused commit.
import { Clock, Effect } from "effect"
import { FactSource, type Grant, Ownership, PartitionPlacement } from "../ports.ts"
import { countGained, countLost, registerEngineMetrics } from "./EngineMetrics.ts"
import type { EngineState } from "./EngineState.ts"
import { hasElapsed } from "./hasElapsed.ts"
import type { LateLane } from "./LateLane.ts"
import type { Preparer } from "./prepare.ts"

/**
 * REST_MS is how long a partition that another process claimed is left alone although it is granted: a
 * process that stood still has learned by then that its grant is over. Without the rest two processes could
 * overtake each other.
 */
const REST_MS = 5000

/** Makes the part of the engine that follows the placement. */
export const makeFollowPlacement = Effect.fnUntraced(function* (preparer: Preparer, lateLane: LateLane) {
  const placement = yield* PartitionPlacement
  const ownership = yield* Ownership
  const factSource = yield* FactSource
  yield* registerEngineMetrics
  /** the grants under which partitions were claimed */
  const taken = new Map<number, Grant>()
  /** partition -> until when it is left alone, epoch ms */
  const resting = new Map<number, number>()
  /** how many were claimed, which a grant that was taken may still not be */
  let ownedCount = 0

  /** Gives up the partitions whose grants are revoked; returns their number. */
  const giveUp = (engineState: EngineState): number => {
    const before = taken.size
    for (const [partition, grant] of taken) {
      if (!grant.isRevoked) continue
      engineState.leave(partition)
      taken.delete(partition)
      grant.release()
    }
    return before - taken.size
  }

  const isResting = (partition: number, now: number): boolean => {
    const until = resting.get(partition)
    if (until === undefined) return false
    const isOver = hasElapsed(until, REST_MS, now)
    if (isOver) resting.delete(partition)
    return !isOver
  }

  /** Loads what the previous owners of partitions left, and the deadlines within the timer window. */
  const load = Effect.fnUntraced(function* (
    engineState: EngineState,
    partitions: ReadonlyArray<number>,
    now: number
  ) {
    for (const { half, partition, projectId, to } of yield* factSource.tickProgress(partitions))
      engineState.ticksOf(projectId).set(partition, to, half)
    yield* preparer.addPartitions(engineState, partitions, now)
    yield* lateLane.open(engineState, partitions)
    const range = engineState.ruleActors.loaded
    if (range === null) return
    engineState.loadDeadlines(range, yield* factSource.pendingDeadlines(partitions, range))
  })

  /** Gives up and claims partitions. */
  const follow = Effect.fnUntraced(function* (engineState: EngineState) {
    const granted = placement.look()
    const moved = giveUp(engineState)
    ownedCount -= moved
    if (moved > 0) yield* countLost("moved", moved, ownedCount)
    const now = yield* Clock.currentTimeMillis
    const coming = [...granted.values()].filter(
      ({ partition }) => !taken.has(partition) && !isResting(partition, now)
    )
    if (coming.length === 0) return
    for (const grant of coming) {
      grant.take()
      taken.set(grant.partition, grant)
    }
    const partitions = coming.map(({ partition }) => partition).sort((a, b) => a - b)
    const claim = yield* ownership.claim(partitions)
    engineState.own(claim)
    ownedCount += partitions.length
    yield* countGained(partitions.length, ownedCount)
    yield* load(engineState, partitions, now)
    yield* Effect.logInfo("rules are evaluated here", {
      claimed: partitions.length,
      partitions: engineState.partitions.length,
      epochs: claim.tenures.map(({ epoch }) => epoch).join(" "),
      timers: engineState.ruleActors.size,
      lanes: engineState.lanes.size
    })
  })

  /** Forgets what was claimed, as the engine did; partitions that others own now are left alone for a while. */
  const forget = Effect.fnUntraced(function* (lost: ReadonlyArray<number>, now: number) {
    const refused = lost.filter((partition) => taken.has(partition)).length,
      others = ownedCount - refused
    for (const grant of taken.values()) if (grant.isRevoked) grant.release()
    taken.clear()
    ownedCount = 0
    for (const partition of lost) resting.set(partition, now + REST_MS)
    yield* countLost("refused", refused, 0)
    yield* countLost("restart", others, 0)
  })

  return { changed: placement.changed, close: placement.close, follow, forget }
})
