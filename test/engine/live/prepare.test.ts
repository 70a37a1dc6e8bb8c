// Rule sets come into force whole: with the schedule of their ticks.
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { EngineState } from "../../../src/engine/live/EngineState.ts"
import { FactSource, Feed } from "../../../src/engine/ports.ts"
import { makePreparer } from "../../../src/engine/live/prepare.ts"
import { HandClock, ruleActorsBy } from "../../support/engine/HandClock.ts"
import { MemoryStore } from "../../support/engine/memory.ts"
import { ruleSet, byTick, fast, speed } from "../../support/engine/storyRules.ts"
import { PROJECT, START } from "../../support/engine/timeline.ts"

it.effect(
  "a rule set whose subjects could not be read is not in force: the next look asks for them again",
  () =>
    Effect.gen(function* () {
      const store = new MemoryStore()
      store.ruleSets.set(PROJECT, ruleSet({ ...byTick, conditions: fast }))
      yield* store.append(speed(0, true))
      for (const [partition] of store.cursors) store.cursors.set(partition, store.log.length)
      let isDown = true
      const failing = Layer.effect(
        FactSource,
        Effect.map(FactSource, (own) => ({
          ...own,
          scheduledSubjects: (...args: Parameters<typeof own.scheduledSubjects>) =>
            isDown ? Effect.die("lost") : own.scheduledSubjects(...args)
        }))
      )
      yield* Effect.provide(
        Effect.gen(function* () {
          const { scheduled } = yield* Feed,
            preparing = yield* makePreparer(0),
            cursors = [...store.cursors].map(([partition, position]) => ({ partition, position })),
            engineState = new EngineState(ruleActorsBy(new HandClock(START)))
          engineState.own({ tenures: cursors.map((cursor) => ({ ...cursor, epoch: 1 })), lanes: [] })
          const open = Effect.gen(function* () {
            return Exit.isSuccess(yield* Effect.exit(preparing.open(engineState, yield* scheduled, START)))
          })
          assert.deepStrictEqual(
            [yield* open, engineState.schedules.size, engineState.ruleSets.size],
            [false, 0, 0]
          )
          isDown = false
          assert.deepStrictEqual(
            [yield* open, engineState.schedules.get(PROJECT)!.members.reduce((n, m) => n + m.size, 0)],
            [true, 1]
          )
        }),
        Layer.provideMerge(failing, store.ports())
      )
    })
)
