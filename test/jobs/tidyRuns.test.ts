import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { RunUpkeep } from "../../src/jobs/ports.ts"
import { tidyRuns } from "../../src/jobs/tidyRuns.ts"

describe("the clean-up of analysis runs", () => {
  it.effect("is hourly; one that failed says so and is tried again a minute later", () =>
    Effect.gen(function* () {
      const looks: Array<number> = [],
        said: Array<string> = []
      const upkeep = Layer.succeed(RunUpkeep, {
        tidy: (timeoutMs) =>
          Effect.suspend(() => {
            looks.push(timeoutMs)
            return looks.length === 2
              ? Effect.die(new Error("the session was ended"))
              : Effect.succeed({ expired: 0, surplus: 0, abandoned: 0 })
          })
      })
      const hears = Logger.layer([Logger.make(({ message }) => void said.push(String(message)))])
      yield* Effect.forkChild(tidyRuns(1000).pipe(Effect.provide(Layer.merge(upkeep, hears))))
      yield* TestClock.adjust("59 minutes")
      assert.deepStrictEqual(looks, [1000])
      yield* TestClock.adjust("1 minutes")
      assert.strictEqual(looks.length, 2)
      assert.include(said.join(), "tidying runs failed; it is tried again in 1 minutes")
      yield* TestClock.adjust("1 minutes")
      assert.strictEqual(looks.length, 3)
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual(looks.length, 3)
      yield* TestClock.adjust("1 minutes")
      assert.strictEqual(looks.length, 4)
    })
  )
})
