// Books come into force whole: with the schedule of their ticks.
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { Estate } from "../../../src/engine/live/Estate.ts"
import { FactSource, Feed } from "../../../src/engine/ports.ts"
import { makePreparing } from "../../../src/engine/live/prepare.ts"
import { MemoryStore } from "../../support/engine/memory.ts"
import { book, byTick, fast, speed } from "../../support/engine/storyRules.ts"
import { PROJECT, START } from "../../support/engine/timeline.ts"

it.effect("a book whose subjects could not be read is not in force: the next look asks for them again", () =>
  Effect.gen(function* () {
    const store = new MemoryStore()
    store.books.set(PROJECT, book({ ...byTick, conditions: fast }))
    yield* store.append(speed(0, true))
    for (const [partition] of store.cursors) store.cursors.set(partition, store.log.length)
    let isDown = true
    const failing = Layer.effect(
      FactSource,
      Effect.map(FactSource, (own) => ({
        ...own,
        roll: (...args: Parameters<typeof own.roll>) => (isDown ? Effect.die("lost") : own.roll(...args))
      }))
    )
    yield* Effect.provide(
      Effect.gen(function* () {
        const { scheduled } = yield* Feed,
          preparing = yield* makePreparing(0),
          estate = new Estate({
            epoch: 1,
            cursors: [...store.cursors].map(([partition, position]) => ({ partition, position })),
            lanes: []
          })
        const open = Effect.gen(function* () {
          return Exit.isSuccess(yield* Effect.exit(preparing.open(estate, yield* scheduled, START)))
        })
        assert.deepStrictEqual([yield* open, estate.schedules.size, estate.books.size], [false, 0, 0])
        isDown = false
        assert.deepStrictEqual(
          [yield* open, estate.schedules.get(PROJECT)!.members.reduce((n, m) => n + m.size, 0)],
          [true, 1]
        )
      }),
      Layer.provideMerge(failing, store.ports())
    )
  })
)
