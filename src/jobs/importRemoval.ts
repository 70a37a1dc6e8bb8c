// Takes an import back: its records go first, newest first, so that the late lane has little to judge again with each
// chunk. Once rules have judged the past without them, what the import made goes too, as far as nothing else uses it.
import { Clock, Effect } from "effect"
import { ImportRemovals, type Kind, type Progress, type RemovedRecords } from "./ports.ts"

/** How often it is asked whether rules are through. */
const LOOK_MS = 2000
/** Rules that take longer are not waited for: what they still judge stays. */
const PATIENCE_MS = 600_000

/** Where a removal is; kept as the checkpoint of its job. */
interface Stage {
  readonly stage: "records" | "judging" | "creations"
  /** since when rules are waited for, epoch ms */
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
          return now - since < PATIENCE_MS && !(yield* isJudged(claim))
            ? { progress: before, isDone: false, waitMs: LOOK_MS }
            : { progress: { ...before, checkpoint: { stage: "creations" } }, isDone: false }
        case "creations": {
          const { left, progress } = yield* removeCreations(claim, before)
          return { progress, isDone: !left }
        }
      }
    })
  })
)
