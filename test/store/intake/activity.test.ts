// Activity on its way into the tables: whatever the order in which a device's status messages arrive, the
// same is stored.
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { partitionOf } from "../../../src/domain/intake/LogEntry.ts"
import type { Item } from "../../../src/domain/intake/Report.ts"
import { IntakeSql } from "../../../src/store/intake/IntakeSql.ts"
import { pool } from "../../../src/store/sql/Pg.ts"
import { untilWaiting } from "../../support/sql/locks.ts"
import { observationsOf, readLog } from "../../support/sql/log.ts"
import {
  assignProject,
  deliver,
  intakeOver,
  makeDevice,
  makePasture,
  makeProject,
  makeSource
} from "../../support/sql/pasture.ts"

const at = (minute: number) => Date.UTC(2026, 5, 1, 10, minute)
const status = (minute: number, x: number, more: object = {}): Item => ({
  device: "a",
  time: at(minute),
  measurements: { accel_x: x, accel_y: 0, accel_z: 9.75, ...more }
})
const statuses = (outcomes: ReadonlyArray<{ readonly status: string }>) => outcomes.map((o) => o.status)

const permutations = <A>(list: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  list.length < 2
    ? [list]
    : list.flatMap((first, i) => permutations(list.toSpliced(i, 1)).map((rest) => [first, ...rest]))

/** The stored activities of a device by minute, and whether they were derived. */
const stored = Effect.fnUntraced(function* (device: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ time: Date; value: number; derived: boolean | null }>`
    select original_time as time, value_number as value, derived from measurements
      where device_id = ${device}::uuid and metric_key = 'activity' order by original_time`
  return rows.map((r) => [(r.time.getTime() - at(0)) / 60_000, r.value, r.derived === true])
})

/** From which minutes on the late lane has to look at a subject again because of activity. */
const spansOf = Effect.fnUntraced(function* (subject: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    from: Date
    partition: number
  }>`select from_time as from, partition from late_spans where subject_id = ${subject}::uuid
    and reason = 'activity' order by id`
  for (const row of rows) assert.strictEqual(row.partition, partitionOf(subject))
  return rows.map((r) => (r.from.getTime() - at(0)) / 60_000)
})

/** What rules see of a device's activity: minute and value, in the order of the log. */
const logged = Effect.fnUntraced(function* (device: string) {
  return (yield* readLog)
    .flatMap(observationsOf)
    .flatMap((o) =>
      o.subject.deviceId === device && o._tag === "Measurement" && o.metric === "activity"
        ? [[(o.at - at(0)) / 60_000, o.value]]
        : []
    )
})

const pasture = Effect.gen(function* () {
  const { animals, source, ...made } = yield* makePasture("a")
  return { ...made, source, ...animals.get("a")! }
})

layer(intakeOver(), { excludeTestServices: true, timeout: "60 seconds" })("activity", (it) => {
  it.effect(
    "is the change of the accelerometer vector since the status message before, at the message's time and for its owner",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { device, entity, project, source } = yield* pasture
        yield* deliver(source, [{ ...status(0, 0), lat: 53, lon: 10 }])
        assert.deepStrictEqual(
          statuses(yield* deliver(source, [status(5, 3, { accel_y: 4, temperature_c: 20 })])),
          ["accepted"]
        )
        assert.deepStrictEqual(yield* stored(device), [[5, 5, true]])
        assert.deepStrictEqual(yield* logged(device), [[5, 5]])
        const [row] =
          yield* sql`select entity_id, project_id, batch_id = (select max(batch_id) from measurements
            where metric_key = 'temperature_c') as same_batch from measurements where metric_key = 'activity'
            and device_id = ${device}::uuid`
        assert.deepStrictEqual({ ...row }, { entity_id: entity, project_id: project, same_batch: true })
        assert.deepStrictEqual(yield* spansOf(entity), [])
      })
  )

  it.effect("is the same for any order and any batching of the messages", () =>
    Effect.gen(function* () {
      const messages = [status(0, 0), status(10, 1), status(20, 4)]
      for (const order of permutations(messages)) {
        for (const batches of [
          order.map((m) => [m]),
          [order],
          [order.slice(0, 1), order.slice(1)],
          [order.slice(0, 2), order.slice(2)],
          [order, order],
          [order.slice(0, 2), order.slice(1), order]
        ]) {
          const { device, entity, source } = yield* pasture
          for (const batch of batches) yield* deliver(source, batch)
          assert.deepStrictEqual(
            yield* stored(device),
            [
              [10, 1, true],
              [20, 3, true]
            ],
            JSON.stringify(batches.map((b) => b.map((m) => m.time)))
          )
          // rules saw what is stored, or are sent back to look again
          const seen = new Map((yield* logged(device)).map(([minute, value]) => [minute!, value!])),
            spans = yield* spansOf(entity)
          for (const [minute, value] of [
            [10, 1],
            [20, 3]
          ] as const)
            assert.isTrue(seen.get(minute) === value || spans.includes(minute))
        }
      }
    })
  )

  it.effect(
    "that changes because a message arrived late sends the late lane to the next message's time",
    () =>
      Effect.gen(function* () {
        const { device, entity, source } = yield* pasture
        yield* deliver(source, [status(0, 0), status(20, 4)])
        assert.deepStrictEqual(yield* stored(device), [[20, 4, true]])
        yield* deliver(source, [status(10, 1)])
        assert.deepStrictEqual(
          [yield* stored(device), yield* spansOf(entity)],
          [
            [
              [10, 1, true],
              [20, 3, true]
            ],
            [20]
          ]
        )
        assert.deepStrictEqual(yield* logged(device), [
          [20, 4],
          [10, 1]
        ])
        yield* deliver(source, [status(15, 1)])
        assert.deepStrictEqual(
          [yield* stored(device), yield* spansOf(entity)],
          [
            [
              [10, 1, true],
              [15, 0, true],
              [20, 3, true]
            ],
            [20]
          ]
        )
        yield* deliver(source, [status(-10, 7)])
        assert.deepStrictEqual(
          [yield* stored(device), yield* spansOf(entity)],
          [
            [
              [0, 7, true],
              [10, 1, true],
              [15, 0, true],
              [20, 3, true]
            ],
            [20, 0]
          ]
        )
      })
  )

  it.effect("stays what it is when a message is sent again", () =>
    Effect.gen(function* () {
      const { device, entity, source } = yield* pasture
      const messages = [status(0, 0), status(10, 1), status(20, 4)]
      yield* deliver(source, messages)
      const before = [yield* stored(device), yield* logged(device)]
      for (const again of [messages, messages.slice(1, 2), [status(10, 99)]])
        assert.deepStrictEqual(
          statuses(yield* deliver(source, again)),
          again.map(() => "duplicate")
        )
      assert.deepStrictEqual([yield* stored(device), yield* logged(device)], before)
      assert.deepStrictEqual(yield* spansOf(entity), [])
    })
  )

  it.effect("is the device's own where it sends one, in any order", () =>
    Effect.gen(function* () {
      const own: Item = { device: "a", time: at(10), metric: "activity", value: 0.5, unit: "m/s²" }
      for (const order of permutations([status(0, 0), status(10, 1), status(20, 4), own])) {
        const { device, source } = yield* pasture
        for (const item of order)
          assert.deepStrictEqual(statuses(yield* deliver(source, [item])), ["accepted"])
        assert.deepStrictEqual(yield* stored(device), [
          [10, 0.5, false],
          [20, 3, true]
        ])
        assert.deepStrictEqual(statuses(yield* deliver(source, [own])), ["duplicate"])
      }
      const { device, entity, source } = yield* pasture
      yield* deliver(source, [status(0, 0), status(10, 1, { activity: 0.5 }), status(20, 4)])
      assert.deepStrictEqual(yield* stored(device), [
        [10, 0.5, false],
        [20, 3, true]
      ])
      yield* deliver(source, [{ ...own, time: at(20) }])
      assert.deepStrictEqual(
        [yield* stored(device), yield* spansOf(entity)],
        [
          [
            [10, 0.5, false],
            [20, 0.5, false]
          ],
          [20]
        ]
      )
    })
  )

  it.effect("needs all three axes, which may come one by one", () =>
    Effect.gen(function* () {
      const { device, source } = yield* pasture
      const axis = (minute: number, metric: string, value: number): Item => ({
        device: "a",
        time: at(minute),
        metric,
        value
      })
      yield* deliver(source, [status(0, 0), axis(10, "accel_x", 1), axis(10, "accel_y", 0)])
      assert.deepStrictEqual(yield* stored(device), [])
      yield* deliver(source, [status(20, 4)])
      assert.deepStrictEqual(yield* stored(device), [[20, 4, true]])
      yield* deliver(source, [axis(10, "accel_z", 9.75)])
      assert.deepStrictEqual(yield* stored(device), [
        [10, 1, true],
        [20, 3, true]
      ])
      yield* deliver(
        source,
        ["accel_z", "accel_x", "accel_y"].map((metric) =>
          axis(30, metric, metric === "accel_x" ? 6 : metric === "accel_y" ? 0 : 9.75)
        )
      )
      assert.deepStrictEqual((yield* stored(device)).at(-1), [30, 2, true])
    })
  )

  it.effect(
    "of a message that is refused is not derived, and one of a device in no project tells no rule",
    () =>
      Effect.gen(function* () {
        const { device, source } = yield* pasture
        yield* deliver(source, [status(0, 0)])
        assert.deepStrictEqual(statuses(yield* deliver(source, [status(10, 1, { temperature_c: true })])), [
          "rejected"
        ])
        yield* deliver(source, [status(20, 4)])
        assert.deepStrictEqual(yield* stored(device), [[20, 4, true]])

        const other = yield* makeSource(),
          stray = yield* makeDevice(other, "a")
        yield* deliver(other, [status(20, 4)])
        yield* deliver(other, [status(0, 0)])
        assert.deepStrictEqual(
          [yield* stored(stray), yield* logged(stray), yield* spansOf(stray)],
          [[[20, 4, true]], [], []]
        )
      })
  )

  it.effect("belongs to whoever wore the device when the message was made", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const source = yield* makeSource(),
        device = yield* makeDevice(source, "a")
      const [first, second] = [yield* makeProject, yield* makeProject]
      yield* assignProject(device, first, "2000-01-01T00:00:00Z", new Date(at(10)).toISOString())
      yield* assignProject(device, second, new Date(at(10)).toISOString())
      yield* deliver(source, [status(20, 4)])
      yield* deliver(source, [status(0, 0)])
      assert.deepStrictEqual(
        (yield* sql`select project_id from measurements where device_id = ${device}::uuid
          and metric_key = 'activity'`).map((r) => r["project_id"]),
        [second]
      )
      assert.deepStrictEqual(
        (yield* sql`select project_id from late_spans where subject_id = ${device}::uuid`).map(
          (r) => r["project_id"]
        ),
        [second]
      )
    })
  )

  it.effect("is found over months, and beside a message whose time was curated", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { device, source } = yield* pasture
      const month = 30 * 24 * 60
      yield* deliver(source, [status(-2 * month, 1)])
      yield* deliver(source, [status(0, 3)])
      yield* sql`update measurements set curated_time = ${new Date(at(-60))} where device_id = ${device}::uuid
        and original_time = ${new Date(at(-2 * month))}`
      yield* deliver(source, [status(-90, 10), status(-30, 2)])
      // in the order that counts: 10 at -90, 1 at -60 (curated), 2 at -30, 3 at 0
      assert.deepStrictEqual(
        (yield* stored(device)).filter(([minute]) => Number(minute) > -90),
        [
          [-30, 1, true],
          [0, 1, true]
        ]
      )
    })
  )

  it.effect(
    "costs nothing where no accelerometer speaks: such batches do not wait for each other's devices",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { device, source } = yield* pasture
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`select from devices where id = ${device}::uuid for no key update`
            assert.deepStrictEqual(
              statuses(
                yield* deliver(source, [
                  { device: "a", time: at(0), measurements: { temperature_c: 20 }, lat: 53, lon: 10 }
                ])
              ),
              ["accepted"]
            )
          })
        )
      })
  )
})

/** Two servers on one database. */
const another = IntakeSql({
  maxFutureSeconds: 300,
  maxUnreadRows: 1_000_000,
  maxUnreadRowsPerProject: 1_000_000
}).pipe(
  Layer.provide(
    pool({
      role: "pugmark_ingest",
      copies: true,
      maxConnections: 4,
      applicationName: "another",
      statementTimeoutMs: 30_000
    })
  )
)

layer(intakeOver(), { excludeTestServices: true, timeout: "60 seconds" })(
  "messages of a device at two servers at once",
  (it) => {
    it.effect("are each other's neighbours all the same", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { device, entity, source } = yield* pasture
        const sent = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`select from log_partitions where partition = ${partitionOf(entity)}::int4 for update`
            // has stored its records and waits for the log
            const one = yield* Effect.forkChild(deliver(source, [status(10, 1)]))
            yield* untilWaiting(1)
            const other = yield* Effect.forkChild(
              deliver(source, [status(20, 4)]).pipe(Effect.provide(another))
            )
            yield* untilWaiting(2)
            return [one, other]
          })
        )
        for (const fiber of sent) assert.deepStrictEqual(statuses(yield* Fiber.join(fiber)), ["accepted"])
        assert.deepStrictEqual(yield* stored(device), [[20, 3, true]])
      })
    )
  }
)
