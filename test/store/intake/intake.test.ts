// What one delivery leaves in the tables and in the log, on real SQL.
import { assert, layer } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { partitionOf } from "../../../src/domain/intake/LogEntry.ts"
import { inOrder } from "../../../src/domain/rule/Observation.ts"
import { IntakeSql } from "../../../src/store/intake/IntakeSql.ts"
import { pool } from "../../../src/store/sql/Pg.ts"
import { untilWaiting } from "../../support/sql/locks.ts"
import { logOf, observationsOf, readLog } from "../../support/sql/log.ts"
import {
  assignEntity,
  assignProject,
  deliver,
  intakeOver,
  makeDevice,
  makeEntity,
  makePasture,
  makeProject,
  makeSource
} from "../../support/sql/pasture.ts"

const at = (minute: number) => Date.UTC(2026, 5, 1, 10, minute)
const fix = (device: string, minute: number, more: object = {}) => ({
  device,
  time: at(minute),
  lon: 10 + minute / 1000,
  lat: 53,
  ...more
})
/** The server's only connection, so that the database can be asked about it. */
const alone = IntakeSql({
  maxFutureSeconds: 300,
  maxUnreadRows: 1_000_000,
  maxUnreadRowsPerProject: 1_000_000
}).pipe(
  Layer.provideMerge(
    pool({
      role: "pugmark_ingest",
      copies: true,
      maxConnections: 1,
      applicationName: "alone",
      statementTimeoutMs: 30_000
    })
  )
)

const statuses = (outcomes: ReadonlyArray<{ readonly status: string }>) => outcomes.map((o) => o.status)

const count = Effect.fnUntraced(function* (table: string, device: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    n: number
  }>`select count(*)::int4 as n from ${sql.literal(table)} where device_id = ${device}::uuid`
  return row!.n
})

layer(intakeOver(), { excludeTestServices: true, timeout: "30 seconds" })("a delivery", (it) => {
  it.effect("stores what each item says, for the device, the entity and the project it was assigned to", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { animals, project, source } = yield* makePasture("a")
      const { device, entity } = animals.get("a")!
      const outcomes = yield* deliver(source, [
        fix("a", 0, {
          altitude_m: 300.5,
          speed_mps: 1.5,
          heading_deg: 360,
          accuracy_m: 5.5,
          satellites: 9,
          record_type: "network",
          hdop: 1.2,
          measurements: { battery_voltage: 3.7, ignition: true, label: "x" },
          state: { door: { open: true } }
        })
      ])
      assert.deepStrictEqual(outcomes, [{ status: "accepted" }])
      const [position] =
        yield* sql`select device_id, project_id, entity_id, record_type, original_time, lon, lat, altitude_m,
          speed_mps, heading_deg, accuracy_m, satellites, attributes, conflicting, valid
      from positions where device_id = ${device}::uuid`
      assert.deepStrictEqual(
        { ...position },
        {
          device_id: device,
          project_id: project,
          entity_id: entity,
          record_type: "network",
          original_time: new Date(at(0)),
          lon: 10,
          lat: 53,
          altitude_m: 300.5,
          speed_mps: 1.5,
          heading_deg: 0,
          accuracy_m: 5.5,
          satellites: 9,
          attributes: { hdop: 1.2 },
          conflicting: false,
          valid: true
        }
      )
      const measured =
        yield* sql`select metric_key, value_number, value_boolean, value_text, entity_id from measurements
          where device_id = ${device}::uuid order by metric_key`
      assert.deepStrictEqual(
        measured.map((m) => ({ ...m })),
        [
          {
            metric_key: "battery_voltage",
            value_number: 3.7,
            value_boolean: null,
            value_text: null,
            entity_id: entity
          },
          {
            metric_key: "ignition",
            value_number: null,
            value_boolean: true,
            value_text: null,
            entity_id: entity
          },
          { metric_key: "label", value_number: null, value_boolean: null, value_text: "x", entity_id: entity }
        ]
      )
      const states =
        yield* sql`select state_key, value, project_id from device_states where device_id = ${device}::uuid`
      assert.deepStrictEqual(
        states.map((s) => ({ ...s })),
        [{ state_key: "door", value: { open: true }, project_id: project }]
      )
    })
  )

  it.effect(
    "costs the database no plan of its own: statements are planned for the first few and never again",
    () =>
      Effect.gen(function* () {
        const names = Array.from({ length: 30 }, (_, i) => `d${i}`)
        const { source } = yield* makePasture(...names)
        const planned = yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          for (let minute = 0; minute < 20; minute++)
            yield* deliver(
              source,
              names.map((name) =>
                fix(name, minute, {
                  measurements: { accel_x: 1, accel_y: 2, accel_z: 3 },
                  state: { door: 1 }
                })
              )
            )
          return yield* sql<{
            statement: string
            anew: number
          }>`select statement, custom_plans::int4 as anew from pg_prepared_statements
            where generic_plans + custom_plans >= 20`
        }).pipe(Effect.provide(alone))
        assert.isAtLeast(planned.length, 8)
        assert.deepStrictEqual(
          planned.filter((p) => p.anew > 5).map((p) => p.statement),
          []
        )
      })
  )

  it.effect(
    "logs its observations in the order of judging, one row per partition: numbers and states and positions, no text, no booleans",
    () =>
      Effect.gen(function* () {
        const { animals, project, source } = yield* makePasture("a", "b", "c")
        yield* deliver(source, [
          fix("a", 3),
          fix("b", 1, {
            measurements: { zeta: 1, alpha: 2.5, flag: true, note: "x" },
            state: { door: "open" },
            speed_mps: 2,
            accuracy_m: 4
          }),
          fix("a", 1),
          fix("c", 2),
          { device: "b", time: at(1), measurements: { mid: -0 } },
          fix("a", 2),
          fix("b", 1, { record_type: "network" })
        ])
        const rows = yield* logOf(project)
        assert.lengthOf(new Set(rows.map((r) => r.batch)), 1)
        assert.lengthOf(new Set(rows.map((r) => r.partition)), rows.length)
        for (const row of rows) {
          const seen = observationsOf(row)
          assert.lengthOf(seen, row.size)
          assert.deepStrictEqual(seen, [...seen].sort(inOrder))
          for (const { subject } of seen) assert.strictEqual(partitionOf(subject.id), row.partition)
        }
        const ofB = rows
          .flatMap(observationsOf)
          .filter((o) => o.subject.deviceId === animals.get("b")!.device)
        assert.deepStrictEqual(
          ofB.map((o) =>
            o._tag === "Measurement"
              ? [o.metric, o.value]
              : o._tag === "DeviceState"
                ? [o.key, o.value]
                : [o.recordType, o.lon]
          ),
          [
            ["door", "open"],
            ["alpha", 2.5],
            ["mid", -0],
            ["zeta", 1],
            ["gnss", 10.001],
            ["network", 10.001]
          ]
        )
        assert.deepInclude(ofB[4], { at: at(1), altitudeM: null, speedMps: 2, accuracyM: 4, lat: 53 })
        assert.deepStrictEqual(ofB[4]!.subject, {
          id: animals.get("b")!.entity,
          projectId: project,
          deviceId: animals.get("b")!.device,
          entityId: animals.get("b")!.entity
        })
      })
  )

  it.effect(
    'says of each log row whose entries it holds, each project once: "rows of parked projects alone are skipped without their payload"',
    () =>
      Effect.gen(function* () {
        const source = yield* makeSource(),
          [one, other] = [yield* makeProject, yield* makeProject]
        const devices = yield* Effect.forEach(
          [one, other, one],
          Effect.fnUntraced(function* (project, n) {
            const device = yield* makeDevice(source, `shared ${n}`)
            yield* assignProject(device, project)
            return device
          })
        )
        const full = { measurements: { temperature_c: 20 }, state: { door: 1 } }
        yield* deliver(
          source,
          [0, 1, 2].flatMap((n) => [0, 1].map((minute) => fix(`shared ${n}`, minute, full)))
        )
        const known = new Set(devices)
        const rows = (yield* readLog).filter((row) =>
          observationsOf(row).some(({ subject }) => known.has(subject.deviceId))
        )
        assert.isAbove(rows.length, 0)
        for (const row of rows) {
          const projects = new Set(observationsOf(row).map((o) => o.subject.projectId))
          assert.deepStrictEqual([...row.project_ids!].sort(), [...projects].sort())
        }
        assert.deepStrictEqual(new Set(rows.flatMap((row) => row.project_ids!)), new Set([one, other]))
      })
  )

  it.effect("numbers its records and log rows alike, so that the engine can tell what it has read", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { animals, source } = yield* makePasture("a")
      yield* deliver(source, [fix("a", 0, { measurements: { temperature_c: 20 }, state: { door: 1 } })])
      const { device } = animals.get("a")!
      const [row] = yield* logOf(device)
      const kept = yield* sql<{ id: number; batch: number }>`
      select id::float8 as id, batch_id::float8 as batch from device_states where device_id = ${device}::uuid
        union all
      select id::float8, batch_id::float8 from measurements where device_id = ${device}::uuid union all
        select id::float8, batch_id::float8 from positions where device_id = ${device}::uuid`
      assert.deepStrictEqual(
        kept.map((k) => k.batch),
        [row!.batch, row!.batch, row!.batch]
      )
      assert.deepStrictEqual(
        observationsOf(row!).map((o) => o.recordId),
        kept.map((k) => k.id)
      )
    })
  )

  it.effect("sent again changes nothing, and is reported per item", () =>
    Effect.gen(function* () {
      const { animals, source } = yield* makePasture("a", "b")
      const items = [
        fix("a", 0, { measurements: { temperature_c: 20 } }),
        fix("b", 0),
        fix("a", 1),
        { device: "a", time: at(2), state: { door: 1 } }
      ]
      assert.deepStrictEqual(statuses(yield* deliver(source, items)), [
        "accepted",
        "accepted",
        "accepted",
        "accepted"
      ])
      const before = yield* logOf(animals.get("a")!.device)
      assert.deepStrictEqual(
        yield* deliver(source, items),
        items.map(() => ({ status: "duplicate" as const }))
      )
      assert.deepStrictEqual(yield* logOf(animals.get("a")!.device), before)
      assert.strictEqual(yield* count("positions", animals.get("a")!.device), 2)
    })
  )

  it.effect(
    "sent again leaves a trace, `duplicate` in words of the diagnostics, for each device and day",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { animals, project, source } = yield* makePasture("a", "b")
        const items = [
          fix("a", 0),
          fix("a", 1),
          { device: "a", time: at(2), state: { door: 1 } },
          fix("a", 1440),
          fix("b", 0),
          fix("b", 1)
        ]
        yield* deliver(source, items)
        yield* deliver(source, [...items.slice(0, 5), fix("b", 9)])
        const traces = yield* sql`select t.status, t.kind, t.device_id, t.entity_id, t.project_id,
            t.steps #> '{1,detail}' as detail from processing_traces t
      where t.project_id = ${project}::uuid and t.code = 'DUPLICATE'
        order by t.device_id = ${animals.get("b")!.device}::uuid, t.steps #>> '{1,detail,first}'`
        const of = (name: string) => ({
          status: "duplicate",
          kind: "ingest",
          device_id: animals.get(name)!.device,
          entity_id: animals.get(name)!.entity,
          project_id: project
        })
        const detail = (records: number, fixes: number, first: number, last: number) => ({
          code: "DUPLICATE",
          records,
          fixes,
          first: new Date(at(first)).toISOString(),
          last: new Date(at(last)).toISOString(),
          remedy: "Nothing: the same record was there before."
        })
        assert.deepStrictEqual(
          [...traces],
          [
            { ...of("a"), detail: detail(3, 2, 0, 2) },
            { ...of("a"), detail: detail(1, 1, 1440, 1440) },
            { ...of("b"), detail: detail(1, 1, 0, 0) }
          ]
        )
      })
  )

  it.effect("may hold the same record twice: one row, one log entry, the second is the duplicate", () =>
    Effect.gen(function* () {
      const { animals, source } = yield* makePasture("a")
      const { device } = animals.get("a")!
      assert.deepStrictEqual(
        statuses(yield* deliver(source, [fix("a", 0, { id: "p1" }), fix("a", 0, { id: "p1" })])),
        ["accepted", "duplicate"]
      )
      assert.strictEqual(yield* count("positions", device), 1)
      assert.deepStrictEqual(
        (yield* logOf(device)).map((r) => r.size),
        [1]
      )
    })
  )

  it.effect("whose position is known but whose measurement is new is accepted for the measurement", () =>
    Effect.gen(function* () {
      const { animals, source } = yield* makePasture("a")
      const { device } = animals.get("a")!
      yield* deliver(source, [fix("a", 0)])
      assert.deepStrictEqual(
        statuses(yield* deliver(source, [fix("a", 0, { measurements: { temperature_c: 20 } })])),
        ["accepted"]
      )
      assert.deepStrictEqual(
        (yield* logOf(device)).flatMap(observationsOf).map((o) => o._tag),
        ["Position", "Measurement"]
      )
      // another value at the same time is the same record: the first one stays
      assert.deepStrictEqual(
        statuses(yield* deliver(source, [{ device: "a", time: at(0), measurements: { temperature_c: 21 } }])),
        ["duplicate"]
      )
    })
  )

  it.effect(
    "with a position at the same time elsewhere keeps it beside the first, flagged as conflicting, counted, and judged by no rule",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { animals, source } = yield* makePasture("a")
        const { device } = animals.get("a")!
        const elsewhere = { ...fix("a", 0), lon: 11 }
        const outcomes = yield* deliver(source, [fix("a", 0), elsewhere, elsewhere, fix("a", 0)])
        assert.deepStrictEqual(statuses(outcomes), ["accepted", "accepted", "duplicate", "duplicate"])
        assert.strictEqual(outcomes[1]!.code, "CONFLICTING")
        assert.deepStrictEqual(
          statuses(
            yield* deliver(source, [
              elsewhere,
              { ...elsewhere, lat: 54 },
              { ...elsewhere, record_type: "network" }
            ])
          ),
          ["duplicate", "accepted", "accepted"]
        )
        const rows = yield* sql<{
          lon: number
          lat: number
          conflicting: boolean
        }>`select lon, lat, conflicting from positions where device_id = ${device}::uuid
          and record_type = 'gnss' order by id`
        assert.deepStrictEqual(
          rows.map((r) => [r.lon, r.lat, r.conflicting]),
          [
            [10, 53, false],
            [11, 53, true],
            [11, 54, true]
          ]
        )
        assert.deepStrictEqual(
          (yield* logOf(device))
            .flatMap(observationsOf)
            .map((o) => o._tag === "Position" && [o.lon, o.recordType]),
          [
            [10, "gnss"],
            [11, "network"]
          ]
        )
      })
  )

  it.effect(
    "with a position that its sender marks as wrong keeps it with valid = false, says so, and no rule hears of it",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { animals, source } = yield* makePasture("a")
        const { device } = animals.get("a")!
        const wrong = fix("a", 0, { valid: false, measurements: { temperature_c: 20 } })
        const outcomes = yield* deliver(source, [
          wrong,
          fix("a", 1, { valid: true }),
          fix("a", 2, { valid: "A" })
        ])
        assert.deepStrictEqual(
          outcomes.map((o) => [o.status, o.code]),
          [
            ["accepted", "MARKED_INVALID"],
            ["accepted", undefined],
            ["accepted", undefined]
          ]
        )
        const rows = yield* sql<{
          valid: boolean
          attributes: unknown
        }>`select valid, attributes from positions where device_id = ${device}::uuid order by original_time`
        assert.deepStrictEqual(
          rows.map((r) => [r.valid, r.attributes]),
          [
            [false, { valid: false }],
            [true, { valid: true }],
            [true, { valid: "A" }]
          ]
        )
        assert.deepStrictEqual(
          (yield* logOf(device)).flatMap(observationsOf).map((o) => [o._tag, o.at]),
          [
            ["Measurement", at(0)],
            ["Position", at(1)],
            ["Position", at(2)]
          ]
        )
        assert.deepStrictEqual(statuses(yield* deliver(source, [wrong])), ["duplicate"])
      })
  )

  it.effect(
    "with a good position at the moment of one marked as wrong keeps the good one as the first, whichever came first, and both only once",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { animals, source } = yield* makePasture("a")
        const { device } = animals.get("a")!
        const wrong = (minute: number, lon: number) => ({ ...fix("a", minute), lon, valid: false }),
          good = (minute: number) => ({ ...fix("a", minute), lon: 10 })
        yield* deliver(source, [wrong(0, 20)])
        // elsewhere and in the same place, before and after, in one delivery and in two
        const first = yield* deliver(source, [
          wrong(1, 10),
          good(1),
          good(2),
          wrong(2, 10),
          wrong(3, 20),
          good(3),
          good(0),
          { ...good(0), lon: 11 }
        ])
        assert.deepStrictEqual(
          first.map((o) => o.code ?? o.status),
          [
            "duplicate",
            "accepted",
            "accepted",
            "duplicate",
            "MARKED_INVALID",
            "accepted",
            "accepted",
            "CONFLICTING"
          ]
        )
        const read = () =>
          sql<{
            at: Date
            lon: number
            valid: boolean
            conflicting: boolean
          }>`select original_time as at, lon, valid, conflicting from positions
            where device_id = ${device}::uuid order by original_time, conflicting, lon`
        const kept = yield* read()
        assert.deepStrictEqual(
          kept.map((r) => [(r.at.getTime() - at(0)) / 60_000, r.lon, r.valid, r.conflicting]),
          [
            [0, 10, true, false],
            [0, 11, true, true],
            [0, 20, false, true],
            [1, 10, true, false],
            [2, 10, true, false],
            [3, 10, true, false],
            [3, 20, false, true]
          ]
        )
        assert.deepStrictEqual(
          (yield* logOf(device)).flatMap(observationsOf).map((o) => o.at),
          [0, 1, 2, 3].map(at)
        )
        yield* deliver(source, [wrong(4, 10)])
        assert.deepStrictEqual(
          statuses(yield* deliver(source, [good(4), wrong(4, 10), good(4), wrong(0, 20), good(0)])),
          ["accepted", "duplicate", "duplicate", "duplicate", "duplicate"]
        )
        assert.deepStrictEqual(
          (yield* read()).slice(-2).map((r) => [r.lon, r.valid, r.conflicting]),
          [
            [10, true, false],
            [10, false, true]
          ]
        )
      })
  )

  it.effect(
    "is attributed item by item at the record's own time: half-open, and an entity only inside its project",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const source = yield* makeSource(),
          device = yield* makeDevice(source, "a")
        const first = yield* makeProject,
          second = yield* makeProject
        const alma = yield* makeEntity(first),
          berta = yield* makeEntity(second)
        const time = (minute: number) => new Date(at(minute)).toISOString()
        yield* assignProject(device, first, time(10), time(20))
        yield* assignProject(device, second, time(20))
        yield* assignEntity(device, first, alma, time(12), time(30))
        yield* assignEntity(device, second, berta, time(30), time(40))
        yield* deliver(
          source,
          [9, 10, 12, 19, 20, 30, 39, 40].map((minute) => fix("a", minute))
        )
        const rows = yield* sql<{
          at: Date
          project_id: string | null
          entity_id: string | null
        }>`select original_time as at, project_id, entity_id from positions where device_id = ${device}::uuid
          order by original_time`
        const name = (id: string | null) =>
          id === first ? 1 : id === second ? 2 : id === alma ? "alma" : id === berta ? "berta" : id
        assert.deepStrictEqual(
          rows.map((r) => [(r.at.getTime() - at(0)) / 60_000, name(r.project_id), name(r.entity_id)]),
          [
            [9, null, null],
            [10, 1, null],
            [12, 1, "alma"],
            [19, 1, "alma"],
            [20, 2, null],
            [30, 2, "berta"],
            [39, 2, "berta"],
            [40, 2, null]
          ]
        )
        // a device in no project has no rules: stored, not logged
        assert.deepStrictEqual(
          (yield* logOf(device))
            .flatMap(observationsOf)
            .map((o) => o.at)
            .sort((a, b) => a - b),
          [10, 12, 19, 20, 30, 39, 40].map(at)
        )
      })
  )

  it.effect("of a device under two names is one device's", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { animals, source } = yield* makePasture("a")
      const { device } = animals.get("a")!
      yield* sql`insert into device_identities (id, device_id, data_source_id, external_id)
        values (gen_random_uuid(), ${device}::uuid, ${source.id}::uuid, 'alias')`
      assert.deepStrictEqual(
        statuses(yield* deliver(source, [fix("a", 0), fix("alias", 0), fix("alias", 1)])),
        ["accepted", "duplicate", "accepted"]
      )
      assert.strictEqual(yield* count("positions", device), 2)
    })
  )

  it.effect("waits for a change of its device's assignment and then follows it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const source = yield* makeSource(),
        device = yield* makeDevice(source, "a"),
        project = yield* makeProject
      const held = yield* Deferred.make<void>()
      const change = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`select from devices where id = ${device}::uuid for update`
            yield* Deferred.succeed(held, undefined)
            yield* untilWaiting(1)
            yield* assignProject(device, project)
          })
        )
      )
      yield* Deferred.await(held)
      const outcomes = yield* deliver(source, [fix("a", 0)])
      yield* Fiber.join(change)
      assert.deepStrictEqual(statuses(outcomes), ["accepted"])
      const [row] = yield* sql<{
        project_id: string
      }>`select project_id from positions where device_id = ${device}::uuid`
      assert.strictEqual(row!.project_id, project)
    })
  )

  it.effect(
    "from a source of history counts as received when it was made; the log keeps the true arrival",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const source = yield* makeSource({ history: true }),
          device = yield* makeDevice(source, "a")
        yield* assignProject(device, yield* makeProject)
        yield* deliver(source, [fix("a", 0, { measurements: { temperature_c: 1 }, state: { door: 1 } })])
        const rows = yield* sql<{ received_at: Date }>`
      select received_at from positions where device_id = ${device}::uuid union all select received_at
        from measurements where device_id = ${device}::uuid
      union all select received_at from device_states where device_id = ${device}::uuid`
        assert.deepStrictEqual(
          rows.map((r) => r.received_at.getTime()),
          [at(0), at(0), at(0)]
        )
        const [log] = yield* logOf(device)
        assert.isAbove(log!.received_at.getTime(), at(0) + 86_400_000)
      })
  )

  it.effect("makes the months round now with their first row, though nobody does upkeep", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { animals, source } = yield* makePasture("a")
      const { device } = animals.get("a")!
      const now = yield* Clock.currentTimeMillis
      yield* deliver(source, [{ device: "a", time: now, lon: 1, lat: 1, measurements: { temperature_c: 1 } }])
      const found = yield* sql<{ part: string }>`
        select tableoid::regclass::text as part from positions where device_id = ${device}::uuid
        union all
        select tableoid::regclass::text from measurements where device_id = ${device}::uuid order by 1`
      const month = new Date(now).toISOString().slice(0, 7).replace("-", "_")
      assert.deepStrictEqual(
        found.map((f) => f.part),
        [`measurements_${month}`, `positions_${month}`]
      )
    })
  )

  it.effect("with a hundred rows of a month makes the month; a few rows go to the default partition", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { source } = yield* makePasture("a")
      const inMonth = (month: number, n: number) =>
        Array.from({ length: n }, (_, i) => ({
          device: "a",
          time: Date.UTC(1995, month, 3, 0, i),
          lon: 1,
          lat: 1,
          measurements: { temperature_c: i }
        }))
      yield* deliver(source, [...inMonth(0, 100), ...inMonth(1, 99)])
      const found = yield* sql<{ part: string; n: number }>`
      select tableoid::regclass::text as part, count(*)::int4 as n from positions
        where original_time < '1996-01-01' group by 1 union all
      select tableoid::regclass::text, count(*)::int4 from measurements where original_time < '1996-01-01'
        group by 1 order by 1`
      assert.deepStrictEqual(
        found.map((f) => [f.part, f.n]),
        [
          ["measurements_1995_01", 100],
          ["measurements_default", 99],
          ["positions_1995_01", 100],
          ["positions_default", 99]
        ]
      )
      // a month that already has rows in the default partition cannot be made there and then; nothing is
      // refused for it
      assert.isTrue((yield* deliver(source, inMonth(1, 300))).every((o) => o.status !== "rejected"))
    })
  )
})
