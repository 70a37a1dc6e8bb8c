// The attribution job: every record of a device gets its project and entity from the current assignments,
// oldest first, so that replays, which follow, have less to evaluate with each chunk.
import { Effect } from "effect"
import { type AttributedChunk, Attribution, type Kind, type Progress } from "./ports.ts"

const sum = ({ counts, done, total }: Progress, { changed, seen, to }: AttributedChunk): Progress => ({
  checkpoint: to,
  total: total === null ? null : Math.max(total, done + seen),
  done: done + seen,
  counts: {
    positions: (counts["positions"] ?? 0) + changed.positions,
    measurements: (counts["measurements"] ?? 0) + changed.measurements,
    states: (counts["states"] ?? 0) + changed.states,
    chunks: (counts["chunks"] ?? 0) + 1
  }
})

/** The kind of job for the worker. */
export const attribution = Effect.map(Attribution, ({ attribute, survey }): Kind => ({
  kind: "attribution",
  step: Effect.fnUntraced(function* (claim, before) {
    const counted = before.total === null ? { ...before, total: yield* survey(claim) } : before
    const from = typeof counted.checkpoint === "number" ? counted.checkpoint : claim.from
    const progress = yield* attribute(claim, from, (done) => sum(counted, done))
    return { progress, isDone: progress.checkpoint === null }
  })
}))
