// The job that removes an import: its records first, newest first, so that replays have less to evaluate with
// each chunk. Once the engine has evaluated the past without them, the objects that the import made are removed
// too, unless something else uses them.
import { Clock, Effect } from "effect"
import { ImportRemovals, type Kind, type Progress, type RemovedRecords } from "./ports.ts"

/** POLL_MS is how often the progress of the engine is read. */
const POLL_MS = 2000
/** MAX_ENGINE_WAIT_MS is how long the engine is waited for: objects that it still evaluates then stay. */
const MAX_ENGINE_WAIT_MS = 600_000

/** Stage is the progress of a removal; stored as the checkpoint of its job. */
interface Stage {
  readonly stage: "records" | "judging" | "creations"
  /** since when the engine is waited for, epoch ms */
  readonly since?: number
}

const stageOf = ({ checkpoint }: Progress): Stage => (checkpoint as Stage | null) ?? { stage: "records" }

const sum = (
  { counts, done, total }: Progress,
  { left, measurements, positions, states }: RemovedRecords,
  now: number
): Progress => ({
  checkpoint: left ? { stage: "records" } : { stage: "judging", since: now },
  done: done + positions + measurements + states,
  total,
  counts: {
    positions: (counts["positions"] ?? 0) + positions,
    measurements: (counts["measurements"] ?? 0) + measurements,
    states: (counts["states"] ?? 0) + states
  }
})

/** The kind of job for the worker. */
export const importRemoval = Effect.map(
  ImportRemovals,
  ({ isJudged, removeCreations, removeRecords, survey }): Kind => ({
    kind: "import_removal",
    step: Effect.fnUntraced(function* (claim, before) {
      const { since = 0, stage } = stageOf(before)
      const now = yield* Clock.currentTimeMillis
      switch (stage) {
        case "records": {
          const counted = before.total === null ? { ...before, total: yield* survey(claim) } : before
          const progress = yield* removeRecords(claim, (removed) => sum(counted, removed, now))
          return { progress, isDone: false }
        }
        case "judging":
          return now - since < MAX_ENGINE_WAIT_MS && !(yield* isJudged(claim))
            ? { progress: before, isDone: false, waitMs: POLL_MS }
            : { progress: { ...before, checkpoint: { stage: "creations" } }, isDone: false }
        case "creations": {
          const { left, progress } = yield* removeCreations(claim, before)
          return { progress, isDone: !left }
        }
      }
    })
  })
)
