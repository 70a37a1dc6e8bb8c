// What holds for every list: pages join without loss or repetition, also among rows of one moment, and a
// cursor belongs to the list and filter that gave it.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { listPaths } from "../../support/http/lists.ts"
import { serve, TestServer } from "../../support/http/server.ts"
import { COW, expectStatus, makeEntity, makeProject } from "../../support/http/tracking.ts"

type Item = Readonly<Record<string, unknown>>
const nameOf = (item: Item) => JSON.stringify(item["id"] ?? item["key"] ?? item["version"] ?? item)

/** All rows of a list, page by page. */
const walk = Effect.fnUntraced(function* (path: string, limit: number) {
  const seen: Array<string> = []
  for (let cursor = ""; ;) {
    const page = yield* expectStatus(200, "GET", `${path}?limit=${limit}${cursor}`)
    seen.push(...page.items.map(nameOf))
    if (page.next_cursor === null) return seen
    assert.lengthOf(page.items, limit, path)
    cursor = `&cursor=${page.next_cursor}`
  }
})

/** Seven rows of one moment in every table of the tracking core. */
const crowd = Effect.fnUntraced(function* (project: string, device: string) {
  const sql = yield* SqlClient.SqlClient
  const many = sql.literal("generate_series(1, 7) n")
  yield* sql`insert into projects (id, slug, name, timezone)
    select gen_random_uuid(), 'tied-' || n, 'Tied', 'UTC' from ${many}`
  yield* sql`insert into entity_types (id, key, label) select gen_random_uuid(), 'tied_' || n, 'Tied'
    from ${many}`
  yield* sql`insert into groups (id, project_id, name) select gen_random_uuid(), ${project}::uuid, 'Tied'
    from ${many}`
  yield* sql`insert into entities (id, project_id, entity_type_id, name)
    select gen_random_uuid(), ${project}::uuid, ${COW}::uuid, 'Tied' from ${many}`
  yield* sql`insert into features (id, project_id, feature_type, name, geometry, changed_at_version)
    select gen_random_uuid(), ${project}::uuid, 'zone', 'Tied', '{"type": "Point", "coordinates": [1, 1]}', 1
      from ${many}`
  yield* sql`insert into devices (id, name) select gen_random_uuid(), 'Tied' from ${many}`
  yield* sql`insert into data_sources (id, name, adapter_key, token_hash)
    select gen_random_uuid(), 'Tied', 'generic_http', sha256(n::text::bytea) from ${many}`
  yield* sql`insert into device_identities (id, device_id, data_source_id, external_id)
    select gen_random_uuid(), ${device}::uuid, id, 'x' from data_sources`
  yield* sql`insert into unknown_identities (id, data_source_id, external_id, first_seen_at, last_seen_at)
    select gen_random_uuid(), id, 'y', now(), now() from data_sources`
  yield* sql`insert into metrics (key, value_type) select 'tied.' || n, 'number' from ${many}`
  yield* sql`insert into sent_metrics (owner_id, key, value_type)
    select ${project}::uuid, 'sent.' || n, 'number' from ${many}`
  yield* sql`insert into project_assignments (id, device_id, project_id, valid_from, valid_to)
    select gen_random_uuid(), ${device}::uuid, ${project}::uuid,
      timestamptz '2026-01-01Z' + n * interval '1 day', timestamptz '2026-01-02Z' + n * interval '1 day'
      from ${many}`
  yield* sql`insert into entity_assignments (id, device_id, project_id, entity_id, valid_from, valid_to)
    select gen_random_uuid(), a.device_id, a.project_id, (select id from entities
      where project_id = ${project}::uuid limit 1), a.valid_from, a.valid_to from project_assignments a`
  yield* sql`insert into arrivals (id, received_at, data_source_id, project_id, status)
    select gen_random_uuid(), '2026-05-01Z', s.id, ${project}::uuid, 'accepted' from data_sources s, ${many}`
  yield* sql`insert into data_source_counts (data_source_id, minute)
    select s.id, timestamptz '2026-05-01Z' + n * interval '1 minute' from data_sources s, ${many}`
  yield* sql`insert into positions (device_id, project_id, record_type, original_time, lon, lat, received_at,
    batch_id)
    select gen_random_uuid(), ${project}::uuid, 'gnss', '2026-05-01Z', n, n, now(), 1 from ${many}`
  yield* sql`insert into measurements (device_id, project_id, metric_key, original_time, value_number,
    received_at, batch_id)
    select gen_random_uuid(), ${project}::uuid, 'tied', '2026-05-01Z', n, now(), 1 from ${many}`
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("every list", (it) => {
  it.effect("pages without loss or repetition, in one order whatever the page's size", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const paths = yield* listPaths
      assert.isAtLeast(paths.length, 20)
      const uuid = (pattern: RegExp) =>
        paths.map((path) => pattern.exec(path)?.[1]).find((id) => id !== undefined)!
      yield* sql.withTransaction(crowd(uuid(/^\/projects\/([^/]+)\//), uuid(/^\/devices\/([^/]+)\//)))
      const long: Array<string> = []
      for (const path of paths) {
        const whole = yield* walk(path, 500)
        assert.deepStrictEqual(yield* walk(path, 2), whole, path)
        assert.lengthOf(new Set(whole), whole.length, path)
        if (whole.length >= 7) long.push(path)
      }
      assert.isAtLeast(long.length, 13, `lists with enough rows to turn pages: ${long.join(" ")}`)
    })
  )

  it.effect("takes a limit of 1 to 500, 50 unless said", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const project = yield* makeProject()
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into entities (id, project_id, entity_type_id, name)
        select gen_random_uuid(), ${project.id}::uuid, ${COW}::uuid, 'Cow' from generate_series(1, 60)`
      const unsaid = yield* expectStatus(200, "GET", `/projects/${project.id}/entities`)
      assert.lengthOf(unsaid.items, 50)
      assert.isString(unsaid.next_cursor)
      assert.isNull(
        (yield* expectStatus(200, "GET", `/projects/${project.id}/entities?limit=500`)).next_cursor
      )
      for (const limit of ["0", "-1", "1.5", "1e2", "0x10", "", " 1", "01", "NaN", "99999999999999999999"]) {
        assert.strictEqual(
          (yield* send("GET", `/projects/${project.id}/entities?limit=${limit}`)).status,
          422,
          limit
        )
      }
      for (const path of yield* listPaths) {
        for (const query of ["limit=501", "limit=1&limit=2", "offset=1"])
          assert.strictEqual((yield* send("GET", `${path}?${query}`)).status, 422, `${path}?${query}`)
      }
    })
  )

  it.effect("gives cursors that no other list, filter or hand can use", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const [one, other] = [yield* makeProject(), yield* makeProject()]
      for (const { id } of [one, other]) for (let i = 0; i < 3; i++) yield* makeEntity(id)
      const path = `/projects/${one.id}/entities`
      const { next_cursor: cursor } = yield* expectStatus(200, "GET", `${path}?limit=1&status=active`)
      const [version, list, time, id] = JSON.parse(Buffer.from(cursor, "base64url").toString())
      const forged = (...parts: ReadonlyArray<unknown>) =>
        Buffer.from(JSON.stringify(parts)).toString("base64url")
      assert.lengthOf(
        (yield* expectStatus(200, "GET", `${path}?status=active&limit=2&cursor=${cursor}`)).items,
        2
      )
      const refused = [
        `/projects/${other.id}/entities?status=active&cursor=${cursor}`,
        `${path}?cursor=${cursor}`,
        `${path}?status=inactive&cursor=${cursor}`,
        `/projects/${one.id}/groups?cursor=${cursor}`,
        `${path}?status=active&cursor=${cursor}A`,
        ...[
          [version + 1, list, time, id],
          [version, list, "2026-02-30T00:00:00.000000Z", id],
          [version, list, "now", id],
          [version, list, time, "1' or '1'='1"],
          [version, list, time],
          {}
        ].map(
          (parts) => `${path}?status=active&cursor=${Array.isArray(parts) ? forged(...parts) : forged(parts)}`
        )
      ]
      for (const url of refused) {
        const answer = yield* send("GET", url)
        assert.strictEqual(answer.status, 400, url)
        assert.strictEqual(answer.body.code, "INVALID_CURSOR")
      }
    })
  )
})
