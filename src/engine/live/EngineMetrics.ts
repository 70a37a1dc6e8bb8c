// What an engine process counts for operators: how its partitions come and go, commits that were refused because
// another process had claimed their partitions, and how long a turn takes.
import { Effect, Metric } from "effect"

/**
 * PartitionLoss is why partitions are lost: they were placed elsewhere; another process claimed them first,
 * so that a commit was refused; or the engine forgets all it owns because a turn failed, and claims again.
 */
type PartitionLoss = "moved" | "refused" | "restart"
const losses: ReadonlyArray<PartitionLoss> = ["moved", "refused", "restart"]

/** TURN_BOUNDS_SECONDS are the buckets of the histogram; an ordinary turn takes some 20 ms. */
const TURN_BOUNDS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

const owned = Metric.gauge("pugmark_engine_partitions", {
  description: "Partitions of the log that an engine owns"
})
const gained = Metric.counter("pugmark_engine_partitions_gained_total", {
  description: "Partitions that an engine claimed",
  incremental: true
})
const lost = Metric.counter("pugmark_engine_partitions_lost_total", {
  description:
    "Partitions that an engine lost: moved to another one, claimed by another one before this one knew " +
    "(refused), or claimed again after a failure (restart)",
  incremental: true
})
const refused = Metric.counter("pugmark_engine_commits_refused_total", {
  description: "Commits that were refused because another engine had claimed one of their partitions",
  incremental: true
})
const turn = Metric.histogram("pugmark_engine_turn_seconds", {
  description: "Duration of a turn of an engine in which something was evaluated",
  boundaries: TURN_BOUNDS_SECONDS
})

/** Makes the counters known, so that their first increase is one: a series that begins with 1 has none. */
export const registerEngineMetrics: Effect.Effect<void> = Effect.all(
  [
    Metric.update(owned, 0),
    Metric.update(gained, 0),
    Metric.update(refused, 0),
    ...losses.map((reason) => Metric.update(Metric.withAttributes(lost, { reason }), 0))
  ],
  { discard: true }
)

/** Counts partitions that were claimed, of which there are so many now. */
export const countGained = (partitions: number, ownedNow: number): Effect.Effect<void> =>
  Effect.andThen(Metric.update(gained, partitions), Metric.update(owned, ownedNow))

/** Counts partitions that were lost, after which there are so many. */
export const countLost = (reason: PartitionLoss, partitions: number, ownedNow: number): Effect.Effect<void> =>
  Effect.andThen(
    Metric.update(Metric.withAttributes(lost, { reason }), partitions),
    Metric.update(owned, ownedNow)
  )

/** Counts a refused commit. */
export const countRefusedCommit: Effect.Effect<void> = Metric.update(refused, 1)

/** Records how long a turn took, ms. */
export const countTurn = (milliseconds: number): Effect.Effect<void> =>
  Metric.update(turn, Math.max(0, milliseconds) / 1000)
