// Projects, entity types, groups, entities, metrics, data sources: made, read, changed, removed.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { serve, TestServer } from "../../support/http/server.ts"
import {
  COW,
  expectStatus,
  fresh,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource,
  NOBODY
} from "../../support/http/tracking.ts"

const rosterOf = (projectId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ n: number }>`select roster_version::int4 as n from projects where id = ${projectId}`,
      ([row]) => row!.n
    )
  )

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("catalogues", (it) => {
  it.effect(
    "a project lives from POST to DELETE, and every change is in the audit log with its request",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const made = yield* send("POST", "/projects", {
          body: { name: "Lower Field!", timezone: "Europe/Berlin" },
          headers: { "x-request-id": "story-1" }
        })
        assert.strictEqual(made.status, 201)
        assert.deepInclude(made.body, {
          name: "Lower Field!",
          slug: "lower-field",
          description: "",
          timezone: "Europe/Berlin",
          settings: {}
        })
        assert.match(made.body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        const path = `/projects/${made.body.id}`
        assert.deepStrictEqual(yield* expectStatus(200, "GET", path), made.body)
        const changed = yield* expectStatus(200, "PATCH", path, {
          name: "Upper field",
          settings: { units: { speed: "kmh" } }
        })
        assert.deepInclude(changed, {
          name: "Upper field",
          slug: "lower-field",
          timezone: "Europe/Berlin",
          settings: { units: { speed: "kmh" } }
        })
        yield* expectStatus(204, "DELETE", path)
        yield* expectStatus(404, "GET", path)
        yield* expectStatus(404, "DELETE", path)
        const sql = yield* SqlClient.SqlClient
        const log = yield* sql<{
          action: string
          actor_kind: string
          actor_name: string
          request_id: string
        }>`
      select action, actor_kind, actor_name, request_id from audit_log where project_id = ${made.body.id}
        order by at, id`
        assert.deepStrictEqual(
          log.map((entry) => entry.action),
          ["project.created", "project.updated", "project.removed"]
        )
        assert.strictEqual(log[0]!.request_id, "story-1")
        assert.strictEqual(log[0]!.actor_kind, "token")
      })
  )

  it.effect("a project is removed with everything in it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const project = yield* makeProject()
      const path = `/projects/${project.id}`
      const herd = yield* expectStatus(201, "POST", `${path}/groups`, { name: "Herd" })
      const cows = yield* expectStatus(201, "POST", `${path}/groups`, { name: "Cows", parent_id: herd.id })
      const cow = yield* makeEntity(project.id, { group_id: cows.id })
      const device = yield* makeDevice()
      yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, {
        project_id: project.id,
        valid_from: "2026-01-01T00:00:00Z"
      })
      yield* expectStatus(201, "POST", `${path}/entity-assignments`, {
        device_id: device.id,
        entity_id: cow.id,
        valid_from: "2026-01-01T00:00:00Z"
      })
      yield* expectStatus(201, "POST", `${path}/features`, {
        feature_type: "zone",
        name: "Zone",
        geometry: { type: "Point", coordinates: [1, 1] }
      })
      const document = {
        trigger: { kind: "position" },
        conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
        event: { event_type: "FAST", title: "fast", create_alert: true }
      }
      const rule = yield* expectStatus(201, "POST", `${path}/rules`, {
        name: "Fast",
        document,
        enabled: true
      })
      yield* sql`insert into events (id, project_id, event_key, time, event_type, severity, title, entity_id,
        source_kind, rule_id, rule_version)
      values (${NOBODY}, ${project.id}, sha256('x'), now(), 'FAST', 'info', 'fast', ${cow.id}, 'rule',
        ${rule.id}, 1)`
      yield* sql`insert into alerts (id, event_id, project_id, severity, title)
        values (${NOBODY}, ${NOBODY}, ${project.id}, 'info', 'fast')`
      yield* expectStatus(204, "DELETE", path)
      yield* expectStatus(200, "GET", `/devices/${device.id}`)
      assert.lengthOf(
        yield* sql`select from events where project_id = ${project.id} union all select from entities
          where project_id = ${project.id} union all select from rules where project_id = ${project.id}`,
        0
      )
    })
  )

  it.effect("a slug is taken once", () =>
    Effect.gen(function* () {
      yield* makeProject({ slug: "north" })
      const refused = yield* expectStatus(409, "POST", "/projects", { name: "Other", slug: "north" })
      assert.strictEqual(refused.code, "SLUG_TAKEN")
      const other = yield* makeProject({ name: "North" })
      assert.match(other.slug, /^north-[0-9a-f]{8}$/)
      yield* expectStatus(409, "PATCH", `/projects/${other.id}`, { slug: "north" })
    })
  )

  it.effect("the entity types that the specification names are there, and others can be added", () =>
    Effect.gen(function* () {
      const { items } = yield* expectStatus(200, "GET", "/entity-types?limit=500")
      for (const key of ["livestock", "cow", "sheep", "goat", "horse", "wild_horse", "bison"])
        assert.include(
          items.map((t: { key: string }) => t.key),
          key
        )
      const type = yield* expectStatus(201, "POST", "/entity-types", { key: "reindeer", label: "Reindeer" })
      yield* expectStatus(409, "POST", "/entity-types", { key: "reindeer", label: "Again" })
      assert.strictEqual(
        (yield* expectStatus(200, "PATCH", `/entity-types/${type.id}`, { label: "Caribou" })).label,
        "Caribou"
      )
      const project = yield* makeProject()
      const entity = yield* makeEntity(project.id, { entity_type_id: type.id })
      assert.strictEqual((yield* expectStatus(409, "DELETE", `/entity-types/${type.id}`)).code, "IN_USE")
      yield* expectStatus(204, "DELETE", `/projects/${project.id}/entities/${entity.id}`)
      yield* expectStatus(204, "DELETE", `/entity-types/${type.id}`)
      yield* expectStatus(404, "GET", `/entity-types/${type.id}`)
    })
  )

  it.effect("groups nest, never in themselves, never across projects, and go only when empty", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const groups = `/projects/${project.id}/groups`
      const herd = yield* expectStatus(201, "POST", groups, { name: "Herd" })
      const cows = yield* expectStatus(201, "POST", groups, { name: "Cows", parent_id: herd.id })
      const calves = yield* expectStatus(201, "POST", groups, { name: "Calves", parent_id: cows.id })
      for (const parent_id of [herd.id, cows.id, calves.id]) {
        const cycle = yield* expectStatus(422, "PATCH", `${groups}/${herd.id}`, { parent_id })
        assert.deepInclude(cycle.errors[0], { pointer: "/parent_id", code: "GROUP_CYCLE" })
      }
      assert.strictEqual(
        (yield* expectStatus(200, "PATCH", `${groups}/${calves.id}`, { parent_id: herd.id })).parent_id,
        herd.id
      )
      assert.strictEqual(
        (yield* expectStatus(200, "PATCH", `${groups}/${calves.id}`, { name: "Young" })).parent_id,
        herd.id
      )
      assert.strictEqual(
        (yield* expectStatus(200, "PATCH", `${groups}/${calves.id}`, { parent_id: null })).parent_id,
        null
      )
      const elsewhere = yield* makeProject()
      const foreign = yield* expectStatus(422, "POST", `/projects/${elsewhere.id}/groups`, {
        name: "Stray",
        parent_id: herd.id
      })
      assert.strictEqual(foreign.errors[0].pointer, "/parent_id")
      assert.deepStrictEqual(
        yield* without(expectStatus(404, "GET", `/projects/${elsewhere.id}/groups/${herd.id}`)),
        yield* without(expectStatus(404, "GET", `${groups}/${NOBODY}`))
      )
      assert.strictEqual((yield* expectStatus(409, "DELETE", `${groups}/${herd.id}`)).code, "IN_USE")
      yield* expectStatus(204, "DELETE", `${groups}/${cows.id}`)
      yield* expectStatus(204, "DELETE", `${groups}/${herd.id}`)
      assert.deepStrictEqual(
        (yield* expectStatus(200, "GET", groups)).items.map((g: { name: string }) => g.name),
        ["Young"]
      )
    })
  )

  it.effect("entities belong to a project, have a type and perhaps a group of that project", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const other = yield* makeProject()
      const group = yield* expectStatus(201, "POST", `/projects/${project.id}/groups`, { name: "Herd" })
      const path = `/projects/${project.id}/entities`
      const before = yield* rosterOf(project.id)
      const cow = yield* expectStatus(201, "POST", path, {
        entity_type_id: COW,
        name: "Berta",
        group_id: group.id,
        attributes: { weight_kg: 640, tags: ["red", null] }
      })
      assert.deepInclude(cow, {
        status: "active",
        group_id: group.id,
        attributes: { weight_kg: 640, tags: ["red", null] },
        project_id: project.id
      })
      assert.strictEqual(yield* rosterOf(project.id), before + 1)
      assert.strictEqual(
        (yield* expectStatus(422, "POST", path, { entity_type_id: NOBODY, name: "X" })).errors[0].pointer,
        "/entity_type_id"
      )
      assert.strictEqual(
        (yield* expectStatus(422, "POST", `/projects/${other.id}/entities`, {
          entity_type_id: COW,
          name: "X",
          group_id: group.id
        })).errors[0].pointer,
        "/group_id"
      )
      assert.strictEqual(
        (yield* expectStatus(422, "PATCH", `${path}/${cow.id}`, { status: "gone" })).errors[0].pointer,
        "/status"
      )
      assert.strictEqual(
        (yield* expectStatus(422, "PATCH", `${path}/${cow.id}`, { project_id: other.id })).errors[0].code,
        "UNKNOWN_MEMBER"
      )
      assert.strictEqual(
        (yield* expectStatus(422, "PATCH", `${path}/${cow.id}`, { name: null })).errors[0].pointer,
        "/name"
      )
      assert.deepInclude(
        yield* expectStatus(200, "PATCH", `${path}/${cow.id}`, {
          group_id: null,
          status: "archived",
          attributes: { weight_kg: 650 }
        }),
        { group_id: null, status: "archived", attributes: { weight_kg: 650 }, name: "Berta" }
      )
      assert.strictEqual(yield* rosterOf(project.id), before + 2)
      yield* expectStatus(404, "GET", `/projects/${other.id}/entities/${cow.id}`)
      assert.lengthOf(
        (yield* expectStatus(200, "GET", `${path}?status=archived&entity_type_id=${COW}`)).items,
        1
      )
      assert.lengthOf((yield* expectStatus(200, "GET", `${path}?status=active`)).items, 0)
      yield* expectStatus(204, "DELETE", `${path}/${cow.id}`)
      yield* expectStatus(404, "GET", `${path}/${cow.id}`)
    })
  )

  it.effect("metrics are defined by saying what they are", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into metrics (key, value_type) values ('rumen_temperature', 'number')`
      assert.strictEqual(
        (yield* expectStatus(200, "GET", "/metrics?defined=false")).items[0].key,
        "rumen_temperature"
      )
      assert.deepInclude(
        yield* expectStatus(200, "PATCH", "/metrics/rumen_temperature", { label: "Rumen", unit: "°C" }),
        { defined: true, unit: "°C", value_type: "number" }
      )
      assert.deepInclude(
        yield* expectStatus(201, "POST", "/metrics", { key: "collar.tilt", value_type: "number", unit: "°" }),
        { key: "collar.tilt", label: null, defined: true }
      )
      yield* expectStatus(409, "POST", "/metrics", { key: "collar.tilt", value_type: "text" })
      yield* expectStatus(422, "POST", "/metrics", { key: "9lives", value_type: "number" })
      yield* expectStatus(404, "GET", "/metrics/9lives")
      yield* expectStatus(204, "DELETE", "/metrics/collar.tilt")
      yield* sql`insert into measurements (device_id, metric_key, original_time, value_number, received_at,
        batch_id)
      values (gen_random_uuid(), 'rumen_temperature', now(), 39, now(), 1)`
      assert.strictEqual(
        (yield* expectStatus(409, "DELETE", "/metrics/rumen_temperature")).code,
        "HAS_RECORDS"
      )
    })
  )

  it.effect("a data source tells its token once, and a new token leaves the old one a day", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const project = yield* makeProject()
      const source = yield* makeSource({ project_ids: [project.id], config: { history: true } })
      assert.match(source.token, /^src_[\w-]{43}$/)
      const path = `/data-sources/${source.id}`
      assert.notProperty(yield* expectStatus(200, "GET", path), "token")
      const [row] = yield* sql<{
        token_hash: Uint8Array
      }>`select token_hash from data_sources where id = ${source.id}`
      const hash = (token: string) => createHash("sha256").update(token).digest()
      assert.deepStrictEqual(Buffer.from(row!.token_hash), hash(source.token))
      const turned = yield* expectStatus(200, "POST", `${path}/rotate-token`)
      assert.notStrictEqual(turned.token, source.token)
      const [after] = yield* sql<{ token_hash: Uint8Array; previous_token_hash: Uint8Array; hours: number }>`
      select token_hash, previous_token_hash,
        extract(epoch from previous_token_until - now())::float8 / 3600 as hours from data_sources
        where id = ${source.id}`
      assert.deepStrictEqual(Buffer.from(after!.previous_token_hash), hash(source.token))
      assert.approximately(after!.hours, 24, 0.1)
      const logged = yield* sql<{
        all: string
      }>`select coalesce(string_agg(detail::text, ''), '') as all from audit_log
        where object_id = ${source.id}`
      assert.notInclude(logged[0]!.all, source.token)
      assert.deepInclude(yield* expectStatus(200, "PATCH", path, { enabled: false, name: "Renamed" }), {
        enabled: false,
        name: "Renamed",
        project_ids: [project.id],
        config: { history: true }
      })
      assert.deepInclude(
        yield* expectStatus(200, "PATCH", path, {
          project_ids: [],
          config: { device_topic: "herd/{device}" }
        }),
        { project_ids: [], config: { device_topic: "herd/{device}" } }
      )
      assert.strictEqual(
        (yield* expectStatus(422, "PATCH", path, { project_ids: [project.id, NOBODY] })).errors[0].pointer,
        "/project_ids/1"
      )
      const device = yield* makeDevice({ data_source_id: source.id, external_id: "c1" })
      assert.strictEqual((yield* expectStatus(409, "DELETE", path)).code, "IN_USE")
      yield* expectStatus(204, "DELETE", `/devices/${device.id}`)
      yield* expectStatus(204, "DELETE", path)
      yield* expectStatus(404, "POST", `${path}/rotate-token`)
    })
  )

  it.effect("who reported without being known is listed, per source, ignored or not", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const source = yield* makeSource()
      yield* sql`insert into unknown_identities (id, data_source_id, external_id, first_seen_at, last_seen_at,
        report_count, ignored_at)
      select gen_random_uuid(), ${source.id}, 'x' || n, timestamptz '2026-01-01T00:00:00Z', now(), n, case
        when n = 3 then now() end from generate_series(1, 3) n`
      const { items } = yield* expectStatus(
        200,
        "GET",
        `/unknown-identities?data_source_id=${source.id}&ignored=false`
      )
      assert.sameMembers(
        items.map((u: { external_id: string }) => u.external_id),
        ["x1", "x2"]
      )
      assert.deepInclude(items[0], {
        first_seen_at: "2026-01-01T00:00:00.000Z",
        ignored_at: null,
        data_source_name: source.name
      })
    })
  )

  it.effect("names are text with something to read in it", () =>
    Effect.gen(function* () {
      for (const name of ["", "   ", "x".repeat(201), 7, null]) {
        assert.strictEqual(
          (yield* expectStatus(422, "POST", "/projects", { name })).errors[0].pointer,
          "/name"
        )
      }
      assert.strictEqual((yield* expectStatus(201, "POST", "/projects", { name: "牧场 🐄" })).slug, "project")
      assert.isString(fresh("x"))
    })
  )
})

/** A problem whatever the id of its request. */
const without = (problem: ReturnType<typeof expectStatus>) =>
  Effect.map(problem, (body) => ({ ...body, request_id: "" }))
