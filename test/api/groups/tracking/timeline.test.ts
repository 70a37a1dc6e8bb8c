// Windows of time: the strip below the map, and its replay.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { makeMember } from "../../../support/http/people.ts"
import { serve } from "../../../support/http/server.ts"
import { expectStatus, makeDevice, makeEntity, makeProject, square } from "../../../support/http/tracking.ts"

const HOUR = 3_600_000
const START = Date.parse("2026-05-01T00:00:00Z")
const time = (hours: number) => new Date(START + hours * HOUR).toISOString()
const span = (from: number, to: number) => `from=${time(from)}&to=${time(to)}`

interface Line {
  readonly entity_id: string | null
  readonly device_id: string
  readonly name: string
  readonly times: ReadonlyArray<string>
  readonly coordinates: ReadonlyArray<ReadonlyArray<number>>
}

/** Fixes an hour apart from `first` hours on, of an entity or of a bare device, walking east. */
const walk = Effect.fnUntraced(function* (
  subject: { readonly project: string; readonly entity: string | null; readonly device: string },
  first: number,
  count: number,
  lon = 10
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat,
      received_at, batch_id)
    select ${subject.device}::uuid, ${subject.project}::uuid, ${subject.entity}::uuid, 'gnss',
      ${new Date(START + first * HOUR)}::timestamptz + n * interval '1 hour', ${lon}::float8 + n * 0.01, 53.5,
      now(), 1
    from generate_series(0, ${count}::int4 - 1) n`
})

const happen = Effect.fnUntraced(function* (
  project: string,
  entity: string | null,
  hours: number,
  severity: string
) {
  const sql = yield* SqlClient.SqlClient
  const id = v7()
  yield* sql`insert into events (id, project_id, event_key, time, event_type, severity, title, entity_id,
    source_kind)
    values (${id}, ${project}, sha256(${id}::text::bytea), ${new Date(START + hours * HOUR)}, 'SEEN',
      ${severity}::text::severity, 'Seen', ${entity}::uuid, 'user')`
})

/** Two animals in Berlin's zone, and a bare collar: 24 fixes from midnight on, 6 from six, 3 from noon. */
const herd = Effect.gen(function* () {
  const { id: project } = yield* makeProject({ timezone: "Europe/Berlin" })
  const alma = { project, entity: (yield* makeEntity(project, { name: "Alma" })).id as string, device: v7() }
  const berta = {
    project,
    entity: (yield* makeEntity(project, { name: "Berta" })).id as string,
    device: v7()
  }
  const bare = { project, entity: null, device: (yield* makeDevice({ name: "Collar Z" })).id as string }
  yield* walk(alma, 0, 24)
  yield* walk(berta, 6, 6, 20)
  yield* walk(bare, 12, 3)
  return { project, alma, berta, bare, path: `/projects/${project}` }
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("the timeline", (it) => {
  it.effect("counts fixes and events of each part of a span", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { alma, berta, path, project } = yield* herd
      yield* happen(project, alma.entity, 1, "critical")
      yield* happen(project, alma.entity, 5.99, "info")
      yield* happen(project, berta.entity, 6, "warning")
      yield* happen(project, null, 24, "warning")
      // one is wrong, one was moved out of its part
      yield* sql`update positions set valid = false, curation_revision = 1
        where entity_id = ${alma.entity} and original_time = ${time(1)}`
      yield* sql`update positions set curated_time = ${time(23.5)}, curation_revision = 1
        where entity_id = ${alma.entity} and original_time = ${time(2)}`
      const strip = yield* expectStatus(200, "GET", `${path}/timeline?${span(0, 24)}&bins=4`)
      assert.deepStrictEqual(strip.bins, [
        { from: time(0), fixes: 4, info: 1, warning: 0, critical: 1 },
        { from: time(6), fixes: 12, info: 0, warning: 1, critical: 0 },
        { from: time(12), fixes: 9, info: 0, warning: 0, critical: 0 },
        { from: time(18), fixes: 7, info: 0, warning: 0, critical: 0 }
      ])
      const one = yield* expectStatus(
        200,
        "GET",
        `${path}/timeline?${span(0, 24)}&bins=1&entity_id=${berta.entity}`
      )
      assert.deepStrictEqual(one.bins, [{ from: time(0), fixes: 6, info: 0, warning: 1, critical: 0 }])
      assert.lengthOf((yield* expectStatus(200, "GET", `${path}/timeline?${span(0, 24)}`)).bins, 96)
    })
  )

  it.effect("knows the nights where the project is, by its features or else by its fixes", () =>
    Effect.gen(function* () {
      const { path } = yield* herd
      const night = Effect.map(
        expectStatus(200, "GET", `${path}/timeline?${span(0, 24)}`),
        ({ nights }) => nights as ReadonlyArray<{ from: string; to: string; kind: string }>
      )
      const here = yield* night
      assert.deepStrictEqual(
        here.map(({ kind }) => kind),
        ["night", "twilight", "twilight", "night"]
      )
      assert.deepInclude(here[0], { from: time(0) })
      assert.deepInclude(here.at(-1), { to: time(24) })
      yield* expectStatus(201, "POST", `${path}/features`, {
        feature_type: "zone",
        name: "Far away",
        geometry: square(175, -40)
      })
      const there = yield* night
      assert.deepStrictEqual(
        there.map(({ kind }) => kind),
        ["twilight", "night", "twilight"],
        "it is day there at midnight of Greenwich"
      )
      const { id } = yield* makeProject()
      assert.deepStrictEqual(
        (yield* expectStatus(200, "GET", `/projects/${id}/timeline?${span(0, 24)}`)).nights,
        []
      )
    })
  )

  it.effect("has the days of the project's zone, of 23 and 25 hours too", () =>
    Effect.gen(function* () {
      const { path } = yield* herd
      const days = (query: string) =>
        Effect.map(expectStatus(200, "GET", `${path}/timeline?${query}`), (strip) => strip.days)
      assert.deepStrictEqual(yield* days("from=2026-10-24T23:00:00Z&to=2026-10-26T00:00:00Z"), [
        { date: "2026-10-25", from: "2026-10-24T22:00:00.000Z", to: "2026-10-25T23:00:00.000Z" },
        { date: "2026-10-26", from: "2026-10-25T23:00:00.000Z", to: "2026-10-26T23:00:00.000Z" }
      ])
      assert.deepStrictEqual(yield* days("from=2026-03-29T12:00:00Z&to=2026-03-29T12:00:01Z"), [
        { date: "2026-03-29", from: "2026-03-28T23:00:00.000Z", to: "2026-03-29T22:00:00.000Z" }
      ])
      assert.lengthOf(yield* days("from=2026-01-01T00:00:00Z&to=2027-01-02T00:00:00Z"), 367)
    })
  )

  it.effect("replays everybody: entities, and devices while they were on none", () =>
    Effect.gen(function* () {
      const { alma, bare, berta, path } = yield* herd
      const replay = yield* expectStatus(200, "GET", `${path}/map/replay?${span(0, 12)}`)
      assert.isFalse(replay.truncated)
      const lines: ReadonlyArray<Line> = replay.subjects
      assert.deepStrictEqual(
        lines.map((s) => [s.entity_id, s.device_id, s.name, s.times.length]),
        [
          [alma.entity, alma.device, "Alma", 12],
          [berta.entity, berta.device, "Berta", 6]
        ]
      )
      assert.deepStrictEqual(lines[1]!.times.slice(0, 2), [time(6), time(7)])
      assert.deepStrictEqual(lines[1]!.coordinates.slice(0, 2), [
        [20, 53.5],
        [20.01, 53.5]
      ])
      const names = (query: string) =>
        Effect.map(expectStatus(200, "GET", `${path}/map/replay?${span(0, 24)}&${query}`), (all) =>
          all.subjects.map((s: Line) => [s.name, s.times.length])
        )
      assert.deepStrictEqual(yield* names(""), [
        ["Alma", 24],
        ["Berta", 6],
        ["Collar Z", 3]
      ])
      assert.deepStrictEqual(yield* names("bbox=19,53,21,54"), [["Berta", 6]])
      assert.deepStrictEqual(yield* names(`entity_id=${berta.entity}`), [["Berta", 6]])
      assert.deepStrictEqual(yield* names(`entity_id=${berta.entity}&entity_id=${alma.entity}`), [
        ["Alma", 24],
        ["Berta", 6]
      ])
      assert.deepStrictEqual(yield* names("max_points=20"), [
        ["Alma", 11],
        ["Berta", 6],
        ["Collar Z", 3]
      ])
      const few = yield* expectStatus(200, "GET", `${path}/map/replay?${span(0, 24)}&max_points=5`)
      assert.isTrue(few.truncated)
      assert.deepStrictEqual(
        few.subjects.map((s: Line) => [s.name, s.times]),
        [
          ["Alma", [time(0), time(23)]],
          ["Berta", [time(6), time(11)]]
        ]
      )
      assert.strictEqual(bare.entity, null)
    })
  )

  it.effect("says which member is wrong", () =>
    Effect.gen(function* () {
      const { path } = yield* herd
      for (const [query, pointer] of [
        ["", "/from"],
        [`from=${time(0)}`, "/to"],
        [span(2, 1), "/to"],
        [span(0, 24 * 366 + 1), "/to"],
        [`${span(0, 1)}&bins=0`, "/bins"],
        [`${span(0, 1)}&bins=301`, "/bins"],
        [`${span(0, 1)}&entity_id=x`, "/entity_id"]
      ] as const)
        assert.strictEqual(
          (yield* expectStatus(422, "GET", `${path}/timeline?${query}`)).errors[0].pointer,
          pointer,
          query
        )
      const many = Array.from({ length: 51 }, () => `&entity_id=${v7()}`).join("")
      for (const [query, pointer] of [
        [`to=${time(0)}`, "/from"],
        [span(1, 1), "/to"],
        [span(0, 24 * 31 + 1), "/to"],
        [`${span(0, 1)}&max_points=1`, "/max_points"],
        [`${span(0, 1)}&max_points=20001`, "/max_points"],
        [`${span(0, 1)}&bbox=1,2,3`, "/bbox"],
        [`${span(0, 1)}${many}`, "/entity_id"]
      ] as const)
        assert.strictEqual(
          (yield* expectStatus(422, "GET", `${path}/map/replay?${query}`)).errors[0].pointer,
          pointer,
          query
        )
    })
  )

  it.effect("counts and replays for who sees a part of the project that part alone", () =>
    Effect.gen(function* () {
      const { alma, berta, path, project } = yield* herd
      yield* happen(project, alma.entity, 1, "critical")
      yield* happen(project, berta.entity, 7, "info")
      const member = yield* makeMember(project, "viewer", { entities: [berta.entity] })
      const strip = yield* member.ask("GET", `${path}/timeline?${span(0, 24)}&bins=1`)
      assert.deepStrictEqual(strip.body.bins, [{ from: time(0), fixes: 6, info: 1, warning: 0, critical: 0 }])
      const named = yield* member.ask(
        "GET",
        `${path}/timeline?${span(0, 24)}&bins=1&entity_id=${alma.entity}`
      )
      assert.deepStrictEqual(named.body.bins, [{ from: time(0), fixes: 0, info: 0, warning: 0, critical: 0 }])
      for (const query of ["", "&max_points=2", `&entity_id=${alma.entity}&entity_id=${berta.entity}`]) {
        const { body } = yield* member.ask("GET", `${path}/map/replay?${span(0, 24)}${query}`)
        assert.deepStrictEqual(
          body.subjects.map((s: Line) => s.name),
          ["Berta"],
          query
        )
      }
    })
  )
})
