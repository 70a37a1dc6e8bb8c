// The job that stores what a device sent before it was registered: its stored reports become records as in
// intake, each once, oldest first.
import { Effect } from "effect"
import { every } from "./every.ts"
import { type Kind, KeptReports, type ProcessedReports, type Progress } from "./ports.ts"

const sum = (
  { counts, done, total }: Progress,
  { accepted, duplicates, rejected, reports }: ProcessedReports
): Progress => ({
  checkpoint: null,
  total: total === null ? null : Math.max(total, done + reports),
  done: done + reports,
  counts: {
    accepted: (counts["accepted"] ?? 0) + accepted,
    duplicates: (counts["duplicates"] ?? 0) + duplicates,
    rejected: (counts["rejected"] ?? 0) + rejected
  }
})

/** The kind of job for the worker. */
export const keptReports = Effect.map(KeptReports, ({ process, survey }): Kind => ({
  kind: "kept_reports",
  step: Effect.fnUntraced(function* (claim, before) {
    const counted = before.total === null ? { ...before, total: yield* survey(claim) } : before
    const { left, progress } = yield* process(claim, (done) => sum(counted, done))
    return { progress, isDone: !left }
  })
}))

/**
 * Looks for stored reports whose device is known by now, also where it was registered, or an identity added,
 * while reports were arriving. Runs until interrupted.
 */
export const followKeptReports = Effect.flatMap(KeptReports, ({ lookForKnown }) =>
  every("5 seconds", "looking for kept reports", lookForKnown)
)
