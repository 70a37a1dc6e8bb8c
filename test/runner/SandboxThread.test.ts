import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Result } from "effect"
import { defaults, movement, type MovementJob } from "../../src/domain/analysis/modules/movement.ts"
import { computeInThread, type SandboxDied } from "../../src/runner/SandboxThread.ts"
import { STORY } from "../support/stories.ts"

const entry = new URL("../support/sandbox/planted.mjs", import.meta.url)
const options = { entry, heapMb: 96, totalMb: 200 }

const job = (name: string): MovementJob => ({
  module: "movement",
  methodVersion: movement.version,
  parameters: defaults,
  timezone: "UTC",
  periods: [{ key: "main", from: 0, to: 1000 }],
  subjects: [
    {
      id: "019a0c1f-2b3c-7d4e-8f50-617283940516",
      name,
      type: "cow",
      isLivestock: true,
      weights: {},
      deployments: null,
      discarded: {}
    }
  ],
  tracks: [
    {
      subject: 0,
      period: "main",
      time: Float64Array.of(1, 2, 3),
      lon: Float64Array.of(10, 11, 12),
      lat: Float64Array.of(50, 50, 50),
      accuracy_m: Float32Array.of(1, 1, 1),
      satellites: Float32Array.of(9, 9, 9)
    }
  ]
})

const failureOf = (result: Result.Result<unknown, SandboxDied>) =>
  Result.isFailure(result) ? result.failure.failure : assert.fail("the thread did not die")

describe("a thread for one job", () => {
  it.live("gives the columns away and brings the result home, saying how far it is", () =>
    Effect.gen(function* () {
      const told: Array<number> = []
      const given = job("Alma")
      const computed = yield* computeInThread(options, given, (percent) => told.push(percent))
      assert.strictEqual(computed.document.summary["main"]?.[given.subjects[0]!.id]?.["fixes"], 3)
      assert.deepStrictEqual(told, [50])
      assert.strictEqual(given.tracks[0]!.time.length, 0, "its columns are transferred, not copied")
    })
  )

  it.live("that throws fails with what it said", () =>
    Effect.gen(function* () {
      const failure = failureOf(
        yield* Effect.result(computeInThread(options, job("Thrower"), () => undefined))
      )
      assert.deepStrictEqual(failure, { code: "ANALYSIS_FAILED", message: "the sun did not rise" })
    })
  )

  it.live("that leaves without a result fails", () =>
    Effect.gen(function* () {
      assert.match(
        failureOf(yield* Effect.result(computeInThread(options, job("Leaver"), () => undefined))).message,
        /ended without a result/
      )
    })
  )

  for (const name of ["Heap", "Buffers", "FourGigabytes"]) {
    it.live(
      `that takes too much memory is ended, and says what to do: ${name}`,
      () =>
        Effect.gen(function* () {
          const failure = failureOf(
            yield* Effect.result(computeInThread(options, job(name), () => undefined))
          )
          assert.strictEqual(failure.code, "ANALYSIS_FAILED")
          assert.match(
            failure.message,
            /more than \d+ MB of memory. Choose fewer subjects or a shorter period/
          )
        }),
      name === "FourGigabytes" ? {} : STORY
    )
  }

  it.live("ends with its effect, in the middle of a loop, within a second", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(computeInThread(options, job("Loop"), () => undefined))
      yield* Effect.sleep("300 millis")
      const began = performance.now()
      yield* Fiber.interrupt(fiber)
      assert.isBelow(performance.now() - began, 1000)
    })
  )
})
