// Metrics that come into being by being sent: whose they are, how many there may be, and what becomes of those that are one too many.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { MAX_METRICS, MAX_NEW_METRICS } from "../../src/domain/tracking/Metric.ts"
import { assignProject, deliver, intakeOver, makeDevice, makePasture, makeSource } from "../support/pasture.ts"

const at = (minute: number, ms = 0) => Date.UTC(2026, 5, 1, 10, minute, 0, ms)
const fix = (device: string, minute: number, more: object = {}) => ({ device, time: at(minute), lon: 10, lat: 53, ...more })
const statuses = (outcomes: ReadonlyArray<{ readonly status: string }>) => outcomes.map((o) => o.status)

/** A name nobody has sent before. */
let names = 0
const fresh = () => `sent_${++names}`

const sentBy = Effect.fnUntraced(function*(owner: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ key: string; value_type: string; unit: string | null; label: string | null; defined: boolean }>`
    select key, value_type, unit, label, defined from sent_metrics where owner_id = ${owner}::uuid order by key`
})

const valuesOf = Effect.fnUntraced(function*(device: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ key: string; value: unknown }>`
    select metric_key as key, coalesce(to_jsonb(value_number), to_jsonb(value_boolean), to_jsonb(value_text)) as value from measurements where device_id = ${device}::uuid order by original_time, metric_key`
  return rows.map(({ key, value }) => [key, value])
})

const tracesOf = Effect.fnUntraced(function*(source: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ code: string; error: string; status: string; payload: Readonly<Record<string, unknown>> }>`
    select code, error, status, payload from processing_traces where data_source_id = ${source}::uuid and kind = 'ingest' and code = 'METRIC_LIMIT' order by id`
})

/** As many new names, each with a number. */
const many = (n: number) => Object.fromEntries(Array.from({ length: n }, () => [fresh(), 1]))

layer(intakeOver(), { excludeTestServices: true, timeout: "60 seconds" })("a metric that is sent", (it) => {
  it.effect("is of the project's own type: one project cannot make another's values be refused", () => Effect.gen(function*() {
    const one = yield* makePasture("a"), other = yield* makePasture("b")
    const key = fresh()
    assert.deepStrictEqual(statuses(yield* deliver(one.source, [fix("a", 0, { measurements: { [key]: "wide open" } })])), ["accepted"])
    assert.deepStrictEqual(statuses(yield* deliver(other.source, [fix("b", 0, { measurements: { [key]: 1 } }), fix("b", 1, { measurements: { [key]: 2 } })])), ["accepted", "accepted"])
    assert.deepStrictEqual([(yield* sentBy(one.project))[0]!.value_type, (yield* sentBy(other.project))[0]!.value_type], ["text", "number"])
    // and in its own project the type holds
    assert.deepStrictEqual((yield* deliver(one.source, [fix("a", 1, { measurements: { [key]: 1 } })])).map((o) => o.code), ["METRIC_TYPE"])
  }))

  it.effect("is in the project's own unit", () => Effect.gen(function*() {
    const one = yield* makePasture("a"), other = yield* makePasture("b")
    const key = fresh()
    yield* deliver(one.source, [{ device: "a", time: at(0), metric: key, value: 3, unit: "V" }])
    yield* deliver(other.source, [{ device: "b", time: at(0), metric: key, value: 4, unit: "°C" }, { device: "b", time: at(1), metric: key, value: 50, unit: "°F" }])
    assert.deepStrictEqual((yield* valuesOf(other.animals.get("b")!.device)).map(([, value]) => value), [4, 10])
  }))

  it.effect("of one request with devices of two projects is typed in each", () => Effect.gen(function*() {
    const one = yield* makePasture("a"), other = yield* makePasture("b")
    const device = yield* makeDevice(one.source, "guest")
    yield* assignProject(device, other.project)
    const key = fresh()
    assert.deepStrictEqual(statuses(yield* deliver(one.source, [fix("a", 0, { measurements: { [key]: true } }), fix("guest", 0, { measurements: { [key]: 7 } })])), ["accepted", "accepted"])
    assert.deepStrictEqual([(yield* sentBy(one.project))[0]!.value_type, (yield* sentBy(other.project))[0]!.value_type], ["boolean", "number"])
  }))

  it.effect("by a device in no project is of its data source's own type", () => Effect.gen(function*() {
    const one = yield* makeSource(), other = yield* makeSource(), key = fresh()
    for (const source of [one, other]) yield* makeDevice(source, "stray")
    assert.deepStrictEqual(statuses(yield* deliver(one, [fix("stray", 0, { measurements: { [key]: "x" } })])), ["accepted"])
    assert.deepStrictEqual(statuses(yield* deliver(other, [fix("stray", 0, { measurements: { [key]: 1 } })])), ["accepted"])
    assert.deepStrictEqual([(yield* sentBy(one.id))[0]!.value_type, (yield* sentBy(other.id))[0]!.value_type], ["text", "number"])
  }))

  it.effect("is what an administrator has defined for all projects, if there is such a definition", () => Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { project, source } = yield* makePasture("a")
    const key = fresh()
    yield* sql`insert into metrics (key, value_type, unit, defined) values (${key}, 'number', 'V', true)`
    const outcomes = yield* deliver(source, [{ device: "a", time: at(0), metric: key, value: 3100, unit: "mV" }, { device: "a", time: at(1), metric: key, value: "low" }])
    assert.deepStrictEqual(outcomes.map((o) => o.code), [undefined, "METRIC_TYPE"])
    assert.isEmpty(yield* sentBy(project))
  }))

  it.effect("keeps the project's own type when an administrator defines another one for all projects later", () => Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { source } = yield* makePasture("a"), later = yield* makePasture("b")
    const key = fresh()
    yield* deliver(source, [fix("a", 0, { measurements: { [key]: "shut" } })])
    yield* sql`insert into metrics (key, value_type, defined) values (${key}, 'number', true)`
    assert.deepStrictEqual(statuses(yield* deliver(source, [fix("a", 1, { measurements: { [key]: "open" } })])), ["accepted"])
    assert.deepStrictEqual((yield* deliver(later.source, [fix("b", 0, { measurements: { [key]: "open" } })])).map((o) => o.code), ["METRIC_TYPE"])
  }))
})

layer(intakeOver(), { excludeTestServices: true, timeout: "60 seconds" })("10,000 new metrics", (it) => {
  it.effect(`in one request are ${MAX_NEW_METRICS}; the others are refused by name, and nothing else is lost`, () => Effect.gen(function*() {
    const { animals, project, source } = yield* makePasture("a")
    const items = Array.from({ length: 100 }, (_, i) => ({ device: "a", time: at(0, i), lon: 10, lat: 53, measurements: { battery_voltage: 3.1, ...many(100) } }))
    const outcomes = yield* deliver(source, items)
    assert.deepStrictEqual(new Set(statuses(outcomes)), new Set(["accepted"]))
    assert.deepStrictEqual(outcomes.map((o) => o.code), [...Array<undefined>(2).fill(undefined), ...Array<string>(98).fill("METRIC_LIMIT")])
    const [, first] = Object.keys(items[2]!.measurements)
    assert.strictEqual(outcomes[2]!.pointer, `/measurements/${first}`)
    assert.include(outcomes[2]!.detail, first)
    assert.include(outcomes[2]!.detail, String(MAX_NEW_METRICS))
    assert.lengthOf(yield* sentBy(project), MAX_NEW_METRICS)
    const values = yield* valuesOf(animals.get("a")!.device)
    assert.strictEqual(values.filter(([key]) => key === "battery_voltage").length, 100)
    assert.lengthOf(values, 100 + MAX_NEW_METRICS)
    // a trace for the device and transaction, not one for each item
    const traces = yield* tracesOf(source.id)
    assert.deepStrictEqual(traces.map((t) => t.status), ["failed", "failed", "failed"])
    assert.strictEqual(traces.map((t) => Number(/^(\d+) values not stored/.exec(t.error)![1])).reduce((sum, n) => sum + n), 9800)
    assert.deepStrictEqual(traces[0]!.payload["device"], "a")
    assert.lengthOf(new Set(outcomes.slice(2).map((o) => o.traceId)), 3)
  }))

  it.effect("are few also where a request is stored in several transactions", () => Effect.gen(function*() {
    const { project, source } = yield* makePasture("a")
    yield* deliver(source, Array.from({ length: 3 }, (_, i) => ({ device: "a", time: at(0, i), measurements: many(2500) })))
    assert.lengthOf(yield* sentBy(project), MAX_NEW_METRICS)
  }))

  it.effect(`in many requests are ${MAX_METRICS} for a project, and another project has its own ${MAX_METRICS}`, () => Effect.gen(function*() {
    const { project, source } = yield* makePasture("a"), other = yield* makePasture("b")
    for (let n = 0; n < MAX_METRICS / MAX_NEW_METRICS; n++) {
      assert.isUndefined((yield* deliver(source, [{ device: "a", time: at(n), measurements: many(MAX_NEW_METRICS) }]))[0]!.code)
    }
    const known = (yield* sentBy(project))[0]!.key, extra = fresh()
    const outcomes = yield* deliver(source, [fix("a", 20, { measurements: { [extra]: 1, [known]: 2 } }), { device: "a", time: at(21), measurements: { [extra]: 1 } }])
    assert.deepStrictEqual(outcomes.map((o) => [o.status, o.code]), [["accepted", "METRIC_LIMIT"], ["rejected", "METRIC_LIMIT"]])
    assert.include(outcomes[0]!.detail, String(MAX_METRICS))
    assert.lengthOf(yield* sentBy(project), MAX_METRICS)
    assert.isUndefined((yield* deliver(other.source, [fix("b", 0, { measurements: { [extra]: 1 } })]))[0]!.code)
  }))

  it.effect("in requests at once are no more than the project may have", () => Effect.gen(function*() {
    const { project, source } = yield* makePasture("a")
    const sql = yield* SqlClient.SqlClient
    yield* sql`insert into sent_metrics (owner_id, key, value_type) select ${project}::uuid, 'before_' || n, 'number' from generate_series(1, ${MAX_METRICS - 50}::int) n`
    yield* Effect.all(Array.from({ length: 6 }, (_, n) => deliver(source, [fix("a", n, { measurements: many(40) })])), { concurrency: 6 })
    assert.lengthOf(yield* sentBy(project), MAX_METRICS)
  }))
})
