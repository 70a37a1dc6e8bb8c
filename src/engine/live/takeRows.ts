// The part of a turn that judges what came in, in the order of the log.
import { Effect } from "effect"
import { Feed, Ids, type LogRow } from "../ports.ts"
import { attempt, type Commit } from "./attempt.ts"
import { type Bounds, Budget } from "./Budget.ts"
import type { EngineState } from "./EngineState.ts"
import { evaluateRows, partRows, projectsIn, stepOver } from "./evaluateRows.ts"
import type { Preparing } from "./prepare.ts"
import { Troubles } from "./Troubles.ts"

/** What rows may cost, and who is in trouble with them, outlives the memory that a failure drops. */
export const makeTakeRows = Effect.fnUntraced(function* (
  preparing: Preparing,
  commit: Commit,
  bounds: Bounds
) {
  const feed = yield* Feed
  const ids = yield* Ids
  const budget = new Budget(bounds)
  const troubles = new Troubles()

  const parted = Effect.fnUntraced(function* (held: EngineState, rows: ReadonlyArray<LogRow>, now: number) {
    const there = yield* feed.editions(projectsIn(held, rows))
    return { changes: partRows(held, rows, now, (id) => there.has(id)), observations: 0 }
  })

  /**
   * What is refused once may be refused for a passing reason; twice, its first row is tried alone; then that
   * row is stepped over. What fails for a reason that nobody knows is tried again, and then every project in
   * it goes on alone.
   */
  const take = Effect.fnUntraced(function* (held: EngineState, found: ReadonlyArray<LogRow>, now: number) {
    const place = JSON.stringify(held.cursors),
      trouble = troubles.of(place),
      { detail, failures, refusals } = trouble
    const isAlone = refusals >= 2
    const rows = isAlone ? found.slice(0, 1) : found
    const work = Effect.gen(function* () {
      const decided =
        refusals >= 3
          ? { changes: stepOver(held, rows[0]!, now, detail, ids.next), observations: 0 }
          : failures >= 2
            ? yield* parted(held, rows, now)
            : yield* evaluateRows(preparing, held, rows, now, budget.now)
      yield* commit(held, decided.changes)
      return decided
    })
    const { observations } = (yield* attempt(budget, work, (why, isUnfit) =>
      troubles.note(place, why, isUnfit)
    ))!
    troubles.forget(place)
    return { isWhole: rows.length === found.length, observations }
  })

  return { budget, take }
})
