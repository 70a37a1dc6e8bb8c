// Metrics that come into being by being sent: whose they are, how many there may be, and what becomes of
// those that are one too many.
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Item } from "../../../src/domain/intake/Report.ts"
import { MAX_METRICS, MAX_NEW_METRICS } from "../../../src/domain/tracking/Metric.ts"
import type { Outcome } from "../../../src/intake/ports.ts"
import {
  assignProject,
  deliver,
  intakeOver,
  makeDevice,
  makePasture,
  makeSource,
  type Source
} from "../../support/sql/pasture.ts"

const at = (minute: number, ms = 0) => Date.UTC(2026, 5, 1, 10, minute, 0, ms)
type Measurements = Readonly<Record<string, number | string | boolean>>
const fix = (device: string, minute: number, measurements: Measurements) => ({
  device,
  time: at(minute),
  lon: 10,
  lat: 53,
  measurements
})

/** What became of an item: its status, and the code if there is one. */
const fateOf = ({ code, status }: Outcome): string => (code === undefined ? status : `${status} ${code}`)

const fates = (source: Source, ...items: ReadonlyArray<Item>) =>
  Effect.map(deliver(source, items), (outcomes) => outcomes.map(fateOf))

/** A name nobody has sent before. */
let names = 0
const fresh = () => `sent_${++names}`

const sentBy = Effect.fnUntraced(function* (owner: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ key: string; value_type: string }>`
    select key, value_type from sent_metrics where owner_id = ${owner}::uuid order by key`
})

/** The type of the only metric of each owner. */
const typesOf = (...owners: ReadonlyArray<string>) =>
  Effect.forEach(owners, (owner) => Effect.map(sentBy(owner), ([first]) => first?.value_type))

const valuesOf = Effect.fnUntraced(function* (device: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ key: string; value: number | null }>`
    select metric_key as key, value_number as value from measurements
    where device_id = ${device}::uuid order by original_time, metric_key`
  return rows.map(({ key, value }) => [key, value])
})

const tracesOf = Effect.fnUntraced(function* (source: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{
    code: string
    error: string
    status: string
    payload: Readonly<Record<string, unknown>>
  }>`
    select code, error, status, payload from processing_traces
    where data_source_id = ${source}::uuid and kind = 'ingest' and code = 'METRIC_LIMIT' order by id`
})

/** As many new names, each with a number. */
const many = (n: number) => Object.fromEntries(Array.from({ length: n }, () => [fresh(), 1]))

const options = { excludeTestServices: true, timeout: "60 seconds" } as const

layer(intakeOver(), options)("a metric that is sent", (it) => {
  it.effect(
    "is of the project's own type: one project cannot make another's values be refused",
    Effect.fnUntraced(function* () {
      const one = yield* makePasture("a"),
        other = yield* makePasture("b"),
        key = fresh()
      assert.deepStrictEqual(yield* fates(one.source, fix("a", 0, { [key]: "wide open" })), ["accepted"])
      const numbers = yield* fates(other.source, fix("b", 0, { [key]: 1 }), fix("b", 1, { [key]: 2 }))
      assert.deepStrictEqual(numbers, ["accepted", "accepted"])
      assert.deepStrictEqual(yield* typesOf(one.project, other.project), ["text", "number"])
      // and in its own project the type holds
      assert.deepStrictEqual(yield* fates(one.source, fix("a", 1, { [key]: 1 })), ["rejected METRIC_TYPE"])
    })
  )

  it.effect(
    "is in the project's own unit",
    Effect.fnUntraced(function* () {
      const one = yield* makePasture("a"),
        other = yield* makePasture("b"),
        metric = fresh()
      yield* deliver(one.source, [{ device: "a", time: at(0), metric, value: 3, unit: "V" }])
      yield* deliver(other.source, [
        { device: "b", time: at(0), metric, value: 4, unit: "°C" },
        { device: "b", time: at(1), metric, value: 50, unit: "°F" }
      ])
      assert.deepStrictEqual(yield* valuesOf(other.animals.get("b")!.device), [
        [metric, 4],
        [metric, 10]
      ])
    })
  )

  it.effect(
    "of one request with devices of two projects is typed in each",
    Effect.fnUntraced(function* () {
      const one = yield* makePasture("a"),
        other = yield* makePasture("b"),
        key = fresh()
      yield* assignProject(yield* makeDevice(one.source, "guest"), other.project)
      const both = yield* fates(one.source, fix("a", 0, { [key]: true }), fix("guest", 0, { [key]: 7 }))
      assert.deepStrictEqual(both, ["accepted", "accepted"])
      assert.deepStrictEqual(yield* typesOf(one.project, other.project), ["boolean", "number"])
    })
  )

  it.effect(
    "by a device in no project is of its data source's own type",
    Effect.fnUntraced(function* () {
      const one = yield* makeSource(),
        other = yield* makeSource(),
        key = fresh()
      for (const source of [one, other]) yield* makeDevice(source, "stray")
      assert.deepStrictEqual(yield* fates(one, fix("stray", 0, { [key]: "x" })), ["accepted"])
      assert.deepStrictEqual(yield* fates(other, fix("stray", 0, { [key]: 1 })), ["accepted"])
      assert.deepStrictEqual(yield* typesOf(one.id, other.id), ["text", "number"])
    })
  )

  it.effect(
    "is what an administrator has defined for all projects, if there is such a definition",
    Effect.fnUntraced(function* () {
      const sql = yield* SqlClient.SqlClient
      const { animals, project, source } = yield* makePasture("a"),
        metric = fresh()
      yield* sql`insert into metrics (key, value_type, unit, defined) values (${metric}, 'number', 'V', true)`
      const volts: Item = { device: "a", time: at(0), metric, value: 3100, unit: "mV" }
      assert.deepStrictEqual(yield* fates(source, volts, fix("a", 1, { [metric]: "low" })), [
        "accepted",
        "rejected METRIC_TYPE"
      ])
      assert.deepStrictEqual(yield* valuesOf(animals.get("a")!.device), [[metric, 3.1]])
      assert.isEmpty(yield* sentBy(project))
    })
  )

  it.effect(
    "keeps the project's own type when an administrator defines another one for all later",
    Effect.fnUntraced(function* () {
      const sql = yield* SqlClient.SqlClient
      const { source } = yield* makePasture("a"),
        later = yield* makePasture("b"),
        key = fresh()
      yield* deliver(source, [fix("a", 0, { [key]: "shut" })])
      yield* sql`insert into metrics (key, value_type, defined) values (${key}, 'number', true)`
      assert.deepStrictEqual(yield* fates(source, fix("a", 1, { [key]: "open" })), ["accepted"])
      assert.deepStrictEqual(yield* fates(later.source, fix("b", 0, { [key]: "open" })), [
        "rejected METRIC_TYPE"
      ])
    })
  )
})

layer(intakeOver(), options)("10,000 new metrics", (it) => {
  it.effect(
    `in one request are ${MAX_NEW_METRICS}; the others are refused by name, and nothing else is lost`,
    Effect.fnUntraced(function* () {
      const { animals, project, source } = yield* makePasture("a")
      const items = Array.from({ length: 100 }, (_, i) => ({
        device: "a",
        time: at(0, i),
        lon: 10,
        lat: 53,
        measurements: { battery_voltage: 3.1, ...many(100) }
      }))
      const outcomes = yield* deliver(source, items)
      const [known, beyond] = [outcomes.slice(0, 2), outcomes.slice(2)]
      assert.deepStrictEqual(
        known.map(fateOf),
        known.map(() => "accepted")
      )
      assert.deepStrictEqual(
        beyond.map(fateOf),
        beyond.map(() => "accepted METRIC_LIMIT")
      )
      const [, first] = Object.keys(items[2]!.measurements)
      assert.strictEqual(beyond[0]!.pointer, `/measurements/${first}`)
      for (const said of [first!, String(MAX_NEW_METRICS)]) assert.include(beyond[0]!.detail, said)
      assert.lengthOf(yield* sentBy(project), MAX_NEW_METRICS)
      const values = yield* valuesOf(animals.get("a")!.device)
      assert.strictEqual(values.filter(([key]) => key === "battery_voltage").length, 100)
      assert.lengthOf(values, 100 + MAX_NEW_METRICS)
      // a trace for the device and transaction, not one for each item
      const traces = yield* tracesOf(source.id)
      assert.deepStrictEqual(
        traces.map((t) => [t.status, t.payload["device"]]),
        traces.map(() => ["failed", "a"])
      )
      const refused = traces.map((t) => Number(/^(\d+) values not stored/.exec(t.error)![1]))
      assert.strictEqual(
        refused.reduce((sum, n) => sum + n),
        9800
      )
      assert.deepStrictEqual([traces.length, new Set(beyond.map((o) => o.traceId)).size], [3, 3])
    })
  )

  it.effect(
    "are few also where a request is stored in several transactions",
    Effect.fnUntraced(function* () {
      const { project, source } = yield* makePasture("a")
      yield* deliver(
        source,
        [0, 1, 2].map((i) => fix("a", i, many(2500)))
      )
      assert.lengthOf(yield* sentBy(project), MAX_NEW_METRICS)
    })
  )

  it.effect(
    `in many requests are ${MAX_METRICS} for a project, and another project has as many of its own`,
    Effect.fnUntraced(function* () {
      const { project, source } = yield* makePasture("a"),
        other = yield* makePasture("b"),
        extra = fresh()
      for (let n = 0; n < MAX_METRICS / MAX_NEW_METRICS; n++) {
        assert.deepStrictEqual(yield* fates(source, fix("a", n, many(MAX_NEW_METRICS))), ["accepted"])
      }
      const known = (yield* sentBy(project))[0]!.key
      const late = [
        fix("a", 20, { [extra]: 1, [known]: 2 }),
        { device: "a", time: at(21), measurements: { [extra]: 1 } }
      ]
      assert.deepStrictEqual(yield* fates(source, ...late), [
        "accepted METRIC_LIMIT",
        "rejected METRIC_LIMIT"
      ])
      assert.lengthOf(yield* sentBy(project), MAX_METRICS)
      assert.include((yield* tracesOf(source.id))[0]!.error, String(MAX_METRICS))
      assert.deepStrictEqual(yield* fates(other.source, fix("b", 0, { [extra]: 1 })), ["accepted"])
      // what another process had registered before is known all the same, and a definition for all projects
      // makes room
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* fates(source, fix("a", 22, { [known]: 3, [extra]: 1 })), [
        "accepted METRIC_LIMIT"
      ])
      yield* sql`insert into metrics (key, value_type, defined) values (${extra}, 'number', true)`
      let minute = 23
      const again = Effect.suspend(() => fates(source, fix("a", minute++, { [extra]: 1 })))
      yield* again.pipe(
        Effect.repeat({ until: ([fate]) => fate === "accepted", schedule: Schedule.spaced("100 millis") }),
        Effect.timeout("10 seconds")
      )
    })
  )

  it.effect(
    "in requests at once are no more than the project may have",
    Effect.fnUntraced(function* () {
      const sql = yield* SqlClient.SqlClient
      const { project, source } = yield* makePasture("a")
      yield* sql`
      insert into sent_metrics (owner_id, key, value_type)
      select ${project}::uuid, 'before_' || n, 'number' from generate_series(1, ${MAX_METRICS - 50}::int) n`
      yield* Effect.all(
        [0, 1, 2, 3, 4, 5].map((n) => deliver(source, [fix("a", n, many(40))])),
        { concurrency: 6 }
      )
      assert.lengthOf(yield* sentBy(project), MAX_METRICS)
    })
  )
})
