import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { every } from "../../src/jobs/every.ts"

/** What a task did and said that fails on its second try: how often it was tried after so many minutes. */
const watch = (interval: "1 hours" | "5 seconds") =>
  Effect.gen(function* () {
    const said: Array<string> = []
    let tries = 0
    const task = Effect.suspend(() =>
      ++tries === 2 ? Effect.die(new Error("the session was ended")) : Effect.void
    )
    const hears = Logger.layer([Logger.make(({ message }) => void said.push(String(message)))])
    yield* Effect.forkChild(Effect.provide(every(interval, "counting rows", task), hears))
    return { said, tries: () => tries }
  })

describe("work that comes again and again", () => {
  it.effect("is done now and after each interval", () =>
    Effect.gen(function* () {
      const { tries } = yield* watch("1 hours")
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual(tries(), 1)
      yield* TestClock.adjust("1 minutes")
      assert.strictEqual(tries(), 2)
    })
  )

  it.effect("that failed says so, and is tried again in a minute where the interval is an hour", () =>
    Effect.gen(function* () {
      const { said, tries } = yield* watch("1 hours")
      yield* TestClock.adjust("1 hours")
      assert.strictEqual(tries(), 2)
      assert.include(said.join(), "counting rows failed; it is tried again in 1m")
      yield* TestClock.adjust("1 minutes")
      assert.strictEqual(tries(), 3)
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual(tries(), 3)
      yield* TestClock.adjust("1 minutes")
      assert.strictEqual(tries(), 4)
    })
  )

  it.effect("that failed keeps its interval where that is shorter", () =>
    Effect.gen(function* () {
      const { said, tries } = yield* watch("5 seconds")
      yield* TestClock.adjust("9 seconds")
      assert.strictEqual(tries(), 2)
      assert.include(said.join(), "tried again in 5s")
      yield* TestClock.adjust("1 seconds")
      assert.strictEqual(tries(), 3)
    })
  )
})
