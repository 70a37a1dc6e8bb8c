// The part of a turn for projects that are judged apart, because their work exceeds their share.
import { Effect } from "effect"
import { Feed, Ids } from "../ports.ts"
import { attempt, type Commit } from "./attempt.ts"
import { type Bounds, Budget } from "./Budget.ts"
import type { EngineState } from "./EngineState.ts"
import { evaluateLanes, stepOverInstant } from "./evaluateLanes.ts"
import type { Preparing } from "./prepare.ts"
import { Troubles } from "./Troubles.ts"

/** What lanes may cost, and who is in trouble there, outlives the memory that a failure drops. */
export const makeTakeLanes = Effect.fnUntraced(function* (
  preparing: Preparing,
  commit: Commit,
  bounds: Bounds
) {
  const feed = yield* Feed
  const ids = yield* Ids
  const budget = new Budget(bounds)
  const troubles = new Troubles()

  /**
   * A turn for the project in lanes that waits longest; the more it fails, the less is tried of it, and the
   * longer it rests. How many observations were judged; null: it is nobody's turn.
   */
  return Effect.fnUntraced(function* (held: EngineState, now: number) {
    const projectId = held.lanes.next((id) => !troubles.rests(id, now))
    if (projectId === null) return null
    const trouble = troubles.of(projectId)
    const work = Effect.gen(function* () {
      const decided = trouble.isHopeless
        ? {
            changes: yield* stepOverInstant(feed, held, projectId, now, trouble.detail, ids.next),
            observations: 0
          }
        : yield* evaluateLanes(preparing, feed, held, projectId, now, trouble.narrow(budget.now))
      if (decided === null) return null
      yield* commit(held, decided.changes)
      return decided
    })
    const done = yield* attempt(budget, work, (why, isUnfit) => troubles.note(projectId, why, isUnfit, now))
    if (done === null) held.lanes.drop(projectId)
    troubles.ease(projectId)
    return done?.observations ?? 0
  })
})
