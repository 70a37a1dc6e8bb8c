// Two programs on one database: one owns the log, the other waits, and no two of them ever commit at the same
// time.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { chance } from "../chaos/chance.ts"
import { emptyHistory, sendAll } from "../chaos/customer.ts"
import { prepareField, promisesOf } from "../chaos/field.ts"
import { awaitQuiet, checkInvariants } from "../chaos/invariants.ts"
import { TestSql } from "../support/sql/database.ts"
import { startService } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { makeClient, until } from "./client.ts"

/**
 * Lets the database itself keep the history of who moved a cursor, in commit order: the row locks make it
 * one.
 */
const witness = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table moves (id bigint generated always as identity,
    at timestamptz not null default clock_timestamp(), partition smallint, epoch bigint, owner text,
    source bigint, target bigint)`
  yield* sql`create function note_move() returns trigger language plpgsql security definer as $$ begin
    insert into moves (partition, epoch, owner, source, target)
      values (new.partition, new.epoch, new.owner, old.position, new.position);
    return new;
  end $$`
  yield* sql`create trigger witness after update on partition_cursor for each row
    when (old.position <> new.position) execute function note_move()`
})

const owner = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ pid: number | null; epoch: number; held: boolean }>`
    select split_part(max(owner), ':', 2)::int as pid, max(epoch)::float8 as epoch,
      bool_and(lease_until > now()) as held from partition_cursor`
  return row!
}).pipe(Effect.orDie)

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })("two programs on one database", (it) => {
  it.effect(
    "the second takes over within 10 s of a kill -9, one that was frozen finds itself fenced, and every event is there once",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const directory = yield* temporaryDirectory
        const databaseUrl = Redacted.value(yield* DatabaseUrl)
        yield* witness
        const one = yield* startService({ directory, analyses: false, databaseUrl })
        yield* until("an owner", owner, (o) => o.held)
        const two = yield* startService({
          directory: yield* temporaryDirectory,
          analyses: false,
          databaseUrl
        })
        assert.strictEqual((yield* owner).pid, one.pid)

        const field = yield* prepareField(makeClient(two), 42, chance(42))
        const history = emptyHistory()
        // thirds of what each sender has to say: under the first owner, under the second, and under the first
        // again
        const sendThird = (third: number, via = two) =>
          Effect.forEach(
            field.senders,
            (batches, i) =>
              sendAll(
                makeClient(via),
                field.herd,
                batches.slice(
                  Math.floor((batches.length * third) / 3),
                  Math.floor((batches.length * (third + 1)) / 3)
                ),
                history,
                chance(i)
              ),
            { concurrency: "unbounded", discard: true }
          )
        const takenOver = (by: number, epoch: number) =>
          until(`${by} takes over`, owner, (o) => o.pid === by && o.held && o.epoch > epoch, 10)

        const first = yield* owner
        const sending = yield* Effect.forkChild(sendThird(0, one))
        yield* until(
          "the first owner's commits",
          Effect.orDie(sql`select from moves`),
          (rows) => rows.length > 10
        )
        yield* one.signal("SIGSTOP") // in the middle of whatever it was doing, its transactions open
        const second = yield* takenOver(two.pid, first.epoch)
        yield* one.signal("SIGCONT") // it still believes that the log is its own
        yield* Fiber.join(sending)
        yield* sendThird(1)
        const killTwo = Effect.gen(function* () {
          const soon = history.acknowledged.length + 200
          while (history.acknowledged.length < soon) yield* Effect.sleep("2 millis")
          yield* two.kill
          yield* takenOver(one.pid, second.epoch)
        })
        yield* Effect.all([sendThird(2, one), killTwo], { concurrency: "unbounded" })
        yield* awaitQuiet

        assert.deepStrictEqual(history.complaints, [])
        assert.deepStrictEqual(yield* checkInvariants(promisesOf(field, history)), [])
        const moves = yield* sql<{
          partition: number
          epoch: number
          owner: string
          source: number
          target: number
        }>`
      select partition, epoch::float8 as epoch, owner, source::float8 as source, target::float8 as target
        from moves order by id`
        const epochs = moves.map((m) => m.epoch)
        assert.deepStrictEqual(
          epochs,
          epochs.toSorted((a, b) => a - b),
          "an old epoch committed after a newer one"
        )
        assert.deepStrictEqual(
          [...Map.groupBy(moves, (m) => m.epoch).values()].map((of) => new Set(of.map((m) => m.owner)).size),
          [1, 1, 1],
          "each of three epochs has one owner"
        )
        for (const [partition, path] of Map.groupBy(moves, (m) => m.partition)) {
          path
            .slice(1)
            .forEach((move, i) =>
              assert.strictEqual(
                move.source,
                path[i]!.target,
                `partition ${partition} was not continued where it was left`
              )
            )
        }
        assert.strictEqual((yield* one.stop).code, 0)
      }),
    180_000
  )
})
