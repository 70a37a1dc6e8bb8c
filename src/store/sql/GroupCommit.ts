// Merges waiting work into one transaction, without a timer: a commit starts when none runs, and a second one
// only when much waits. So a thousand requests of one record cost about as much as one request of a thousand.
// Knows nothing of SQL.
import { Data, Effect, Exit, FiberSet, type Scope } from "effect"

/** Overloaded means that more waits than can be processed in good time. */
class Overloaded extends Data.TaggedError("Overloaded") {}

/** GroupCommitOptions say how parts are committed, and bound the commits. */
interface GroupCommitOptions<Part, Done, E, R> {
  /** one result per part, in order */
  readonly commit: (parts: ReadonlyArray<Part>) => Effect.Effect<ReadonlyArray<Done>, E, R>
  readonly sizeOf: (part: Part) => number
  /** size of one commit at most; a part is never split */
  readonly maxCommitSize: number
  /** size that must wait before a second commit starts beside the first */
  readonly secondCommitSize: number
  /** size that may wait at all */
  readonly maxWaitingSize: number
  /**
   * whether a failure concerns all parts: then those that wait fail with it at once; otherwise a failed
   * commit is repeated part by part
   */
  readonly isShared: (error: E) => boolean
}

interface Waiting<Part, Done, E> {
  readonly part: Part
  readonly size: number
  readonly answer: (result: Effect.Effect<Done, E>) => void
}

/**
 * Makes the function that submits a part and returns its own result, after the commit that contained it. A
 * part whose caller is interrupted before its commit began is left out. Commits in flight end with the
 * scope.
 */
export const groupCommit = Effect.fnUntraced(function* <Part, Done, E, R>(
  options: GroupCommitOptions<Part, Done, E, R>
): Effect.fn.Return<(part: Part) => Effect.Effect<Done, E | Overloaded>, never, R | Scope.Scope> {
  const fork = yield* FiberSet.makeRuntime<R>()
  const queue: Array<Waiting<Part, Done, E>> = []
  let waiting = 0,
    running = 0

  const settle = (group: ReadonlyArray<Waiting<Part, Done, E>>): Effect.Effect<void, never, R> =>
    Effect.flatMap(Effect.exit(options.commit(group.map((w) => w.part))), (exit) => {
      if (Exit.isSuccess(exit))
        return Effect.sync(() => group.forEach((w, i) => w.answer(Effect.succeed(exit.value[i]!))))
      const error = exit.cause.reasons.find((r) => r._tag === "Fail")?.error
      const isShared = Exit.hasInterrupts(exit) || (error !== undefined && options.isShared(error))
      if (group.length > 1 && !isShared) return Effect.forEach(group, (w) => settle([w]), { discard: true })
      return Effect.sync(() => {
        for (const w of isShared ? [...group, ...drain()] : group) w.answer(Effect.failCause(exit.cause))
      })
    })

  const drain = () => {
    waiting = 0
    return queue.splice(0)
  }

  const take = (): ReadonlyArray<Waiting<Part, Done, E>> => {
    let count = 0,
      size = 0
    while (count < queue.length && (count === 0 || size + queue[count]!.size <= options.maxCommitSize))
      size += queue[count++]!.size
    waiting -= size
    return queue.splice(0, count)
  }

  const start = (): void => {
    while (queue.length > 0 && (running === 0 || (running === 1 && waiting >= options.secondCommitSize))) {
      running++
      fork(settle(take())).addObserver(() => {
        running--
        start()
      })
    }
  }

  return (part) =>
    Effect.callback<Done, E | Overloaded>((resume) => {
      const size = options.sizeOf(part)
      if (waiting + size > options.maxWaitingSize && waiting > 0) return resume(Effect.fail(new Overloaded()))
      const entry = { part, size, answer: resume }
      queue.push(entry)
      waiting += size
      start()
      return Effect.sync(() => {
        const at = queue.indexOf(entry)
        if (at < 0) return
        queue.splice(at, 1)
        waiting -= size
      })
    })
})
