import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { RunUpkeep } from "../../src/jobs/ports.ts"
import { tidyRuns } from "../../src/jobs/tidyRuns.ts"

describe("the clean-up of analysis runs", () => {
  it.effect("is hourly, and says what went only where something did", () =>
    Effect.gen(function* () {
      const looks: Array<number> = [],
        said: Array<string> = []
      const upkeep = Layer.succeed(RunUpkeep, {
        tidy: (timeoutMs) =>
          Effect.sync(() => {
            looks.push(timeoutMs)
            return { expired: looks.length - 1, surplus: 0, abandoned: 0 }
          }),
        failDisabled: () => Effect.succeed(0)
      })
      const hears = Logger.layer([Logger.make(({ message }) => void said.push(JSON.stringify(message)))])
      yield* Effect.forkChild(tidyRuns(1000, ["movement"]).pipe(Effect.provide(Layer.merge(upkeep, hears))))
      yield* TestClock.adjust("59 minutes")
      assert.deepStrictEqual([looks, said], [[1000], []])
      yield* TestClock.adjust("1 minutes")
      assert.deepStrictEqual(looks, [1000, 1000])
      assert.include(said.join(), `"runs are tidied",{"expired":1`)
    })
  )

  it.effect("fails queued runs of modules that are switched off within 5 seconds, and says how many", () =>
    Effect.gen(function* () {
      const looks: Array<ReadonlyArray<string>> = [],
        said: Array<string> = []
      const upkeep = Layer.succeed(RunUpkeep, {
        tidy: () => Effect.succeed({ expired: 0, surplus: 0, abandoned: 0 }),
        failDisabled: (modules) =>
          Effect.sync(() => {
            looks.push(modules)
            return looks.length - 1
          })
      })
      const hears = Logger.layer([Logger.make(({ message }) => void said.push(JSON.stringify(message)))])
      yield* Effect.forkChild(tidyRuns(1000, []).pipe(Effect.provide(Layer.merge(upkeep, hears))))
      yield* TestClock.adjust("4 seconds")
      assert.deepStrictEqual([looks, said], [[[]], []])
      yield* TestClock.adjust("1 seconds")
      assert.deepStrictEqual(looks, [[], []])
      assert.include(said.join(), `"queued runs of disabled modules failed",{"runs":1}`)
    })
  )
})
