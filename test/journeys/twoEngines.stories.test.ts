// Two programs on one database: they share the partitions of the log, and no two of them ever commit to one of them at
// the same time.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { PARTITIONS } from "../../src/domain/intake/LogEntry.ts"
import { isRunning } from "../../src/store/engine/placement/heartbeat.ts"
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

/** Partitions by the process that owns them, of those that are alive. */
const owners = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ pid: number; partitions: number }>`
    select split_part(c.owner, ':', 2)::int as pid, count(*)::int as partitions
    from partition_cursor c
    where ${sql.literal(isRunning("c.owner"))}
    group by c.owner`
  return new Map(rows.map(({ partitions, pid }) => [pid, partitions]))
}).pipe(Effect.orDie)

const ownsAll = (pid: number) =>
  until(`${pid} owns all partitions`, owners, (held) => held.get(pid) === PARTITIONS, 10)

const share = (...pids: ReadonlyArray<number>) =>
  until(
    "they share the partitions",
    owners,
    (held) =>
      pids.every((pid) => (held.get(pid) ?? 0) >= PARTITIONS / 4) &&
      pids.reduce((sum, pid) => sum + held.get(pid)!, 0) === PARTITIONS,
    10
  )

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })("two programs on one database", (it) => {
  it.effect(
    "they share the log; one takes over within 10 s what another had that was killed with -9 or stands still, one that was frozen finds itself fenced, and every event is there once",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const directory = yield* temporaryDirectory
        const databaseUrl = Redacted.value(yield* DatabaseUrl)
        yield* witness
        const one = yield* startService({ directory, analyses: false, databaseUrl })
        yield* ownsAll(one.pid)
        const two = yield* startService({
          directory: yield* temporaryDirectory,
          analyses: false,
          databaseUrl
        })
        yield* share(one.pid, two.pid)

        const field = yield* prepareField(makeClient(two), 42, chance(42))
        const history = emptyHistory()
        // thirds of what each sender has to say: while both work, while one of them is gone, and while it is killed
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
        const sending = yield* Effect.forkChild(sendThird(0, one))
        yield* until(
          "the first owner's commits",
          Effect.orDie(sql`select from moves`),
          (rows) => rows.length > 10
        )
        yield* one.signal("SIGSTOP") // in the middle of whatever it was doing, its transactions open
        yield* ownsAll(two.pid)
        yield* one.signal("SIGCONT") // it still believes that its partitions are its own
        yield* Fiber.join(sending)
        yield* sendThird(1)
        const killTwo = Effect.gen(function* () {
          const soon = history.acknowledged.length + 200
          while (history.acknowledged.length < soon) yield* Effect.sleep("2 millis")
          yield* two.kill
          yield* ownsAll(one.pid)
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
        assert.lengthOf(new Set(moves.map((m) => m.owner)), 2, "both committed")
        for (const [partition, path] of Map.groupBy(moves, (m) => m.partition)) {
          const epochs = path.map((m) => m.epoch)
          assert.deepStrictEqual(
            epochs,
            epochs.toSorted((x, y) => x - y),
            "an old epoch committed after a newer one"
          )
          for (const of of Map.groupBy(path, (m) => m.epoch).values())
            assert.lengthOf(new Set(of.map((m) => m.owner)), 1, "an epoch has one owner")
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
