// An upgrade in the middle of a flood: rows that an older release left in the log, with their payload in JSON,
// are evaluated with those that this program packs behind them.
// @module-tag story
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { chance } from "../chaos/chance.ts"
import { emptyHistory, sendAll } from "../chaos/customer.ts"
import { prepareField, promisesOf } from "../chaos/field.ts"
import { floodPromises, prepareFlood } from "../chaos/floodField.ts"
import { awaitQuietFor, checkInvariants } from "../chaos/invariants.ts"
import { programOn } from "../chaos/lab.ts"
import { freePort } from "../support/machine.ts"
import { TestDatabase } from "../support/sql/database.ts"
import { writeAsBefore } from "../support/sql/log.ts"
import { makeClient } from "./client.ts"

/** 30 rules and 400 fixes that almost all cross their limits. */
const flood = { rules: 30, animals: 4, fixes: 100 }
const beside = { animals: 4, fixes: 16 }
/** Fixes in a request, so that the flood is many rows of the log. */
const REQUEST_SIZE = 20

/** How many unread rows have each form of payload, and how many are read. */
const formsLeft = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [left] = yield* sql<{ json: number; packed: number; read: number }>`
    select (count(*) filter (where l.id > c.position and l.payload is not null))::int4 as json,
      (count(*) filter (where l.id > c.position and l.packed is not null))::int4 as packed,
      (count(*) filter (where l.id <= c.position))::int4 as read
    from observation_log l join partition_cursor c using (partition)`
  return left!
}).pipe(Effect.orDie)

describe.runIf(process.platform === "linux")("an upgrade in the middle of a flood", () => {
  it.live(
    "reads the log rows of the older release, then its own: no event is lost and none doubled",
    () =>
      Effect.gen(function* () {
        const lab = yield* programOn(yield* DatabaseUrl),
          port = yield* freePort
        const unread = yield* lab.start(port, "serve"),
          client = makeClient(unread)
        const flooding = yield* prepareFlood(client, 11, flood),
          field = yield* prepareField(client, 11, chance(11), beside)
        const sent = emptyHistory(),
          sentBeside = emptyHistory()
        // fix by fix of all animals, so that the second half of each track is packed
        const inTime = flooding.batch.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time))
        const requests = Array.from({ length: inTime.length / REQUEST_SIZE }, (_, i) =>
          inTime.slice(i * REQUEST_SIZE, (i + 1) * REQUEST_SIZE)
        )
        const half = requests.length / 2
        yield* sendAll(client, flooding.herd, requests.slice(0, half), sent, () => 1)
        const old = yield* lab.look(Effect.orDie(writeAsBefore(() => true)))
        assert.isAbove(old, 10)
        yield* sendAll(client, flooding.herd, requests.slice(half, half + 3), sent, () => 1)
        const forms = yield* lab.look(formsLeft)
        assert.deepInclude(forms, { json: old, read: 0 })
        assert.isAbove(forms.packed, 0)
        yield* lab.kill(unread)

        const upgraded = makeClient(yield* lab.start(port))
        yield* Effect.all(
          [
            sendAll(upgraded, flooding.herd, requests.slice(half + 3), sent, chance(12)),
            ...field.senders.map((batches) => sendAll(upgraded, field.herd, batches, sentBeside, chance(13)))
          ],
          { concurrency: "unbounded", discard: true }
        )
        const { events, found } = yield* lab.look(
          Effect.gen(function* () {
            yield* awaitQuietFor(90)
            const promised = yield* floodPromises(flooding, sent, [])
            return {
              events: promised.events.length,
              found: [
                ...(yield* checkInvariants(promised)),
                ...(yield* checkInvariants(promisesOf(field, sentBeside)))
              ]
            }
          })
        )
        assert.deepStrictEqual(found, [], "every event is there once")
        assert.deepStrictEqual([sent.complaints, sentBeside.complaints], [[], []])
        assert.isAbove(events, 3000)
      }).pipe(Effect.provide(TestDatabase)),
    180_000
  )
})
