// Entities as people look for them: how each is now, its last day as a line, filters and orders; and that a
// member with a scope learns nothing of the others by any of these.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import {
  COW,
  expectStatus,
  makeDevice,
  makeEntity,
  makeProject,
  NOBODY,
  square
} from "../../../support/http/tracking.ts"

const HOUR = 60
const HOME = [0.005, 0.005] as const
const AWAY = [0.5, 0.5] as const

interface Shown {
  readonly id: string
  readonly name: string
  // what is told beside is asserted member by member
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly now?: any
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly spark?: any
}

/** A project with what puts fixes, values and alerts of so many minutes ago on its animals. */
const farm = (more: object = {}) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const project = yield* makeProject(more)
    const path = `/projects/${project.id}`
    const ago = (minutes: number) => sql`now() - ${minutes}::float8 * interval '1 minute'`
    const fix = (
      entity: string,
      minutes: number,
      [lon, lat]: readonly [number, number],
      speed?: number
    ) => sql`
      insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat, speed_mps,
        received_at, batch_id)
      values (${v7()}::uuid, ${project.id}::uuid, ${entity}::uuid, 'gnss', ${ago(minutes)}, ${lon}::float8,
        ${lat}::float8, ${speed ?? null}::float8, now(), 1)`
    const value = (entity: string, metric: string, minutes: number, number: number) => sql`
      insert into measurements (device_id, project_id, entity_id, metric_key, original_time, value_number,
        received_at, batch_id)
      values (${v7()}::uuid, ${project.id}::uuid, ${entity}::uuid, ${metric}, ${ago(minutes)}, ${number}::float8,
        now(), 1)`
    const alert = (
      entity: string,
      severity: string,
      title: string,
      status = "open",
      rule: string | null = null
    ) =>
      Effect.gen(function* () {
        const id = v7()
        yield* sql`
          insert into events (id, project_id, event_key, time, event_type, severity, title, entity_id,
            source_kind, source_id, rule_id, rule_version)
          values (${id}::uuid, ${project.id}::uuid, sha256(${id}::text::bytea), now(), 'SEEN',
            ${severity}::severity, ${title}, ${entity}::uuid, ${rule === null ? "user" : "rule"}, ${rule}::uuid,
            ${rule}::uuid, ${rule === null ? null : 1}::int4)`
        yield* sql`
          insert into alerts (id, event_id, project_id, status, severity, title, entity_id)
          values (${v7()}::uuid, ${id}::uuid, ${project.id}::uuid, ${status}, ${severity}::severity, ${title},
            ${entity}::uuid)`
      })
    return { sql, project, path, fix, value, alert }
  })

const wear = (path: string, device: string, entity: string) =>
  Effect.gen(function* () {
    const since = "2020-01-01T00:00:00Z"
    const project_id = path.split("/")[2]
    yield* expectStatus(201, "POST", `/devices/${device}/project-assignments`, {
      project_id,
      valid_from: since
    })
    yield* expectStatus(201, "POST", `${path}/entity-assignments`, {
      device_id: device,
      entity_id: entity,
      valid_from: since
    })
  })

const names = ({ items }: { readonly items: ReadonlyArray<Shown> }) => items.map((e) => e.name)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("entities", (it) => {
  it.effect("include=now says where each was last and since when, what it wears and what is open", () =>
    Effect.gen(function* () {
      const { alert, fix, path, project, value } = yield* farm()
      const alma = yield* makeEntity(project.id, { name: "Alma" })
      const bare = yield* makeEntity(project.id, { name: "Bare" })
      const collar = yield* makeDevice({ name: "Collar 7" })
      yield* wear(path, collar.id, alma.id)
      const home = yield* expectStatus(201, "POST", `${path}/features`, {
        feature_type: "zone",
        name: "Home",
        geometry: square(0, 0)
      })
      // round it a larger one, whose name comes first
      const around = [
        [-1, -1],
        [0.2, -1],
        [0.2, 1],
        [-1, 1],
        [-1, -1]
      ]
      yield* expectStatus(201, "POST", `${path}/features`, {
        feature_type: "geofence",
        name: "Farm",
        geometry: { type: "Polygon", coordinates: [around] }
      })
      yield* fix(alma.id, 50, AWAY)
      for (const minutes of [40, 30, 20, 10]) yield* fix(alma.id, minutes, HOME)
      yield* value(alma.id, "battery_voltage", 30, 3.6)
      yield* value(alma.id, "battery_percent", 60, 80)
      yield* alert(alma.id, "warning", "Alma left Home")
      yield* alert(alma.id, "critical", "Alma lies still")
      yield* alert(alma.id, "critical", "Seen to", "resolved")

      const told: Shown = yield* expectStatus(200, "GET", `${path}/entities/${alma.id}?include=now`)
      const { battery, device, inside, last_fix, open_alerts, reporting, speed_kmh, still_since } = told.now
      assert.strictEqual(reporting, "on_time")
      assert.deepStrictEqual([last_fix.lon, last_fix.lat], [...HOME])
      assert.closeTo(last_fix.age_seconds, 600, 60)
      assert.strictEqual(speed_kmh, 0)
      const sinceAgo = (time: string) => Math.round((Date.now() - Date.parse(time)) / 60_000)
      assert.closeTo(sinceAgo(still_since), 40, 1)
      assert.deepStrictEqual(
        inside.map((one: Shown) => one.name),
        ["Home", "Farm"]
      )
      assert.strictEqual(inside[0].id, home.id)
      assert.closeTo(sinceAgo(inside[0].since), 40, 1)
      assert.deepStrictEqual(
        [battery.metric, battery.value, battery.unit, sinceAgo(battery.time)],
        ["battery_voltage", 3.6, "V", 30]
      )
      assert.deepStrictEqual(device, { id: collar.id, name: "Collar 7" })
      assert.deepStrictEqual(open_alerts, { count: 2, severity: "critical", title: "Alma lies still" })
      assert.isUndefined(told.spark)

      const nothing: Shown = yield* expectStatus(200, "GET", `${path}/entities/${bare.id}?include=now`)
      assert.deepStrictEqual(nothing.now, {
        last_fix: null,
        reporting: "never",
        speed_kmh: null,
        battery: null,
        still_since: null,
        inside: [],
        today_km: null,
        device: null,
        open_alerts: { count: 0, severity: null, title: null }
      })
      assert.notProperty(yield* expectStatus(200, "GET", `${path}/entities/${bare.id}`), "now")
    })
  )

  it.effect(
    "the way of today is that since midnight in the project's zone, without a receiver's jitter",
    () =>
      Effect.gen(function* () {
        // a zone in which it is about noon: midnight is neither near nor far
        const hour = new Date().getUTCHours()
        const timezone = `Etc/GMT${hour - 12 >= 0 ? "+" : "-"}${Math.abs(hour - 12)}`
        const { fix, path, project } = yield* farm({ timezone })
        const { id } = yield* makeEntity(project.id)
        yield* fix(id, 20 * HOUR, AWAY)
        yield* fix(id, 14 * HOUR, [0, 0])
        yield* fix(id, 120, [0.01, 0])
        for (let i = 0; i < 20; i++) yield* fix(id, 100 - i, [0.01 + (i % 2) * 0.0001, 0])
        yield* fix(id, 30, [0.02, 0], 2)
        const { now }: Shown = yield* expectStatus(200, "GET", `${path}/entities/${id}?include=now`)
        // one hundredth of a degree at the equator is 1,111.95 m; the step over midnight took 12 hours, a gap
        assert.closeTo(now.today_km, 1.112, 0.03)
        assert.strictEqual(now.speed_kmh, 7.2)
        assert.isNull(now.still_since)
      })
  )

  it.effect(
    "include=spark is the project's figure over the last day, with the limit of a rule about it",
    () =>
      Effect.gen(function* () {
        const { alert, path, project, value } = yield* farm()
        const alma = yield* makeEntity(project.id, { name: "Alma" })
        const horse = yield* makeEntity(project.id, {
          name: "Horse",
          entity_type_id: "00000000-0000-7000-8000-000000000105"
        })
        for (const minutes of [23 * HOUR, 60.5, 60.4, 5, 30 * HOUR])
          yield* value(alma.id, "activity", minutes, minutes)
        const document = {
          trigger: { kind: "measurement", metric_key: "activity" },
          scope: { entity_type_ids: [COW] },
          conditions: {
            type: "window",
            metric: "activity",
            aggregate: "max",
            seconds: 43_200,
            op: "<",
            value: 0.6
          },
          event: { event_type: "STILL", title: "{entity} lies still" }
        }
        yield* expectStatus(201, "POST", `${path}/rules`, { name: "Still, some day", document })
        const asked = `${path}/entities?include=now,spark&sort=name`
        const off = yield* expectStatus(200, "GET", asked)
        assert.isNull(off.items[0].spark.limit)
        const rule = { name: "Still", document, enabled: true }
        const still = yield* expectStatus(201, "POST", `${path}/rules`, rule)
        const { items } = yield* expectStatus(200, "GET", asked)
        const [first, second]: ReadonlyArray<Shown> = items
        const { limit, metric, op, points, unit } = first!.spark
        assert.deepStrictEqual([metric, unit, op, limit], ["activity", "m/s²", "<", 0.6])
        assert.deepStrictEqual(
          points.map((p: { readonly value: number }) => Math.round(p.value)),
          [1380, 60, 5]
        )
        assert.isTrue(Date.parse(points[0].time) < Date.parse(points[1].time))
        const bare = {
          metric: "activity",
          unit: "m/s²",
          limit: null,
          op: null,
          alert_open: false,
          points: []
        }
        assert.deepStrictEqual(second!.spark, bare)
        assert.isDefined(first!.now)

        const isOpen = Effect.map(
          expectStatus(200, "GET", `${path}/entities/${alma.id}?include=spark`),
          (told: Shown) => told.spark.alert_open
        )
        yield* alert(alma.id, "critical", "Somebody saw Alma")
        yield* alert(alma.id, "critical", "Seen to", "resolved", still.id)
        yield* alert(alma.id, "critical", "Somebody is on it", "acknowledged", still.id)
        yield* alert(horse.id, "critical", "Horse lies still", "open", still.id)
        assert.isFalse(yield* isOpen, "none is open of the rule whose limit it is")
        yield* alert(alma.id, "critical", "Alma lies still", "open", still.id)
        assert.isTrue(yield* isOpen)

        yield* expectStatus(200, "PATCH", path, { settings: { spark_metric: "temperature_c" } })
        yield* value(horse.id, "temperature_c", 10, 38.5)
        const told: Shown = yield* expectStatus(200, "GET", `${path}/entities/${horse.id}?include=spark`)
        assert.deepStrictEqual(
          [told.spark.metric, told.spark.unit, told.spark.points.length],
          ["temperature_c", "°C", 1]
        )
      })
  )

  it.effect("filters by a word, by who reports and by the feature; unknown features hold nobody", () =>
    Effect.gen(function* () {
      const { fix, path, project } = yield* farm()
      const alma = yield* makeEntity(project.id, { name: "Alma" })
      const bella = yield* makeEntity(project.id, { name: "Bella", attributes: { tag: "SE-100%" } })
      const cora = yield* makeEntity(project.id, { name: "Cora" })
      const collar = yield* makeDevice({ name: "Lotek 31" })
      yield* wear(path, collar.id, cora.id)
      const home = yield* expectStatus(201, "POST", `${path}/features`, {
        feature_type: "zone",
        name: "Home",
        geometry: square(0, 0)
      })
      for (let i = 0; i < 9; i++) yield* fix(alma.id, 5 + i * 10, HOME)
      for (let i = 0; i < 9; i++) yield* fix(bella.id, 90 + i * 10, i === 0 ? HOME : AWAY)
      const told = (query: string) =>
        Effect.map(expectStatus(200, "GET", `${path}/entities?sort=name&${query}`), names)
      assert.deepStrictEqual(yield* told("q=ALM"), ["Alma"])
      assert.deepStrictEqual(yield* told("q=lotek"), ["Cora"])
      assert.deepStrictEqual(yield* told("q=100%25"), ["Bella"])
      assert.deepStrictEqual(yield* told("q=_"), [])
      assert.deepStrictEqual(yield* told("reporting=late"), ["Bella"])
      assert.deepStrictEqual(yield* told("reporting=on_time"), ["Alma"])
      assert.deepStrictEqual(yield* told("reporting=never"), ["Cora"])
      assert.deepStrictEqual(yield* told(`inside=${home.id}`), ["Alma", "Bella"])
      assert.deepStrictEqual(yield* told(`inside=${home.id}&reporting=late&include=now`), ["Bella"])
      assert.deepStrictEqual(yield* told(`inside=${NOBODY}`), [])
      yield* expectStatus(200, "PATCH", `${path}/features/${home.id}`, { geometry: square(5, 5) })
      assert.deepStrictEqual(yield* told(`inside=${home.id}`), [])
    })
  )

  it.effect("in each order, page by page, everybody is there once", () =>
    Effect.gen(function* () {
      const { alert, fix, path, project } = yield* farm()
      const ids: Record<string, string> = {}
      for (const name of ["dora", "Alma", "Cora", "bella", "Älgen"])
        ids[name] = (yield* makeEntity(project.id, { name })).id
      yield* fix(ids["Cora"]!, 10, HOME)
      yield* fix(ids["dora"]!, 5, HOME)
      yield* alert(ids["bella"]!, "warning", "one")
      yield* alert(ids["Cora"]!, "critical", "two")
      yield* alert(ids["Alma"]!, "warning", "three")
      const walk = (sort: string, limit: number) =>
        Effect.gen(function* () {
          const seen: Array<string> = []
          for (let cursor = "", pages = 0; pages < 10; pages++) {
            const page = yield* expectStatus(
              200,
              "GET",
              `${path}/entities?sort=${sort}&limit=${limit}&include=now${cursor}`
            )
            seen.push(...names(page))
            if (page.next_cursor === null) break
            cursor = `&cursor=${page.next_cursor}`
          }
          return seen
        })
      for (const limit of [1, 2, 50]) {
        assert.deepStrictEqual(yield* walk("name", limit), ["Alma", "bella", "Cora", "dora", "Älgen"])
        assert.deepStrictEqual((yield* walk("last_fix", limit)).slice(0, 2), ["dora", "Cora"])
        assert.deepStrictEqual(yield* walk("alert", limit), ["Cora", "Alma", "bella", "dora", "Älgen"])
        assert.sameMembers(yield* walk("last_fix", limit), Object.keys(ids))
      }
    })
  )

  it.effect(
    "what cannot be asked is named; a cursor of another order, or with a text of one's own, is none",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const { path, project } = yield* farm()
        for (const name of ["a", "b"]) yield* makeEntity(project.id, { name })
        for (const [query, member] of [
          ["include=then", "include"],
          ["include=now,now,now", "include"],
          ["reporting=soon", "reporting"],
          ["inside=home", "inside"],
          ["sort=size", "sort"],
          ["q=", "q"]
        ] as const) {
          const answer = yield* send("GET", `${path}/entities?${query}`)
          assert.isTrue(answer.status === 400 || answer.status === 422, query)
          assert.include(JSON.stringify(answer.body), member)
        }
        const { next_cursor } = yield* expectStatus(200, "GET", `${path}/entities?sort=name&limit=1`)
        yield* expectStatus(400, "GET", `${path}/entities?sort=alert&limit=1&cursor=${next_cursor}`)
        const forged = JSON.parse(Buffer.from(next_cursor, "base64url").toString()) as Array<unknown>
        const cursorOf = (text: unknown) =>
          Buffer.from(JSON.stringify([...forged.slice(0, 4), text])).toString("base64url")
        for (const text of ["a\0b", "\ud800", 7])
          yield* expectStatus(400, "GET", `${path}/entities?sort=name&limit=1&cursor=${cursorOf(text)}`)
        const odd = yield* expectStatus(
          200,
          "GET",
          `${path}/entities?sort=name&limit=1&cursor=${cursorOf("zz'")}`
        )
        assert.deepStrictEqual(odd.items, [])
      })
  )

  it.effect("a member with a scope finds and counts their own alone, in every filter and order", () =>
    Effect.gen(function* () {
      const { alert, fix, path, project, value } = yield* farm()
      const alma = yield* makeEntity(project.id, { name: "Alma" })
      const wolf = yield* makeEntity(project.id, { name: "Wolf" })
      const collar = yield* makeDevice({ name: "Lotek 31" })
      yield* wear(path, collar.id, wolf.id)
      const home = yield* expectStatus(201, "POST", `${path}/features`, {
        feature_type: "zone",
        name: "Home",
        geometry: square(0, 0)
      })
      for (const { id } of [alma, wolf]) {
        yield* fix(id, 5, HOME)
        yield* value(id, "activity", 5, 1)
        yield* alert(id, "critical", "still")
      }
      const member = yield* makeMember(project.id, "viewer", {
        groups: [],
        entities: [alma.id],
        devices: []
      })
      for (const query of [
        "include=now,spark",
        "sort=name",
        "sort=last_fix",
        "sort=alert",
        "reporting=on_time",
        `inside=${home.id}`
      ]) {
        const { body } = yield* member.ask("GET", `${path}/entities?${query}`)
        assert.deepStrictEqual(names(body), ["Alma"], query)
      }
      for (const query of ["q=lotek", "q=wolf", "reporting=silent"])
        assert.deepStrictEqual(names((yield* member.ask("GET", `${path}/entities?${query}`)).body), [], query)
      const hidden = yield* member.ask("GET", `${path}/entities/${wolf.id}?include=now,spark`)
      assert.strictEqual(hidden.status, 404)
    })
  )
})
