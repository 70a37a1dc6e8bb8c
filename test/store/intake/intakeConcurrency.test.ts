// Many deliveries at once, and deliveries at the wrong time.
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { partitionOf } from "../../../src/domain/intake/LogEntry.ts"
import type { Report } from "../../../src/domain/intake/Report.ts"
import { Intake } from "../../../src/intake/ports.ts"
import { IntakeSql } from "../../../src/store/intake/IntakeSql.ts"
import { pool } from "../../../src/store/sql/Pg.ts"
import { LoginSql, TestDatabase } from "../../support/sql/database.ts"
import { Gate } from "../../support/sql/gate.ts"
import { locksOn, untilWaiting } from "../../support/sql/locks.ts"
import { loggedOf, logOf, observationsOf } from "../../support/sql/log.ts"
import {
  deliver,
  intakeOver,
  makePasture,
  makeSource,
  type Pasture,
  sha256
} from "../../support/sql/pasture.ts"

const at = (minute: number) => Date.UTC(2026, 5, 1, 10, minute)
const fix = (device: string, minute: number, more: object = {}) => ({
  device,
  time: at(minute),
  lon: 10,
  lat: 53,
  ...more
})
const statuses = (outcomes: ReadonlyArray<{ readonly status: string }>) => outcomes.map((o) => o.status)
const names = Array.from({ length: 40 }, (_, i) => `d${i}`)

const overGate = IntakeSql({
  maxFutureSeconds: 300,
  maxUnreadRows: 1_000_000,
  maxUnreadRowsPerProject: 1_000_000
}).pipe(
  Layer.provide(
    pool({
      role: "pugmark_ingest",
      copies: true,
      maxConnections: 4,
      applicationName: "ingest",
      statementTimeoutMs: 30_000
    })
  ),
  Layer.provideMerge(Gate.layer),
  Layer.provideMerge(LoginSql),
  Layer.provideMerge(TestDatabase)
)

const batchesOf = Effect.fnUntraced(function* ({ project }: Pasture) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`select distinct batch_id from positions where project_id = ${project}::uuid`).length
})

layer(intakeOver(), { excludeTestServices: true, timeout: "60 seconds" })(
  "deliveries at the same time",
  (it) => {
    it.effect("share transactions, and each gets its own outcome", () =>
      Effect.gen(function* () {
        const pasture = yield* makePasture(...names)
        const outcomes = yield* Effect.forEach(
          names,
          (name, i) =>
            deliver(pasture.source, [
              fix(name, 0),
              i % 2 === 0 ? fix(name, 1) : fix(name, 0),
              fix(`ghost ${name}`, 0)
            ]),
          { concurrency: "unbounded" }
        )
        outcomes.forEach((o, i) =>
          assert.deepStrictEqual(statuses(o), [
            "accepted",
            i % 2 === 0 ? "accepted" : "duplicate",
            "unassigned"
          ])
        )
        assert.isBelow(yield* batchesOf(pasture), 10)
      })
    )

    it.effect(
      "with one among them that the database refuses: its neighbours are stored, in full and once",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const intake = yield* Intake
          const pasture = yield* makePasture(...names)
          const { credential } = yield* intake.authenticate(pasture.source.id, pasture.source.token)
          const receivedAt = yield* Clock.currentTimeMillis
          // nothing that accept lets through: the table's own check refuses it, and with it the transaction
          const impossible: Report = {
            _tag: "Report",
            device: names[0]!,
            at: at(5),
            readings: [],
            states: [],
            events: [],
            remark: null,
            fix: {
              lon: 10,
              lat: 95,
              altitudeM: null,
              speedMps: null,
              headingDeg: null,
              accuracyM: null,
              satellites: null,
              network: false,
              valid: true,
              attributes: null
            }
          }
          const bad = Effect.exit(
            intake.store([{ credential, receivedAt, raw: [{}], verdicts: [impossible] }])
          )
          const [first, refused, ...others] = yield* Effect.all(
            [
              deliver(pasture.source, [fix(names[1]!, 9)]),
              bad,
              ...names.map((name) => deliver(pasture.source, [fix(name, 0)]))
            ],
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(statuses(first), ["accepted"])
          assert.strictEqual(refused._tag, "Failure")
          for (const o of others) assert.deepStrictEqual(statuses(o), ["accepted"])
          const [row] = yield* sql<{
            n: number
          }>`select count(*)::int4 as n from positions where project_id = ${pasture.project}::uuid`
          assert.strictEqual(row!.n, names.length + 1)
        })
    )

    it.effect("number the log in commit order: one waits for whoever is appending to its partition", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { animals, source } = yield* makePasture("a")
        const partition = partitionOf(animals.get("a")!.entity)
        const other = yield* Effect.forkChild(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`select from log_partitions where partition = ${partition}::int4 for update`
              const [row] = yield* sql<{
                id: number
              }>`insert into observation_log (partition, batch_id, size, payload)
                values (${partition}::int4, 0, 0, '[]') returning id::float8 as id`
              yield* untilWaiting(1)
              return row!.id
            })
          )
        )
        yield* Effect.repeat(locksOn("log_partitions"), { until: (locks) => locks.length > 0 })
        assert.deepStrictEqual(statuses(yield* deliver(source, [fix("a", 0)])), ["accepted"])
        const before = yield* Fiber.join(other)
        const ours = yield* logOf(animals.get("a")!.device)
        assert.deepStrictEqual(
          ours.map((r) => r.id > before),
          [true]
        )
      })
    )

    it.effect("of the same records in opposite order do not get in each other's way", () =>
      Effect.gen(function* () {
        const pasture = yield* makePasture(...names)
        const items = Array.from({ length: 25 }, (_, minute) =>
          names.map((name) => fix(name, minute, { measurements: { temperature_c: 1 }, state: { door: 1 } }))
        ).flat()
        const outcomes = yield* Effect.all(
          [
            deliver(pasture.source, items),
            deliver(pasture.source, items.toReversed()),
            deliver(pasture.source, items)
          ],
          { concurrency: 3 }
        )
        assert.strictEqual(outcomes.flat().filter((o) => o.status === "accepted").length, items.length)
        assert.strictEqual(outcomes.flat().filter((o) => o.status === "duplicate").length, 2 * items.length)
        assert.strictEqual(yield* loggedOf(pasture.project), 3 * items.length)
      })
    )

    it.effect(
      "larger than a transaction go in parts, oldest first, and are answered whole and in their own order",
      () =>
        Effect.gen(function* () {
          const pasture = yield* makePasture("a")
          const items = Array.from({ length: 5000 }, (_, i) =>
            i === 4321 ? fix("a", 0, { lat: 91 }) : { device: "a", time: at(0) - i * 1000, lon: 10, lat: 53 }
          )
          const outcomes = yield* deliver(pasture.source, items)
          assert.deepStrictEqual(
            outcomes.flatMap((o, i) => (o.status === "accepted" ? [] : [[i, o.code]])),
            [[4321, "POSITION_OUT_OF_RANGE"]]
          )
          assert.strictEqual(yield* batchesOf(pasture), 2)
          const times = (yield* logOf(pasture.project)).flatMap(observationsOf).map((o) => o.at)
          assert.deepStrictEqual(
            times,
            [...times].sort((a, b) => a - b)
          )
          assert.lengthOf(times, 4999)
        })
    )

    it.effect(
      "are measured by the rows they make, not by their items: a few items with hundreds of measurements are not one huge transaction",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const pasture = yield* makePasture("a")
          const items = Array.from({ length: 50 }, (_, minute) =>
            fix("a", minute, {
              measurements: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`channel_${i}`, i]))
            })
          )
          assert.isTrue((yield* deliver(pasture.source, items)).every((o) => o.status === "accepted"))
          const [row] = yield* sql<{ n: number; largest: number }>`
      select sum(n)::int4 as n, max(n)::int4 as largest
        from (select count(*) as n from measurements where project_id = ${pasture.project}::uuid
        group by batch_id) b`
          assert.strictEqual(row!.n, 10_000)
          assert.isAtMost(row!.largest, 4000)
        })
    )
  }
)

layer(intakeOver(), { excludeTestServices: true, timeout: "30 seconds" })("a token", (it) => {
  it.effect("opens its own data source only, and none that is switched off", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const intake = yield* Intake
      const one = yield* makeSource(),
        other = yield* makeSource()
      const reason = (id: string, token: string) =>
        Effect.map(Effect.flip(intake.authenticate(id, token)), (e) =>
          e._tag === "Denied" ? e.reason : e._tag
        )
      assert.strictEqual((yield* intake.authenticate(one.id, one.token)).adapterKey, "generic_http")
      assert.strictEqual(yield* reason(one.id, other.token), "unknown")
      assert.strictEqual(yield* reason(one.id, ""), "unknown")
      assert.strictEqual(yield* reason("no uuid", one.token), "unknown")
      assert.strictEqual(yield* reason("01890000-0000-7000-8000-00000000dead", one.token), "unknown")
      yield* sql`update data_sources set enabled = false where id = ${other.id}::uuid`
      assert.deepInclude(yield* Effect.flip(deliver(other, [fix("a", 0)])), {
        _tag: "Denied",
        reason: "disabled"
      })
    })
  )

  it.effect("that was replaced is good until previous_token_until, and the new one at once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const source = yield* makeSource()
      const rotate = (until: string) =>
        sql`update data_sources set token_hash = ${sha256(`new ${source.token}`)},
          previous_token_hash = ${sha256(source.token)}, previous_token_until = now() + ${until}::interval
          where id = ${source.id}::uuid`
      yield* rotate("1 hour")
      const renewed = { ...source, token: `new ${source.token}` }
      for (const one of [source, renewed])
        assert.deepStrictEqual(statuses(yield* deliver(one, [fix("a", 0)])), ["unassigned"])
      yield* rotate("-1 second")
      assert.deepInclude(yield* Effect.flip(deliver(source, [fix("a", 0)])), {
        _tag: "Denied",
        reason: "unknown"
      })
      assert.deepStrictEqual(statuses(yield* deliver(renewed, [fix("a", 0)])), ["unassigned"])
    })
  )

  it.effect(
    "withdrawn between the first look and the transaction stores nothing, while its neighbours are stored",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const intake = yield* Intake
        const pasture = yield* makePasture("a"),
          other = yield* makePasture("b")
        const receivedAt = yield* Clock.currentTimeMillis
        const { credential } = yield* intake.authenticate(pasture.source.id, pasture.source.token)
        yield* sql`update data_sources set token_hash = ${sha256("another")}
          where id = ${pasture.source.id}::uuid`
        const report: Report = {
          _tag: "Report",
          device: "a",
          at: at(0),
          readings: [],
          states: [],
          events: [],
          remark: null,
          fix: {
            lon: 10,
            lat: 53,
            altitudeM: null,
            speedMps: null,
            headingDeg: null,
            accuracyM: null,
            satellites: null,
            network: false,
            valid: true,
            attributes: null
          }
        }
        const [denied, ...others] = yield* Effect.all(
          [
            Effect.flip(intake.store([{ credential, receivedAt, raw: [{}], verdicts: [report] }])),
            deliver(other.source, [fix("b", 0)]),
            deliver(other.source, [fix("b", 1)])
          ],
          { concurrency: "unbounded" }
        )
        assert.deepInclude(denied, { _tag: "Denied", reason: "unknown" })
        for (const o of others) assert.deepStrictEqual(statuses(o), ["accepted"])
        assert.strictEqual(yield* batchesOf(pasture), 0)
      })
  )
})

layer(intakeOver({ maxUnreadRows: 3 }), { excludeTestServices: true, timeout: "30 seconds" })(
  "load",
  (it) => {
    it.effect("is shed while the rules are too far behind, and taken again when they have caught up", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const intake = yield* Intake
        const { source } = yield* makePasture("a")
        const tried = Effect.map(Effect.result(intake.authenticate(source.id, source.token)), (r) =>
          r._tag === "Success" ? "open" : r.failure._tag === "IntakeUnavailable" ? r.failure.reason : "denied"
        )
        const until = (wanted: string) =>
          tried.pipe(Effect.repeat({ until: (said) => said === wanted }), Effect.timeout("10 seconds"))
        for (let n = 0; n < 4; n++) yield* deliver(source, [fix("a", n)])
        yield* until("backlog")
        yield* sql`update partition_cursor set position = 1000000`
        yield* until("open")
      })
    )
  }
)

layer(overGate, { excludeTestServices: true, timeout: "60 seconds" })("a database that goes away", (it) => {
  it.effect("is answered as such, at once, and forgotten when it is back", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const gate = yield* Gate
      const { source } = yield* makePasture("a")
      yield* deliver(source, [fix("a", 0)])
      yield* gate.close
      for (let n = 0; n < 3; n++)
        assert.deepInclude(yield* Effect.flip(deliver(source, [fix("a", 1)])), {
          _tag: "IntakeUnavailable",
          reason: "database"
        })
      yield* gate.open
      assert.deepStrictEqual(statuses(yield* deliver(source, [fix("a", 1)])), ["accepted"])
      const [row] = yield* sql<{ n: number }>`select count(*)::int4 as n from positions`
      assert.strictEqual(row!.n, 2)
    })
  )
})
