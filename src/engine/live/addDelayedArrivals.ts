// Arrivals of a past that is replayed, completed for outages.
import { Effect } from "effect"
import { unheardIn } from "../evaluate/heard.ts"
import type { History } from "../ports.ts"
import type { EngineState } from "./EngineState.ts"
import type { ReplayTask } from "./makeRewrites.ts"

/** Adds to the arrivals what was sent while the subject could not be heard, and was received later. */
export const addDelayedArrivals = Effect.fnUntraced(function* (
  history: History["Service"],
  { hearing, progress }: EngineState,
  tasks: ReadonlyArray<ReplayTask>,
  arrivalsById: ReadonlyMap<string, ReadonlyArray<number>>,
  untilOf: (task: ReplayTask) => number
) {
  const asked = tasks.flatMap((task) => {
    const { subject } = task.ready.subjectActor
    // before its first arrival only what was sent is known
    const first = arrivalsById.get(subject.id)?.[0] ?? Infinity
    const within = unheardIn(
      task.ready.subjectActor,
      first < task.from ? first : -Infinity,
      untilOf(task) + 1
    )
    return within.length === 0 ? [] : [{ subject, within }]
  })
  if (hearing.isWhole || asked.length === 0) return arrivalsById
  const sent = yield* history.delayedSendTimes(asked, progress)
  return new Map(
    [...arrivalsById].map(([id, arrivals]) => [
      id,
      [...new Set([...arrivals, ...(sent.get(id) ?? [])])].sort((a, b) => a - b)
    ])
  )
})
