// What a device sent before anybody knew it: its kept reports are stored as intake would have stored them,
// each once, oldest first.
import { Effect } from "effect"
import { type Kind, KeptReports, type Processed, type Progress } from "./ports.ts"

/** Between two looks for devices that were made, or named, while reports of theirs were on their way. */
const LOOK = "5 seconds"

const sum = (
  { counts, done, total }: Progress,
  { accepted, duplicates, rejected, reports }: Processed
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

export const keptReports = Effect.map(KeptReports, ({ process, survey }): Kind => ({
  kind: "kept_reports",
  step: Effect.fnUntraced(function* (claim, before) {
    const counted = before.total === null ? { ...before, total: yield* survey(claim) } : before
    const { left, progress } = yield* process(claim, (done) => sum(counted, done))
    return { progress, isDone: !left }
  })
}))

/** Looks for kept reports whose device is known by now, whoever made it known. Runs until interrupted. */
export const followKept = Effect.gen(function* () {
  const { lookForKnown } = yield* KeptReports
  return yield* Effect.forever(
    lookForKnown.pipe(
      Effect.catchCause((cause) =>
        Effect.logError(`looking for kept reports failed; it is tried again in ${LOOK}`, cause)
      ),
      Effect.andThen(Effect.sleep(LOOK))
    )
  )
})
