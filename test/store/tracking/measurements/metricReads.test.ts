// What reads of measurements cost, and what thinning keeps, on real tables.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import type { SeriesPoint } from "../../../../src/domain/tracking/Measurement.ts"
import { bools, floats, instants, texts } from "../../../../src/store/sql/arrays.ts"
import { LatestValues } from "../../../../src/store/tracking/measurements/LatestValues.ts"
import { Measurements } from "../../../../src/store/tracking/measurements/Measurements.ts"
import { MetricSeries } from "../../../../src/store/tracking/measurements/MetricSeries.ts"
import { TestSql } from "../../../support/sql/database.ts"
import { STORY } from "../../../support/stories.ts"

const stores = Layer.mergeAll(LatestValues.layer, Measurements.layer, MetricSeries.layer).pipe(
  Layer.provideMerge(TestSql)
)

const START = Date.parse("2026-03-20T00:00:00Z")
const MOST = 1_000_000

/** A project with an animal, a collar, and what puts values of them there. */
const makeHerd = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [project, entity, device] = [v7(), v7(), v7()]
  yield* sql`insert into projects (id, slug, name, timezone)
    values (${project}::uuid, ${`p-${project}`}, 'Herd', 'UTC')`
  yield* sql`insert into entities (id, project_id, entity_type_id, name)
    select ${entity}::uuid, ${project}::uuid, id, 'Alma' from entity_types limit 1`
  yield* sql`insert into devices (id, name) values (${device}::uuid, 'Collar')`
  yield* sql`select make_month('measurements', m) from unnest(array[date '2026-03-01', date '2026-04-01']) m`
  const put = (metric: string, points: ReadonlyArray<SeriesPoint>) => {
    const number = floats(points.map((p) => (typeof p.value === "number" ? p.value : null)))
    const boolean = bools(points.map((p) => (typeof p.value === "boolean" ? p.value : null)))
    const text = texts(points.map((p) => (typeof p.value === "string" ? p.value : null)))
    return sql`
      insert into measurements (device_id, project_id, entity_id, metric_key, original_time, value_number,
        value_boolean,
        value_text, received_at, batch_id)
      select ${device}::uuid, ${project}::uuid, ${entity}::uuid, ${metric}, t, x, b, s, now(), 1
      from unnest(${instants(points.map((p) => p.at))}, ${number}, ${boolean}, ${text}) as v (t, x, b, s)`
  }
  return { sql, project, entity, device, put }
})

/** Points at uneven times over some weeks, with rests and bursts. */
const uneven = <A extends SeriesPoint["value"]>(count: number, value: (n: number) => A) => {
  let at = START
  return Array.from({ length: count }, (_, n) => ({
    at: (at += n % 97 === 0 ? 40_000_000 : 1000 * (1 + ((n * 7919) % 61))),
    value: value(n)
  }))
}

type Dot = { readonly at: number; readonly value: number }

/** The four of each of so many stretches, worked out once more. */
const thin = (points: ReadonlyArray<Dot>, bins: number) => {
  const first = points[0]!.at,
    width = Math.ceil((points.at(-1)!.at - first + 1) / bins)
  const stretches = Map.groupBy(points, (p) => Math.floor((p.at - first) / width))
  return [...stretches.values()].flatMap((stretch) => {
    const low = stretch.reduce((least, p) => (p.value < least.value ? p : least))
    const high = stretch.reduce((most, p) => (p.value > most.value ? p : most))
    const kept = new Set([stretch[0]!, stretch.at(-1)!, low, high])
    return stretch.filter((p) => kept.has(p))
  })
}

layer(stores, { timeout: "60 seconds", excludeTestServices: true })("reads of measurements", (it) => {
  it.effect(
    '"shape kept": a series of numbers keeps first, last, lowest and highest of equal stretches of time',
    () =>
      Effect.gen(function* () {
        const { entity, project, put, sql } = yield* makeHerd
        const series = yield* MetricSeries
        const read = (maxPoints: number, span: { readonly from?: number; readonly to?: number } = {}) =>
          series.read(project, null, {
            subject: { entityId: entity },
            metric: "t",
            maxPoints,
            most: MOST,
            ...span
          })
        const points = uneven(5000, (n) => Math.round(1000 * Math.sin(n / 40)) / 10 + ((n * 31) % 13))
        yield* put("t", points)
        yield* put(
          "other",
          uneven(50, (n) => n)
        )
        for (const maxPoints of [4, 40, 401, 2000]) {
          const thinned = yield* read(maxPoints)
          assert.deepStrictEqual(
            thinned,
            { total: 5000, points: thin(points, Math.floor(maxPoints / 4)) },
            String(maxPoints)
          )
          assert.isAtMost(thinned.points.length, maxPoints)
        }
        const [from, to] = [points[1000]!.at, points[4000]!.at]
        assert.deepStrictEqual(yield* read(100, { from, to }), {
          total: 3000,
          points: thin(points.slice(1000, 4000), 25)
        })

        // the first is moved to the place of another, which is wrong
        const which = (n: number) => sql`entity_id = ${entity}::uuid and metric_key = 't'
      and original_time = ${new Date(points[n]!.at)}::timestamptz`
        yield* sql`update measurements set curated_time = ${new Date(to)}::timestamptz where ${which(0)}`
        yield* sql`update measurements set valid = false where ${which(4000)}`
        const moved = points.with(4000, { at: to, value: points[0]!.value }).slice(1)
        assert.deepStrictEqual(yield* read(100), { total: 4999, points: thin(moved, 25) })
      })
  )

  it.effect("a constant is two points a stretch, and one moment of several collars is one", () =>
    Effect.gen(function* () {
      const { entity, project, put, sql } = yield* makeHerd
      const { read } = yield* MetricSeries
      const order = { subject: { entityId: entity }, most: MOST }
      yield* put(
        "t",
        Array.from({ length: 100 }, (_, n) => ({ at: START + 1000 * n, value: 7 }))
      )
      const { points } = yield* read(project, null, { ...order, metric: "t", maxPoints: 20 })
      assert.deepStrictEqual(
        points.map((p) => (p.at - START) / 1000),
        [0, 19, 20, 39, 40, 59, 60, 79, 80, 99]
      )
      yield* sql`
      insert into measurements (device_id, project_id, entity_id, metric_key, original_time, value_number,
        received_at, batch_id)
      select gen_random_uuid(), ${project}::uuid, ${entity}::uuid, 'one', ${new Date(START)}::timestamptz,
        n % 3, now(), 1
      from generate_series(0, 29) n`
      const one = yield* read(project, null, { ...order, metric: "one", maxPoints: 8 })
      assert.deepStrictEqual([one.points.map((p) => p.value), one.total], [[0, 2], 30])
    })
  )

  it.effect(
    "booleans and texts keep their changes and their last value; of too many, the ends of every so many",
    () =>
      Effect.gen(function* () {
        const { entity, project, put } = yield* makeHerd
        const { read } = yield* MetricSeries
        const on = uneven(1000, (n) => Math.floor(n / 100) % 2 === 0),
          mood = uneven(1000, (n) => `mood ${Math.floor(n / 100)}`)
        yield* put("on", on)
        yield* put("mood", mood)
        const of = (metric: string, maxPoints = 50) =>
          read(project, null, { subject: { entityId: entity }, metric, maxPoints, most: MOST })
        const changes = [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 999]
        assert.deepStrictEqual(yield* of("on"), { total: 1000, points: changes.map((n) => on[n]!) })
        assert.deepStrictEqual(yield* of("mood"), { total: 1000, points: changes.map((n) => mood[n]!) })
        for (const maxPoints of [4, 5, 6, 7, 10]) {
          const { points, total } = yield* of("on", maxPoints)
          assert.isAtMost(points.length, maxPoints)
          assert.deepStrictEqual([total, points[0], points.at(-1)], [1000, on[0], on[999]])
        }
        yield* put(
          "flicker",
          uneven(3000, (n) => n % 2 === 0)
        )
        const { points } = yield* of("flicker")
        assert.isAtMost(points.length, 50)
        assert.isAtLeast(points.length, 40)
      })
  )

  it.effect("no more values are read than may be, whatever their type", () =>
    Effect.gen(function* () {
      const { entity, project, put } = yield* makeHerd
      const { read } = yield* MetricSeries
      yield* put(
        "t",
        uneven(500, (n) => n)
      )
      yield* put(
        "on",
        uneven(500, (n) => n % 2 === 0)
      )
      for (const metric of ["t", "on"]) {
        for (const maxPoints of [20, 2000]) {
          const order = { subject: { entityId: entity }, metric, maxPoints }
          assert.strictEqual((yield* read(project, null, { ...order, most: 500 })).total, 500)
          assert.strictEqual(
            (yield* Effect.flip(read(project, null, { ...order, most: 499 })))._tag,
            "TooManyValues"
          )
        }
      }
    })
  )

  it.effect(
    "what a read looks at does not grow with what is stored: of an animal and of a bare device with 20,000 values each",
    () =>
      Effect.gen(function* () {
        const { device, entity, project, sql } = yield* makeHerd
        const bare = v7()
        yield* sql`insert into devices (id, name) values (${bare}::uuid, 'Bare')`
        yield* sql`insert into project_assignments (id, device_id, project_id, valid_from)
      select gen_random_uuid(), d, ${project}::uuid, '2020-01-01Z'
        from unnest(array[${bare}::uuid, ${device}::uuid]) d`
        yield* sql`insert into entity_assignments (id, device_id, project_id, entity_id, valid_from)
      values (gen_random_uuid(), ${device}::uuid, ${project}::uuid, ${entity}::uuid, '2020-01-01Z')`
        yield* sql`
      insert into measurements (device_id, project_id, entity_id, metric_key, original_time, value_number,
        received_at, batch_id)
      select d.id, ${project}::uuid, d.entity, 'm' || k, timestamptz '2026-03-01Z' + n * interval '5 minutes',
        n, now(), 1
      from (values (${device}::uuid, ${entity}::uuid), (${bare}::uuid, null)) d (id, entity),
        generate_series(0, 9999) n, generate_series(1, 2) k`
        // many who have few, by whom the database judges how much one has
        yield* sql`
      insert into measurements (device_id, project_id, entity_id, metric_key, original_time, value_number,
        received_at, batch_id)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'm' || n, timestamptz '2026-03-01Z', n,
        now(), 1
      from generate_series(1, 5000) n`
        yield* sql`analyze measurements`
        const latest = yield* LatestValues,
          measurements = yield* Measurements

        const rowsLooked = Effect.map(
          sql<{ n: number }>`
      select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as n
        from pg_stat_xact_user_tables
      where relname like 'measurements%'`,
          ([row]) => row!.n
        )
        /** Rows of measurements that a read looks at. What the connection did before may still be counted. */
        const looked = <A, E>(read: Effect.Effect<A, E>) =>
          sql.withTransaction(
            Effect.gen(function* () {
              const before = yield* rowsLooked,
                answer = yield* read,
                rows = (yield* rowsLooked) - before
              // a statement that is kept is planned once for everybody after a while: a million values then
              // took a minute
              const kept = yield* sql`select statement from pg_prepared_statements
                  where statement ~ 'from measurements [m]'`
              assert.deepStrictEqual(kept, [])
              return { answer, rows }
            })
          )
        const page = { limit: 50, after: null }
        for (const [filter, values] of [
          [{ metrics: null }, [2, 2]],
          [{ metrics: ["m1"] }, [1, 1]],
          [{ metrics: ["none"] }, [0, 0]],
          [{ metrics: null, device_id: device }, [2]],
          [{ metrics: null, device_id: bare }, [2]],
          [{ metrics: null, entity_id: entity }, [2]]
        ] as const) {
          const { answer, rows } = yield* looked(latest.list(project, null, filter, page))
          const found = answer.items.flatMap((s) => s.values),
            what = JSON.stringify(filter)
          assert.deepStrictEqual(
            answer.items.map((s) => s.values.length),
            [...values],
            what
          )
          assert.isTrue(
            found.every((v) => v.value === 9999),
            what
          )
          assert.isAtMost(rows, 40, what)
          assert.isAtLeast(rows, found.length, "what was read is counted")
        }
        const filters = [
          {},
          { entity_id: entity },
          { device_id: device },
          { entity_id: entity, metric: "m1" },
          { device_id: bare, metric: "m2" }
        ]
        for (const filter of filters) {
          const list = measurements.list(project, null, { ...filter, include_invalid: false }, page)
          const { answer, rows } = yield* looked(list)
          assert.lengthOf(answer.items, 50)
          assert.isAtMost(rows, 1000, JSON.stringify(filter))
        }
        const series = yield* MetricSeries
        for (const subject of [{ entityId: entity }, { deviceId: device }, { deviceId: bare }]) {
          const read = series.read(project, null, { subject, metric: "m1", maxPoints: 2000, most: MOST })
          const { answer, rows } = yield* looked(read)
          assert.strictEqual(answer.total, 10_000)
          // each once, and the first 2,001 and the last once more, of a device perhaps beside its other
          // metric
          assert.isAtMost(rows, 20_000, JSON.stringify(subject))
        }
      }),
    STORY
  )
})
