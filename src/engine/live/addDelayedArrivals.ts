// The arrivals of a past that is judged again, over outages.
import { Effect } from "effect"
import { unheardIn } from "../evaluate/heard.ts"
import type { History } from "../ports.ts"
import type { EngineState } from "./EngineState.ts"
import type { ReplayTask } from "./addRewrite.ts"

/** Arrivals, and beside them what was sent while nothing of the subject could be heard, and came later. */
export const addDelayedArrivals = Effect.fnUntraced(function* (
  history: History["Service"],
  { hearing, reading }: EngineState,
  tasks: ReadonlyArray<ReplayTask>,
  receipts: ReadonlyMap<string, ReadonlyArray<number>>,
  untilOf: (task: ReplayTask) => number
) {
  const asked = tasks.flatMap((task) => {
    const { subject } = task.ready.subjectActor
    // before its first arrival, what was sent is all that there is of it
    const first = receipts.get(subject.id)?.[0] ?? Infinity
    const amid = unheardIn(task.ready.subjectActor, first < task.from ? first : -Infinity, untilOf(task) + 1)
    return amid.length === 0 ? [] : [{ subject, amid }]
  })
  if (hearing.isWhole || asked.length === 0) return receipts
  const sent = yield* history.sentAmid(asked, reading)
  return new Map(
    [...receipts].map(([id, arrivals]) => [
      id,
      [...new Set([...arrivals, ...(sent.get(id) ?? [])])].sort((a, b) => a - b)
    ])
  )
})
