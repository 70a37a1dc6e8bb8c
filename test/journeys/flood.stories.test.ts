// A flood of one project beside another: whose events come first, and what is there in the end when the
// service is killed in its midst. A short form of `npm run chaos -- --floods`.
// @module-tag story
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { emptyHistory, type History, sendAll } from "../chaos/customer.ts"
import { prepareField, promisesOf } from "../chaos/field.ts"
import { type Flood, floodPromises, prepareFlood } from "../chaos/floodField.ts"
import { describeFlood, playFlood } from "../chaos/floodRound.ts"
import { awaitQuietFor, checkInvariants, openLanes } from "../chaos/invariants.ts"
import { chance } from "../chaos/chance.ts"
import { programOn } from "../chaos/lab.ts"
import { freePort } from "../support/machine.ts"
import { TestDatabase } from "../support/sql/database.ts"
import { makeClient } from "./client.ts"

/** 60 rules and 200 fixes that almost all cross their limits: some 5,600 events. */
const flood = { rules: 60, animals: 2, fixes: 100 }
const beside = { animals: 4, fixes: 16 }

/**
 * Of the flooding project's events, how many were committed after the last of the other project's. The live
 * stream's rows are written in the commit of their event and never again, so the transaction that wrote one
 * is the event's.
 */
const committedAfter = (flooding: string, other: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* Effect.orDie(sql<{ all: number; after: number }>`
    with told as (select project_id, xmin::text::int8 as commit from event_stream
      where type = 'event.created')
    select count(*)::int as all,
      (count(*) filter (where commit > (select max(commit) from told where project_id = ${other}::uuid)))::int
        as after
    from told where project_id = ${flooding}::uuid`)
    return row!
  })

/**
 * What the checkers say of a project whose first event is gone, if all of its rules had been archived on the
 * way; afterwards it is there again.
 */
const plantGap = (flooding: Flood, sent: History) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let seen: ReadonlyArray<string> = []
    yield* sql
      .withTransaction(
        Effect.gen(function* () {
          yield* sql`
      delete from events where id = (select id from events where project_id = ${flooding.herd.projectId}::uuid
        order by time limit 1)`
          const promises = yield* floodPromises(
            flooding,
            sent,
            flooding.rules.map((rule) => rule.id)
          )
          seen = (yield* checkInvariants(promises)).map((v) => v.invariant)
          return yield* Effect.fail("undo")
        })
      )
      .pipe(Effect.catch((why) => (why === "undo" ? Effect.void : Effect.die(why))))
    return seen
  })

describe.runIf(process.platform === "linux")("a flood", () => {
  const fair =
    "what two projects sent while no engine ran is committed for the small one before much of the flood"
  it.live(
    `one project's batch does not stop the rules of another: ${fair}`,
    () =>
      Effect.gen(function* () {
        const lab = yield* programOn(yield* DatabaseUrl),
          port = yield* freePort
        const unjudged = yield* lab.start(port, "serve"),
          client = makeClient(unjudged)
        const flooding = yield* prepareFlood(client, 7, flood),
          field = yield* prepareField(client, 7, chance(7), beside)
        const sent = emptyHistory(),
          sentBeside = emptyHistory()
        yield* sendAll(client, flooding.herd, [flooding.batch], sent, () => 1)
        yield* Effect.forEach(
          field.senders,
          (batches) => sendAll(client, field.herd, batches, sentBeside, () => 1),
          { discard: true }
        )
        yield* lab.kill(unjudged)

        yield* lab.start(port)
        const { after, all, found, gap, promised } = yield* lab.look(
          Effect.gen(function* () {
            yield* awaitQuietFor(90)
            const ofFlood = yield* floodPromises(flooding, sent, []),
              ofBeside = promisesOf(field, sentBeside)
            return {
              ...(yield* committedAfter(flooding.herd.projectId, field.herd.projectId)),
              promised: [ofFlood.events.length, ofBeside.events.length],
              found: [...(yield* checkInvariants(ofFlood)), ...(yield* checkInvariants(ofBeside))],
              gap: yield* plantGap(flooding, sent)
            }
          })
        )
        assert.deepStrictEqual(found, [], "every event is there once")
        assert.deepStrictEqual([sent.complaints, sentBeside.complaints], [[], []])
        assert.include(gap, "I3 no firing is lost", "a gap would be seen")
        assert.strictEqual(all, promised[0])
        assert.isAbove(promised[0]!, 5000)
        assert.isAbove(promised[1]!, 10)
        // half of it on a machine with nothing else to do
        assert.isAbove(after, all / 3, "much of the flood was committed after the other project's last event")
      }).pipe(Effect.provide(TestDatabase)),
    180_000
  )

  it.live(
    "kill -9 in its midst: no event lost, none doubled, none of an archived rule after a gap, no lane left",
    () =>
      Effect.gen(function* () {
        const lab = yield* programOn(yield* DatabaseUrl)
        const report = yield* playFlood(lab, 21, { flood, beside, besideSeconds: 4, kills: 2 })
        assert.deepStrictEqual(report.violations, [], describeFlood(report))
        assert.strictEqual(report.left.length, 2)
        assert.isAbove(report.events[0], 2000)
        // the checkers see what a crash could leave
        const seen = yield* lab.look(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            return yield* sql.withTransaction(
              Effect.gen(function* () {
                // hides the schema's, if that has one
                yield* sql`create temporary table project_lanes on commit drop as select 1 as partition`
                return yield* openLanes
              })
            )
          }).pipe(Effect.orDie)
        )
        assert.strictEqual(seen, 1)
      }).pipe(Effect.provide(TestDatabase)),
    180_000
  )
})
