// Merging without a database: who shares a commit with whom, and what happens when one fails.
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Queue } from "effect"
import { groupCommit } from "../../../src/store/sql/GroupCommit.ts"

interface Commit {
  readonly parts: ReadonlyArray<string>
  readonly end: (how: Exit.Exit<ReadonlyArray<string>, "away" | "broken">) => Effect.Effect<boolean>
}

/** A group commit whose commits the test ends itself; a part's size is the length of its name. */
const controlled = Effect.gen(function* () {
  const commits = yield* Queue.unbounded<Commit>()
  const submit = yield* groupCommit<string, string, "away" | "broken", never>({
    commit: (parts) =>
      Effect.gen(function* () {
        const ended = yield* Deferred.make<ReadonlyArray<string>, "away" | "broken">()
        yield* Queue.offer(commits, { parts, end: (how) => Deferred.done(ended, how) })
        return yield* Deferred.await(ended)
      }),
    sizeOf: (part) => part.length,
    maxCommitSize: 10,
    secondCommitSize: 6,
    maxWaitingSize: 40,
    isShared: (error) => error === "away"
  })
  const next = Queue.take(commits)
  /** Ends the next commit well. */
  const succeed = Effect.gen(function* () {
    const commit = yield* next
    yield* commit.end(Exit.succeed(commit.parts.map((p) => `${p} done`)))
    return commit.parts
  })
  const start = (...parts: ReadonlyArray<string>) =>
    Effect.forEach(parts, (part) => Effect.forkChild(submit(part), { startImmediately: true }))
  return { submit, next, succeed, start, idle: Effect.map(Queue.size(commits), (n) => n === 0) }
})

it.effect("a commit starts when none runs, and takes all that waits when it ends", () =>
  Effect.gen(function* () {
    const { idle, start, succeed } = yield* controlled
    const fibers = yield* start("a", "b", "c")
    assert.deepStrictEqual(yield* succeed, ["a"])
    assert.deepStrictEqual(yield* succeed, ["b", "c"])
    assert.deepStrictEqual(yield* Effect.forEach(fibers, Fiber.join), ["a done", "b done", "c done"])
    assert.isTrue(yield* idle)
  })
)

it.effect("a second commit starts beside the first only when much waits, and a third never", () =>
  Effect.gen(function* () {
    const { idle, next, start } = yield* controlled
    yield* start("a", "bbbbb")
    const first = yield* next
    assert.isTrue(yield* idle)
    yield* start("c")
    const second = yield* next
    assert.deepStrictEqual([first.parts, second.parts], [["a"], ["bbbbb", "c"]])
    yield* start("dddddd", "e")
    assert.isTrue(yield* idle)
    yield* first.end(Exit.succeed(["x"]))
    assert.deepStrictEqual((yield* next).parts, ["dddddd", "e"])
  })
)

it.effect(
  "a commit holds no more than its size, in order of arrival; a larger part goes alone and whole",
  () =>
    Effect.gen(function* () {
      const { start, succeed } = yield* controlled
      yield* start("a", "bbbbbb", "cccccc", "dddd", "e", "f".repeat(15), "g")
      const taken: Array<ReadonlyArray<string>> = []
      for (let n = 0; n < 6; n++) taken.push(yield* succeed)
      assert.deepStrictEqual(taken, [["a"], ["bbbbbb"], ["cccccc", "dddd"], ["e"], ["f".repeat(15)], ["g"]])
    })
)

it.effect("a merged commit that fails is repeated part by part; only the guilty one fails", () =>
  Effect.gen(function* () {
    const { next, start, succeed } = yield* controlled
    const [, ...fibers] = yield* start("a", "b", "c", "d")
    yield* succeed
    yield* (yield* next).end(Exit.fail("broken"))
    assert.deepStrictEqual(yield* succeed, ["b"])
    yield* (yield* next).end(Exit.fail("broken"))
    assert.deepStrictEqual(yield* succeed, ["d"])
    assert.deepStrictEqual(yield* Effect.forEach(fibers, Fiber.await), [
      Exit.succeed("b done"),
      Exit.fail("broken" as const),
      Exit.succeed("d done")
    ])
  })
)

it.effect(
  "a failure that would meet everybody is everybody's at once, of those who wait too; a defect is not",
  () =>
    Effect.gen(function* () {
      const { next, start, succeed } = yield* controlled
      const [, ...fibers] = yield* start("a", "b", "c")
      yield* succeed
      const [late] = yield* start("x")
      yield* (yield* next).end(Exit.fail("away"))
      assert.deepStrictEqual(yield* Effect.forEach([...fibers, late!], Fiber.await), [
        Exit.fail("away" as const),
        Exit.fail("away" as const),
        Exit.fail("away" as const)
      ])
      const [, ...others] = yield* start("d", "e", "f")
      yield* succeed
      yield* (yield* next).end(Exit.die("bug"))
      yield* (yield* next).end(Exit.die("bug"))
      assert.deepStrictEqual(yield* succeed, ["f"])
      assert.deepStrictEqual(yield* Effect.forEach(others, Fiber.await), [
        Exit.die("bug"),
        Exit.succeed("f done")
      ])
    })
)

it.effect("what waits is bounded: more is refused at once, and room comes back", () =>
  Effect.gen(function* () {
    const { start, submit, succeed } = yield* controlled
    yield* start("a", "b".repeat(5), "c".repeat(10))
    yield* start("d".repeat(10), "e".repeat(10))
    assert.deepInclude(yield* Effect.flip(submit("f".repeat(30))), { _tag: "Overloaded" })
    for (let n = 0; n < 5; n++) yield* succeed
    const [late] = yield* start("f".repeat(30))
    yield* succeed
    assert.strictEqual(yield* Fiber.join(late!), `${"f".repeat(30)} done`)
  })
)

it.effect("a part whose caller went away before its commit is left out; in a commit it stays", () =>
  Effect.gen(function* () {
    const { next, start, succeed } = yield* controlled
    const [a, b, c] = yield* start("a", "b", "c")
    yield* Fiber.interrupt(b!)
    const first = yield* next
    yield* Fiber.interrupt(a!)
    yield* first.end(Exit.succeed(["a done"]))
    assert.deepStrictEqual(yield* succeed, ["c"])
    assert.strictEqual(yield* Fiber.join(c!), "c done")
  })
)
