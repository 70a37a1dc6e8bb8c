// Reads of what was seen: pages of positions, decimated tracks, the map.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeDevice, makeEntity, makeProject } from "../../../support/http/tracking.ts"

/**
 * A project with one animal whose collar has sent `fixes` fixes, a minute apart from 2026-05-01, walking
 * east.
 */
const herd = Effect.fnUntraced(function* (fixes: number) {
  const sql = yield* SqlClient.SqlClient
  const project = yield* makeProject()
  const entity = yield* makeEntity(project.id)
  const device = yield* makeDevice()
  yield* sql`
    insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat,
      received_at, batch_id)
    select ${device.id}::uuid, ${project.id}::uuid, ${entity.id}::uuid, 'gnss',
      timestamptz '2026-05-01T00:00:00Z' + n * interval '1 minute', 10 + n * 0.001, 53.5, now(), 1
    from generate_series(0, ${fixes}::int4 - 1) n`
  return { project, entity, device, path: `/projects/${project.id}` }
})

const times = (page: { items: ReadonlyArray<{ time: string }> }) =>
  page.items.map((p) => p.time.slice(11, 16))

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("positions", (it) => {
  it.effect("are told newest first with what was sent and what was made of it", () =>
    Effect.gen(function* () {
      const { device, entity, path, project } = yield* herd(3)
      const page = yield* expectStatus(200, "GET", `${path}/positions`)
      assert.deepStrictEqual(times(page), ["00:02", "00:01", "00:00"])
      assert.deepInclude(page.items[0], {
        time: "2026-05-01T00:02:00.000Z",
        original_time: "2026-05-01T00:02:00.000Z",
        device_id: device.id,
        entity_id: entity.id,
        project_id: project.id,
        record_type: "gnss",
        geometry: { type: "Point", coordinates: [10.002, 53.5] },
        altitude_m: null,
        attributes: {},
        valid: true,
        curated_fields: [],
        trace_id: null
      })
      assert.isNumber(page.items[0].id)
      assert.notProperty(page.items[0], "at")
    })
  )

  it.effect(
    "with include=step: how far and how fast each came from the fix before that counts, and inside what",
    () =>
      Effect.gen(function* () {
        const { device, path } = yield* herd(4)
        yield* expectStatus(201, "POST", `${path}/features`, {
          feature_type: "geofence",
          name: "East",
          geometry: {
            type: "Polygon",
            coordinates: [
              [
                [10.0025, 53],
                [11, 53],
                [11, 54],
                [10.0025, 54],
                [10.0025, 53]
              ]
            ]
          }
        })
        const plain = yield* expectStatus(200, "GET", `${path}/positions?limit=2`)
        assert.notProperty(plain.items[0], "step_m")
        yield* expectStatus(201, "POST", `${path}/curations`, {
          device_id: device.id,
          position_ids: [plain.items[1].id],
          set: { valid: false },
          reason: "under a roof"
        })
        const asked = `${path}/positions?include=step&include_invalid=true`
        const { items } = yield* expectStatus(200, "GET", asked)
        // a thousandth of a degree at 53.5 N is 66.14 m; a minute each, and two where the wrong one is left out
        const rounded = items.map((p: { step_m: number | null; step_kmh: number | null }) => [
          p.step_m === null ? null : Math.round(p.step_m),
          p.step_kmh === null ? null : Math.round(p.step_kmh * 10) / 10
        ])
        assert.deepStrictEqual(rounded, [
          [132, 4],
          [66, 4],
          [66, 4],
          [null, null]
        ])
        assert.deepStrictEqual(
          items.map((p: { inside: ReadonlyArray<{ name: string }> }) => p.inside.map(({ name }) => name)),
          [["East"], [], [], []]
        )
        const first = yield* expectStatus(200, "GET", `${asked}&limit=1`)
        assert.deepStrictEqual(first.items[0], items[0], "the fix beyond the page counts too")
      })
  )

  it.effect("a span is half-open: a fix exactly at its end belongs to the next one only", () =>
    Effect.gen(function* () {
      const { path } = yield* herd(4)
      const first = yield* expectStatus(
        200,
        "GET",
        `${path}/positions?from=2026-05-01T00:00:00Z&to=2026-05-01T00:02:00Z`
      )
      const second = yield* expectStatus(
        200,
        "GET",
        `${path}/positions?from=2026-05-01T00:02:00Z&to=2026-05-01T00:04:00Z`
      )
      assert.deepStrictEqual(
        [times(first), times(second)],
        [
          ["00:01", "00:00"],
          ["00:03", "00:02"]
        ]
      )
    })
  )

  it.effect(
    "curated times and places are the effective ones, wherever the row lies; invalid rows are told on request",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { entity, path } = yield* herd(4)
        const minute = (n: number) => new Date(Date.UTC(2026, 4, 1, 0, n))
        yield* sql`update positions set curated_time = '2026-05-01T00:02:30Z', curation_revision = 1
          where entity_id = ${entity.id} and original_time = ${minute(0)}`
        yield* sql`update positions set curated_lon = 11, curated_lat = 54, curation_revision = 1
          where entity_id = ${entity.id} and original_time = ${minute(1)}`
        yield* sql`update positions set valid = false, curation_revision = 1 where entity_id = ${entity.id}
          and original_time = ${minute(3)}`
        const { items } = yield* expectStatus(200, "GET", `${path}/positions?entity_id=${entity.id}`)
        assert.deepStrictEqual(
          items.map((p: { time: string; curated_fields: ReadonlyArray<string> }) => [
            p.time.slice(14, 19),
            p.curated_fields
          ]),
          [
            ["02:30", ["time"]],
            ["02:00", []],
            ["01:00", ["geometry"]]
          ]
        )
        assert.deepStrictEqual(items[2].geometry.coordinates, [11, 54])
        const all = yield* expectStatus(
          200,
          "GET",
          `${path}/positions?entity_id=${entity.id}&include_invalid=true`
        )
        assert.deepInclude(all.items[0], { valid: false, curated_fields: ["valid"] })
        const track = yield* expectStatus(200, "GET", `${path}/tracks?entity_id=${entity.id}`)
        assert.deepStrictEqual(
          track.properties.times.map((t: string) => t.slice(14, 19)),
          ["01:00", "02:00", "02:30"]
        )
        assert.deepStrictEqual(track.geometry.coordinates[0], [11, 54])
      })
  )

  it.effect("the network's estimates are told apart from the device's own fixes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { entity, path } = yield* herd(2)
      yield* sql`insert into positions (device_id, project_id, entity_id, record_type, original_time, lon,
        lat, received_at, batch_id)
      select device_id, project_id, entity_id, 'network', original_time, lon, lat, now(), 1 from positions
        where entity_id = ${entity.id} and original_time = '2026-05-01T00:00:00Z'`
      for (const [sources, count] of [
        ["", 2],
        ["&sources=device", 2],
        ["&sources=network", 1],
        ["&sources=all", 3]
      ] as const) {
        assert.lengthOf(
          (yield* expectStatus(200, "GET", `${path}/positions?entity_id=${entity.id}${sources}`)).items,
          count
        )
      }
    })
  )

  it.effect("pages join without a gap, also where times are equal", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { path, project } = yield* herd(5)
      yield* sql`insert into positions (device_id, project_id, record_type, original_time, lon, lat,
        received_at, batch_id)
      select gen_random_uuid(), ${project.id}::uuid, 'gnss', '2026-05-01T00:02:00Z', 1, 1, now(), 1
        from generate_series(1, 20)`
      const seen: Array<number> = []
      for (let cursor: string | null = ""; cursor !== null;) {
        const page: { items: ReadonlyArray<{ id: number }>; next_cursor: string | null } =
          yield* expectStatus(
            200,
            "GET",
            `${path}/positions?limit=4${cursor === "" ? "" : `&cursor=${cursor}`}`
          )
        seen.push(...page.items.map((p) => p.id))
        cursor = page.next_cursor
      }
      assert.lengthOf(seen, 25)
      assert.lengthOf(new Set(seen), 25)
    })
  )

  it.effect("a track is one line, decimated by shape with its ends kept, and at most 10,000 points", () =>
    Effect.gen(function* () {
      const { device, entity, path } = yield* herd(12_000)
      const track = yield* expectStatus(200, "GET", `${path}/tracks?entity_id=${entity.id}`)
      assert.deepInclude(track.properties, {
        total_points: 12_000,
        returned_points: 10_000,
        entity_id: entity.id
      })
      assert.lengthOf(track.geometry.coordinates, 10_000)
      assert.lengthOf(track.properties.times, 10_000)
      const short = yield* expectStatus(200, "GET", `${path}/tracks?device_id=${device.id}&max_points=2`)
      assert.deepStrictEqual(short.geometry.coordinates, [
        [10, 53.5],
        [21.999, 53.5]
      ])
      yield* expectStatus(422, "GET", `${path}/tracks?entity_id=${entity.id}&max_points=10001`)
      yield* expectStatus(422, "GET", `${path}/tracks?entity_id=${entity.id}&max_points=1`)
    })
  )

  it.effect("a track has one subject; one fix is a point, none is nothing", () =>
    Effect.gen(function* () {
      const { device, entity, path } = yield* herd(1)
      assert.strictEqual((yield* expectStatus(422, "GET", `${path}/tracks`)).errors[0].code, "ONE_SUBJECT")
      yield* expectStatus(422, "GET", `${path}/tracks?entity_id=${entity.id}&device_id=${device.id}`)
      assert.strictEqual(
        (yield* expectStatus(200, "GET", `${path}/tracks?entity_id=${entity.id}`)).geometry.type,
        "Point"
      )
      const none = yield* expectStatus(
        200,
        "GET",
        `${path}/tracks?entity_id=${entity.id}&to=2026-04-01T00:00:00Z`
      )
      assert.strictEqual(none.geometry, null)
      assert.deepInclude(none.properties, { total_points: 0, returned_points: 0, times: [] })
    })
  )

  it.effect("the map shows every subject once, at its last fix, with its open alerts", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { device, entity, path, project } = yield* herd(3)
      const loose = yield* makeDevice()
      yield* expectStatus(201, "POST", `/devices/${loose.id}/project-assignments`, {
        project_id: project.id,
        valid_from: "2020-01-01T00:00:00Z"
      })
      yield* sql`insert into positions (device_id, project_id, record_type, original_time, lon, lat,
        speed_mps, received_at, batch_id)
      values (${loose.id}, ${project.id}, 'gnss', '2026-05-02T00:00:00Z', 179.5, -17, 2.5, now(), 1)`
      const archived = yield* makeEntity(project.id, { status: "archived" })
      yield* sql`insert into positions (device_id, project_id, entity_id, record_type, original_time, lon,
        lat, received_at, batch_id)
      values (gen_random_uuid(), ${project.id}, ${archived.id}, 'gnss', '2026-05-02T00:00:00Z', 0, 0, now(),
        1)`
      const event = v7()
      yield* sql`insert into events (id, project_id, event_key, time, event_type, severity, title, lon, lat,
        entity_id, entity_name, source_kind)
      values (${event}, ${project.id}, sha256(${event}::text::bytea), now(), 'FENCE_LEFT', 'warning',
        'Berta left', 10, 53.5, ${entity.id}, 'Berta', 'user')`
      yield* sql`insert into alerts (id, event_id, project_id, severity, title, entity_id)
        values (${v7()}, ${event}, ${project.id}, 'warning', 'Berta left', ${entity.id})`
      const { features, type } = yield* expectStatus(200, "GET", `${path}/map/current`)
      assert.strictEqual(type, "FeatureCollection")
      assert.sameMembers(
        features.map((f: { id: string }) => f.id),
        [entity.id, loose.id]
      )
      const cow = features.find((f: { id: string }) => f.id === entity.id)
      assert.deepStrictEqual(cow.geometry, { type: "Point", coordinates: [10.002, 53.5] })
      assert.deepInclude(cow.properties, {
        entity_name: entity.name,
        entity_type: "cow",
        device_id: device.id,
        device_name: device.name,
        time: "2026-05-01T00:02:00.000Z",
        open_alerts: 1
      })
      assert.deepInclude(features.find((f: { id: string }) => f.id === loose.id).properties, {
        entity_id: null,
        speed_mps: 2.5,
        open_alerts: 0
      })
      const ids = (box: string) =>
        Effect.map(expectStatus(200, "GET", `${path}/map/current?bbox=${box}`), (map) =>
          map.features.map((f: { id: string }) => f.id)
        )
      assert.deepStrictEqual(yield* ids("9,53,11,54"), [entity.id])
      assert.deepStrictEqual(yield* ids("170,-20,-170,0"), [loose.id])
      yield* expectStatus(422, "GET", `${path}/map/current?bbox=1,2,3`)
      const recent = yield* expectStatus(200, "GET", `${path}/map/events`)
      assert.deepStrictEqual(
        recent.features.map((f: { id: string }) => f.id),
        [event]
      )
      assert.deepInclude(recent.features[0].properties, {
        event_type: "FENCE_LEFT",
        alert_status: "open",
        entity_name: "Berta"
      })
      yield* sql`update events set time = now() - interval '30 hours' where id = ${event}`
      assert.lengthOf((yield* expectStatus(200, "GET", `${path}/map/events`)).features, 0)
      assert.lengthOf((yield* expectStatus(200, "GET", `${path}/map/events?hours=48`)).features, 1)
      const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
      for (const [query, found] of [
        [`from=${ago(31)}&to=${ago(29)}`, 1],
        [`from=${ago(29)}&hours=48`, 0],
        [`from=${ago(31)}`, 1],
        [`to=${ago(29)}`, 1],
        [`to=${ago(31)}`, 0],
        [`to=${ago(5)}&hours=24`, 0]
      ] as const)
        assert.lengthOf(
          (yield* expectStatus(200, "GET", `${path}/map/events?${query}`)).features,
          found,
          query
        )
      const empty = yield* expectStatus(422, "GET", `${path}/map/events?from=${ago(1)}&to=${ago(2)}`)
      assert.deepInclude(empty.errors[0], { pointer: "/to", code: "RANGE_EMPTY" })
    })
  )

  it.effect("map/events says when it stops at 2,000, and where the rest begins", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { path, project } = yield* herd(1)
      yield* sql`insert into events (id, project_id, event_key, time, event_type, severity, title, lon, lat,
        source_kind)
      select gen_random_uuid(), ${project.id}, sha256((${project.id}::text || n)::bytea),
        now() - (n % 3) * interval '1 minute', 'SEEN', 'info', 'Seen', 10, 53.5, 'user'
        from generate_series(1, 4100) n`
      const seen = new Set<string>(),
        parts: Array<readonly [number, boolean]> = []
      for (let cursor: string | null = ""; ;) {
        const part: {
          features: ReadonlyArray<{ id: string }>
          truncated: boolean
          next_cursor: string | null
        } = yield* expectStatus(200, "GET", `${path}/map/events${cursor === "" ? "" : `?cursor=${cursor}`}`)
        for (const { id } of part.features) seen.add(id)
        parts.push([part.features.length, part.truncated])
        cursor = part.next_cursor
        if (cursor === null) break
        yield* expectStatus(400, "GET", `${path}/map/events?hours=48&cursor=${cursor}`)
      }
      assert.deepStrictEqual(parts, [
        [2000, true],
        [2000, true],
        [100, false]
      ])
      assert.strictEqual(seen.size, 4100, "none twice, none missing")
    })
  )

  it.effect(
    "the map shows the newest fix of a subject, be it of today, of years ago, or moved there by a person",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { entity, path, project } = yield* herd(1)
        const fix = (time: string, lon: number, moved: string | null = null) => sql`
      insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat,
        received_at, batch_id, curated_time, curation_revision)
      values (gen_random_uuid(), ${project.id}, ${entity.id}, 'gnss', ${time}::timestamptz, ${lon}, 53, now(),
        1, ${moved}::timestamptz, ${moved === null ? 0 : 1}::int4)`
        const shown = Effect.map(expectStatus(200, "GET", `${path}/map/current`), (map) =>
          map.features.map(
            (f: { geometry: { coordinates: ReadonlyArray<number> } }) => f.geometry.coordinates[0]
          )
        )
        yield* fix("2019-01-01T00:00:00Z", 1)
        assert.deepStrictEqual(yield* shown, [10])
        const now = Date.now(),
          at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
        yield* fix(at(-3), 2)
        assert.deepStrictEqual(yield* shown, [2])
        yield* fix("2018-01-01T00:00:00Z", 3, at(-4))
        assert.deepStrictEqual(yield* shown, [2])
        yield* fix("2018-01-02T00:00:00Z", 4, at(-2))
        assert.deepStrictEqual(yield* shown, [4])
        yield* fix(at(0.05), 5)
        assert.deepStrictEqual(yield* shown, [5])
        const { id } = yield* makeEntity(project.id)
        yield* sql`update positions set entity_id = ${id} where lon = 4 and entity_id = ${entity.id}`
        assert.sameMembers(yield* shown, [4, 5])
      })
  )

  it.effect("large answers are compressed for whoever takes gzip, and for nobody else", () =>
    Effect.gen(function* () {
      const { entity, path } = yield* herd(2000)
      const { send } = yield* TestServer
      const ask = (encoding: string, points: number) =>
        Effect.map(
          send("GET", `${path}/tracks?entity_id=${entity.id}&max_points=${points}`, {
            headers: { "accept-encoding": encoding }
          }),
          ({ body, headers }) => ({
            encoding: headers.get("content-encoding"),
            vary: headers.get("vary"),
            body
          })
        )
      const plain = yield* ask("identity", 2000),
        packed = yield* ask("gzip, br", 2000)
      assert.deepInclude(plain, { encoding: null, vary: "accept-encoding" })
      assert.deepStrictEqual(packed, { ...plain, encoding: "gzip" })
      assert.isNull((yield* ask("gzip", 10)).encoding)
    })
  )
})
