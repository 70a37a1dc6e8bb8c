// The map of a moment: who reports, who is late, who is silent, who never did, and what they carry.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { makeMember } from "../../../support/http/people.ts"
import { serve } from "../../../support/http/server.ts"
import { expectStatus, makeDevice, makeEntity, makeProject } from "../../../support/http/tracking.ts"

interface Shown {
  readonly id: string
  readonly properties: Readonly<Record<string, unknown>>
}
interface Shape {
  readonly features: ReadonlyArray<Shown>
  readonly counts: Readonly<Record<string, number>>
  readonly last_fix_at: string | null
}

const MINUTE = 60_000

/** Fixes of somebody, each so many minutes before `now`; 0.001 degrees to the north each but for the first. */
const fixes = Effect.fnUntraced(function* (
  subject: { readonly project: string; readonly entity: string | null; readonly device: string },
  now: number,
  minutes: ReadonlyArray<number>,
  step = 0.001
) {
  const sql = yield* SqlClient.SqlClient
  for (const [i, ago] of minutes.entries())
    yield* sql`
      insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat,
        received_at, batch_id)
      values (${subject.device}::uuid, ${subject.project}::uuid, ${subject.entity}::uuid, 'gnss',
        ${new Date(now - ago * MINUTE)}, 10, ${53 + i * step}, now(), 1)`
})

const measured = Effect.fnUntraced(function* (
  subject: { readonly project: string; readonly entity: string | null; readonly device: string },
  metric: string,
  at: number,
  value: number
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into measurements (device_id, project_id, entity_id, metric_key, original_time, value_number,
      received_at, batch_id)
    values (${subject.device}::uuid, ${subject.project}::uuid, ${subject.entity}::uuid, ${metric},
      ${new Date(at)}, ${value}, now(), 1)`
})

/**
 * A project with somebody for each word: `steady` every 10 minutes, `late` every 20 and two hours ago,
 * `silent` two days ago, `never`; and a bare collar that reports.
 */
const pasture = Effect.gen(function* () {
  const { id: project } = yield* makeProject()
  const sql = yield* SqlClient.SqlClient
  const animal = Effect.gen(function* () {
    const entity = (yield* makeEntity(project)).id as string
    return { project, entity, device: v7() }
  })
  const steady = yield* animal,
    late = yield* animal,
    silent = yield* animal,
    never = yield* animal
  const bare = { project, entity: null, device: (yield* makeDevice()).id as string }
  yield* sql`insert into project_assignments (id, device_id, project_id, valid_from)
    values (gen_random_uuid(), ${bare.device}::uuid, ${project}::uuid, '2020-01-01')`
  const now = Date.now()
  yield* fixes(steady, now, [4, 14, 24, 34], 0.0001)
  yield* fixes(late, now, [120, 140, 160])
  yield* fixes(silent, now, [2 * 1440, 2 * 1440 + 10], 0)
  yield* fixes(bare, now, [1])
  return { project, steady, late, silent, never, bare, now, path: `/projects/${project}` }
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("the map of a moment", (it) => {
  it.effect("says who reports, is late or silent, and counts whoever never did", () =>
    Effect.gen(function* () {
      const { bare, late, never, now, path, silent, steady } = yield* pasture
      yield* measured(steady, "battery_voltage", now - 5 * MINUTE, 3.7)
      yield* measured(steady, "battery_percent", now - 9 * MINUTE, 80)
      yield* measured(late, "battery_percent", now - 150 * MINUTE, 12)
      yield* measured(late, "battery_voltage", now - 150 * MINUTE, 3.1)
      yield* measured(silent, "battery_voltage", now - 8 * 1440 * MINUTE, 3.9)
      yield* measured(bare, "battery_percent", now - MINUTE, 55)
      const map: Shape = yield* expectStatus(200, "GET", `${path}/map/current`)
      const of = (id: string) => map.features.find((f) => f.id === id)!.properties
      assert.deepStrictEqual(map.counts, { on_time: 2, late: 1, silent: 1, never: 1, total: 5 })
      assert.strictEqual(map.last_fix_at, new Date(now - MINUTE).toISOString())
      assert.isUndefined(map.features.find((f) => f.id === never.entity))
      assert.deepInclude(of(steady.entity), {
        reporting: "on_time",
        battery: { metric: "battery_voltage", value: 3.7, unit: "V" },
        still_since: new Date(now - 34 * MINUTE).toISOString(),
        record_type: "gnss",
        entity_type: "cow"
      })
      assert.deepInclude(of(late.entity), {
        reporting: "late",
        battery: { metric: "battery_percent", value: 12, unit: "%" },
        still_since: null
      })
      assert.deepInclude(of(silent.entity), { reporting: "silent", battery: null, still_since: null })
      assert.deepInclude(of(bare.device), {
        reporting: "on_time",
        battery: { metric: "battery_percent", value: 55, unit: "%" }
      })
      const names = ["shown", "age", "times", "lons", "lats", "at", "battery_metric"]
      for (const { properties } of map.features)
        for (const name of names) assert.notProperty(properties, name)
    })
  )

  it.effect("counts whoever lies outside the box, and shows only who is in it", () =>
    Effect.gen(function* () {
      const { late, now, path } = yield* pasture
      const sql = yield* SqlClient.SqlClient
      yield* sql`update positions set lon = 20 where entity_id = ${late.entity}`
      const boxed: Shape = yield* expectStatus(200, "GET", `${path}/map/current?bbox=19,50,21,60`)
      assert.deepStrictEqual(
        boxed.features.map((f) => [f.id, f.properties["reporting"]]),
        [[late.entity, "late"]]
      )
      assert.deepStrictEqual(boxed.counts, { on_time: 2, late: 1, silent: 1, never: 1, total: 5 })
      assert.strictEqual(boxed.last_fix_at, new Date(now - MINUTE).toISOString())
    })
  )

  it.effect(
    "who was last heard of months ago is where they were, and a fix that was moved in time counts then",
    () =>
      Effect.gen(function* () {
        const { late, never, now, path, silent } = yield* pasture
        const sql = yield* SqlClient.SqlClient
        yield* fixes(never, now, [90 * 1440])
        yield* sql`update positions set curated_time = ${new Date(now - 5 * MINUTE)}, curated_lon = 11, curated_lat = 54
        where entity_id = ${late.entity} and original_time = ${new Date(now - 160 * MINUTE)}`
        yield* sql`update positions set curated_time = ${new Date(now - 200 * 1440 * MINUTE)}
        where entity_id = ${silent.entity}`
        const map: { readonly features: ReadonlyArray<Shown & { readonly geometry: object }> } =
          yield* expectStatus(200, "GET", `${path}/map/current`)
        const of = (id: string) => map.features.find((f) => f.id === id)!
        const time = (minutes: number) => new Date(now - minutes * MINUTE).toISOString()
        assert.strictEqual(of(never.entity).properties["time"], time(90 * 1440))
        assert.strictEqual(of(late.entity).properties["time"], time(5))
        assert.deepInclude(of(late.entity).geometry, { coordinates: [11, 54] })
        assert.strictEqual(of(silent.entity).properties["time"], time(200 * 1440))
      })
  )

  it.effect("silent is after as many hours as the project says", () =>
    Effect.gen(function* () {
      const { path, project } = yield* pasture
      const sql = yield* SqlClient.SqlClient
      // as they may have been stored before settings were checked
      const counts = (hours: unknown) =>
        Effect.gen(function* () {
          yield* sql`update projects set settings = ${JSON.stringify({ silent_after_hours: hours })}::jsonb
            where id = ${project}`
          return ((yield* expectStatus(200, "GET", `${path}/map/current`)) as Shape).counts
        })
      assert.deepInclude(yield* counts(1), { on_time: 2, late: 0, silent: 2 })
      assert.deepInclude(yield* counts(72), { on_time: 2, late: 2, silent: 0 })
      assert.deepInclude(yield* counts(1e12), { late: 2, silent: 0 })
      assert.deepInclude(yield* counts("soon"), { late: 1, silent: 1 })
    })
  )

  it.effect("a past moment is told as of then", () =>
    Effect.gen(function* () {
      const { late, now, path, project, silent, steady } = yield* pasture
      const sql = yield* SqlClient.SqlClient
      const event = v7()
      yield* sql`insert into events (id, project_id, event_key, time, event_type, severity, title, entity_id,
        source_kind)
        values (${event}, ${project}, sha256(${event}::text::bytea), now(), 'LEFT', 'warning', 'Left',
          ${late.entity}, 'user')`
      yield* sql`insert into alerts (id, event_id, project_id, severity, title, entity_id, created_at,
        status, acknowledged_at)
        values (${v7()}, ${event}, ${project}, 'warning', 'Left', ${late.entity},
          ${new Date(now - 150 * MINUTE)}, 'acknowledged', ${new Date(now - 130 * MINUTE)})`
      const as = (minutes: number) =>
        expectStatus(200, "GET", `${path}/map/current?at=${new Date(now - minutes * MINUTE).toISOString()}`)
      const before: Shape = yield* as(135)
      assert.sameDeepMembers(
        before.features.map((f) => [f.id, f.properties["time"], f.properties["open_alerts"]]),
        [
          [late.entity, new Date(now - 140 * MINUTE).toISOString(), 1],
          [silent.entity, new Date(now - 2 * 1440 * MINUTE).toISOString(), 0]
        ]
      )
      assert.deepStrictEqual(before.counts, { on_time: 1, late: 0, silent: 1, never: 3, total: 5 })
      const later: Shape["features"] = (yield* as(10)).features
      assert.strictEqual(later.find((f) => f.id === late.entity)!.properties["open_alerts"], 0)
      assert.strictEqual(
        later.find((f) => f.id === steady.entity)!.properties["time"],
        new Date(now - 14 * MINUTE).toISOString()
      )
      assert.deepStrictEqual(yield* as(30 * 1440), {
        ...before,
        features: [],
        counts: { on_time: 0, late: 0, silent: 0, never: 5, total: 5 },
        last_fix_at: null
      })
      const { errors } = yield* expectStatus(422, "GET", `${path}/map/current?at=yesterday`)
      assert.strictEqual(errors[0].pointer, "/at")
    })
  )

  it.effect("who sees a part of the project is told and counted that part alone", () =>
    Effect.gen(function* () {
      const { late, never, path, project } = yield* pasture
      const member = yield* makeMember(project, "viewer", { entities: [late.entity, never.entity] })
      const { body } = yield* member.ask("GET", `${path}/map/current`)
      assert.deepStrictEqual(
        body.features.map((f: Shown) => f.id),
        [late.entity]
      )
      assert.deepStrictEqual(body.counts, { on_time: 0, late: 1, silent: 0, never: 1, total: 2 })
      assert.strictEqual(body.last_fix_at, body.features[0].properties.time)
    })
  )
})
