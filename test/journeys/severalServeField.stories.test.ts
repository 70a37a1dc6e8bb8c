// Devices and a person behind a proxy in front of two `serve`, which are killed in turns while they answer: every
// acknowledged fix is there once, and so is every event.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { chance } from "../chaos/chance.ts"
import { emptyHistory, handleAlerts, sendAll } from "../chaos/customer.ts"
import { prepareField, promisesOf } from "../chaos/field.ts"
import { awaitQuiet, checkInvariants } from "../chaos/invariants.ts"
import { startTwoServes } from "../support/processes/twoServes.ts"
import { TestSql } from "../support/sql/database.ts"
import { makeClient } from "./client.ts"

/** How often one of them is killed. */
const KILLS = 6

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })(
  "two serve that are killed in turns",
  (it) => {
    it.effect(
      "lose no acknowledged fix and no acknowledgement, and do nothing twice",
      () =>
        Effect.gen(function* () {
          const service = yield* startTwoServes()
          const client = makeClient(service)
          const field = yield* prepareField(client, 42, chance(42))
          const history = emptyHistory()
          const person = yield* Effect.forkChild(handleAlerts(client, field.herd, history))
          const sending = yield* Effect.forkChild(
            Effect.forEach(
              field.senders,
              (batches, i) => sendAll(client, field.herd, batches, history, chance(i)),
              { concurrency: "unbounded", discard: true }
            )
          )
          const all = field.senders.flat().flat().length
          let killed = 0
          const running = [...service.serves]
          for (; killed < KILLS; killed++) {
            const which = killed % 2 === 0 ? 0 : 1
            // each after another share of what the senders have to say
            const share = ((killed + 1) / (KILLS + 1)) * all
            while (history.acknowledged.length < share) yield* Effect.sleep("2 millis")
            yield* running[which]!.kill
            running[which] = yield* service.restart(which)
          }
          yield* Fiber.join(sending)
          yield* Fiber.interrupt(person)
          yield* awaitQuiet
          assert.strictEqual(killed, KILLS)
          assert.deepStrictEqual(history.complaints, [])
          assert.deepStrictEqual(yield* checkInvariants(promisesOf(field, history)), [])
          for (const one of running) assert.strictEqual((yield* one.stop).code, 0)
        }),
      180_000
    )
  }
)
