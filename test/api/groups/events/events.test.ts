// Events over HTTP: those that people and programs report, and how all are found again.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { addFence, addRule, type Farm, makeFarm } from "../../../support/sql/farm.ts"
import { fire } from "../../../support/sql/fire.ts"
import { serve, TestServer } from "../../../support/http/server.ts"

const at = (farm: Farm, path = "") => `/projects/${farm.project}/events${path}`
const sighting = { event_type: "WOLF_SEEN", title: "A wolf at the fence" }

const report = Effect.fnUntraced(function* (farm: Farm, body: object = {}) {
  const { send } = yield* TestServer
  const made = yield* send("POST", at(farm), { body: { ...sighting, ...body } })
  assert.strictEqual(made.status, 201, JSON.stringify(made.body))
  return made.body
})

/** The collar works for the farm, and is on the animal from May on. */
const assign = Effect.fnUntraced(function* (farm: Farm) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into project_assignments (id, device_id, project_id, valid_from)
    values (${v7()}::uuid, ${farm.collar}::uuid, ${farm.project}::uuid, '2026-01-01Z')`
  yield* sql`insert into entity_assignments (id, device_id, project_id, entity_id, valid_from)
    values (${v7()}::uuid, ${farm.collar}::uuid, ${farm.project}::uuid, ${farm.animal}::uuid, '2026-05-01Z')`
})

const speeding = {
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
  event: { event_type: "SPEEDING", title: "t" }
}

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("events", (it) => {
  it.effect("are reported by programs, with the names of that moment", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      yield* assign(farm)
      const fence = yield* addFence(farm, "Fence", 0)
      const event = yield* report(farm, {
        severity: "critical",
        description: "two",
        time: "2026-06-01T10:00:00+02:00",
        geometry: { type: "Point", coordinates: [10.25, 53.5] },
        device_id: farm.collar,
        feature_id: fence,
        context: { count: 2 },
        create_alert: true
      })
      assert.deepInclude(event, {
        ...sighting,
        project_id: farm.project,
        time: "2026-06-01T08:00:00.000Z",
        severity: "critical",
        description: "two",
        geometry: { type: "Point", coordinates: [10.25, 53.5] },
        entity_id: farm.animal,
        entity_name: "Alma",
        device_id: farm.collar,
        device_name: "Collar 1",
        feature_id: fence,
        context: { count: 2 },
        rule_id: null,
        rule_version: null,
        sample_time: "2026-06-01T08:00:00.000Z",
        late: false,
        superseded: false,
        snoozed: false,
        reminder: false,
        ended_at: null,
        duration_seconds: null,
        trace_id: null
      })
      const [token] = yield* sql<{ id: string; name: string }>`select id, name from api_tokens`
      assert.deepStrictEqual(event.source, { kind: "integration", ...token })
      assert.strictEqual(
        event.sample_age_seconds,
        (Date.parse(event.created_at) - Date.parse(event.time)) / 1000
      )
      assert.strictEqual(event.alert.status, "open")
      const page = (yield* send("GET", at(farm, `/${event.id}`))).body
      assert.deepStrictEqual(page.event, event)
      assert.deepInclude(page.alert, {
        id: event.alert.id,
        event_id: event.id,
        status: "open",
        severity: "critical",
        title: sighting.title,
        entity_id: farm.animal,
        steps: []
      })
      assert.deepStrictEqual([page.deliveries, page.trace], [[], null])
    })
  )

  it.effect("have any GeoJSON geometry, or none", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const shapes = [
        {
          type: "MultiPoint",
          coordinates: [
            [10, 50],
            [11, 51]
          ]
        },
        {
          type: "LineString",
          coordinates: [
            [178, 10],
            [-178, 12]
          ]
        },
        {
          type: "MultiLineString",
          coordinates: [
            [
              [10, 50],
              [11, 51]
            ],
            [
              [12, 52],
              [13, 53]
            ]
          ]
        },
        {
          type: "Polygon",
          coordinates: [
            [
              [10, 50],
              [11, 50],
              [11, 51],
              [10, 50]
            ]
          ]
        },
        {
          type: "MultiPolygon",
          coordinates: [
            [
              [
                [10, 50],
                [11, 50],
                [11, 51],
                [10, 50]
              ]
            ]
          ]
        }
      ]
      const ids: Array<string> = []
      for (const geometry of shapes) {
        const made = yield* report(farm, { geometry })
        ids.push(made.id)
        assert.deepStrictEqual(made.geometry, geometry)
        assert.deepStrictEqual((yield* send("GET", at(farm, `/${made.id}`))).body.event.geometry, geometry)
      }
      const inBox = (box: string) =>
        Effect.map(send("GET", at(farm, `?bbox=${box}`)), ({ body }) =>
          body.items.map((e: { id: string }) => ids.indexOf(e.id)).toSorted()
        )
      assert.deepStrictEqual(yield* inBox("10.1,50.1,10.2,50.2"), [0, 2, 3, 4], "a box within the shape's")
      assert.deepStrictEqual(yield* inBox("12.5,52.5,14,54"), [2])
      assert.deepStrictEqual(yield* inBox("-179,0,-178.5,20"), [1], "east of the antimeridian")
      assert.deepStrictEqual(yield* inBox("179,0,-179.5,20"), [1])
      assert.deepStrictEqual(yield* inBox("0,0,1,1"), [])
      const { features } = (yield* send("GET", `/projects/${farm.project}/map/events`)).body
      assert.deepStrictEqual(
        features.find((f: { id: string }) => f.id === ids[1]).geometry,
        { type: "Point", coordinates: [180, 11] },
        "a map marks the middle"
      )
      for (const [geometry, pointer] of [
        [
          {
            type: "Polygon",
            coordinates: [
              [
                [0, 0],
                [1, 1],
                [0, 0]
              ]
            ]
          },
          "/geometry/coordinates/0"
        ],
        [{ type: "Circle", coordinates: [0, 0] }, "/geometry/type"],
        ["here", "/geometry"]
      ] as const) {
        const refused = yield* send("POST", at(farm), { body: { ...sighting, geometry } })
        assert.deepStrictEqual(
          [refused.status, refused.body.errors[0].pointer],
          [422, pointer],
          JSON.stringify(refused.body)
        )
      }
    })
  )

  it.effect("need a type and a title only: then they are of now, nobody and nowhere, and need nobody", () =>
    Effect.gen(function* () {
      const farm = yield* makeFarm
      const event = yield* report(farm)
      assert.deepInclude(event, {
        severity: "info",
        description: "",
        geometry: null,
        entity_id: null,
        device_id: null,
        context: {},
        alert: null,
        sample_age_seconds: 0
      })
      assert.strictEqual(event.time, event.created_at)
    })
  )

  it.effect("belong to whom the device was on at the time, unless the report says whose they are", () =>
    Effect.gen(function* () {
      const farm = yield* makeFarm
      yield* assign(farm)
      assert.isNull(
        (yield* report(farm, { device_id: farm.collar, time: "2026-04-30T23:59:59.999Z" })).entity_id
      )
      assert.strictEqual(
        (yield* report(farm, { device_id: farm.collar, time: "2026-05-01T00:00:00Z" })).entity_id,
        farm.animal
      )
      assert.strictEqual((yield* report(farm, { entity_id: farm.animal })).entity_name, "Alma")
    })
  )

  it.effect("refuse what is not of the project, and what is no event", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const other = yield* makeFarm
      yield* assign(farm)
      for (const [pointer, value] of [
        ["/entity_id", other.animal],
        ["/device_id", other.collar],
        ["/feature_id", yield* addFence(other, "x", 0)],
        ["/entity_id", v7()]
      ] as const) {
        const refused = yield* send("POST", at(farm), { body: { ...sighting, [pointer.slice(1)]: value } })
        assert.deepStrictEqual(
          [refused.status, refused.body.code, refused.body.errors[0].pointer],
          [422, "UNKNOWN_REFERENCE", pointer]
        )
      }
      for (const [pointer, body] of [
        ["/event_type", { event_type: "wolf" }],
        ["/title", { title: " " }],
        ["/severity", { severity: "bad" }],
        ["/time", { time: "yesterday" }],
        ["/geometry/coordinates/1", { geometry: { type: "Point", coordinates: [0, 91] } }],
        ["/rule_id", { rule_id: v7() }],
        ["/source", { source: { kind: "rule" } }],
        ["/context", { context: [] }],
        ["/create_alert", { create_alert: "yes" }]
      ] as const) {
        const refused = yield* send("POST", at(farm), { body: { ...sighting, ...body } })
        assert.strictEqual(refused.status, 422, JSON.stringify(body))
        assert.include(
          refused.body.errors.map((e: { pointer: string }) => e.pointer),
          pointer,
          JSON.stringify(body)
        )
      }
      assert.lengthOf((yield* send("GET", at(farm))).body.items, 0)
    })
  )

  it.effect(
    "with one Idempotency-Key are one event: the same body gets the same answer, another body 422",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        const post = (body: object, key: string) =>
          send("POST", at(farm), { body, headers: { "idempotency-key": key } })
        const answers = yield* Effect.all(
          Array.from({ length: 6 }, () => post({ ...sighting, create_alert: true }, "a")),
          { concurrency: 6 }
        )
        assert.deepStrictEqual([...new Set(answers.map((a) => a.status))], [201])
        assert.lengthOf([...new Set(answers.map((a) => JSON.stringify(a.body)))], 1)
        const swapped = yield* post(
          { create_alert: true, title: sighting.title, event_type: sighting.event_type },
          "a"
        )
        assert.strictEqual(swapped.body.id, answers[0]!.body.id, "the order of members is no difference")
        const reused = yield* post({ ...sighting, title: "Two wolves" }, "a")
        assert.deepStrictEqual([reused.status, reused.body.code], [422, "IDEMPOTENCY_KEY_REUSED"])
        assert.notStrictEqual(
          (yield* post({ ...sighting, create_alert: true }, "b")).body.id,
          answers[0]!.body.id
        )
        const other = yield* makeFarm
        assert.strictEqual(
          (yield* send("POST", at(other), { body: sighting, headers: { "idempotency-key": "a" } })).body
            .project_id,
          other.project,
          "a key belongs to a route"
        )
        yield* sql`update idempotency_keys set created_at = created_at - interval '25 hours'`
        assert.notStrictEqual(
          (yield* post({ ...sighting, create_alert: true }, "a")).body.id,
          answers[0]!.body.id,
          "after a day it is new"
        )
        const failed = yield* post({ ...sighting, entity_id: v7() }, "c")
        assert.strictEqual(failed.status, 422)
        assert.strictEqual((yield* post(sighting, "c")).status, 201, "a refusal does not use the key up")
        assert.strictEqual((yield* post(sighting, "k".repeat(256))).status, 422)
        assert.lengthOf((yield* send("GET", at(farm))).body.items, 4)
      })
  )

  it.effect("of integrations are one per device, time, type and title", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      yield* assign(farm)
      const detection = { device_id: farm.collar, time: "2026-06-01T08:00:00Z" }
      const first = yield* report(farm, detection)
      assert.strictEqual((yield* report(farm, { ...detection, severity: "critical" })).id, first.id)
      for (const other of [
        { time: "2026-06-01T08:00:00.001Z" },
        { title: "Another" },
        { event_type: "LYNX_SEEN" }
      ])
        assert.notStrictEqual((yield* report(farm, { ...detection, ...other })).id, first.id)
      assert.notStrictEqual(
        (yield* report(farm)).id,
        (yield* report(farm)).id,
        "what people report twice happened twice"
      )
      assert.lengthOf((yield* send("GET", at(farm))).body.items, 6)
    })
  )

  it.effect("of a rule show the sample's age, the episode's length, the alert and the trace", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const rule = yield* addRule(farm, "Speed", speeding)
      const { alert, id, trace } = yield* fire(farm, rule)
      const page = (yield* send("GET", at(farm, `/${id}`))).body
      assert.deepInclude(page.event, {
        time: "2026-05-01T12:00:00.000Z",
        sample_age_seconds: 3.5,
        ended_at: "2026-05-01T12:01:30.000Z",
        duration_seconds: 90,
        rule_id: rule,
        rule_version: 1,
        trace_id: trace,
        alert: { id: alert, status: "open" }
      })
      assert.deepStrictEqual(page.event.source, { kind: "rule", id: rule, name: "Speed" })
      assert.deepStrictEqual(page.event.geometry, { type: "Point", coordinates: [10.5, 53.25] })
      assert.deepInclude(page.trace, { id: trace, kind: "rule", status: "ok", event_id: id })
      assert.strictEqual(page.alert.id, alert)
      assert.notProperty(page.event, "evidence")
    })
  )

  it.effect("are listed by type, severity, subject, rule, source, time, place and alert", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      yield* assign(farm)
      const rule = yield* addRule(farm, "Speed", speeding)
      const fired = (yield* fire(farm, rule)).id
      const near = (yield* report(farm, {
        time: "2026-05-02T00:00:00Z",
        geometry: { type: "Point", coordinates: [179.5, 10] },
        device_id: farm.collar
      })).id
      const far = (yield* report(farm, {
        event_type: "LYNX_SEEN",
        time: "2026-05-03T00:00:00Z",
        geometry: { type: "Point", coordinates: [-179.5, 10] },
        create_alert: true
      })).id
      const list = Effect.fnUntraced(function* (query: string) {
        const found = yield* send("GET", at(farm, query))
        assert.strictEqual(found.status, 200, `${query}: ${JSON.stringify(found.body)}`)
        return found.body.items.map((e: { id: string }) => e.id)
      })
      for (const [query, expected] of [
        ["", [far, near, fired]],
        ["?event_type=WOLF_SEEN", [near]],
        ["?severity=warning", [fired]],
        [`?entity_id=${farm.animal}`, [near, fired]],
        [`?device_id=${farm.collar}`, [near, fired]],
        [`?rule_id=${rule}`, [fired]],
        ["?source=integration", [far, near]],
        ["?source=user", []],
        ["?from=2026-05-02T00:00:00Z", [far, near]],
        ["?to=2026-05-02T00:00:00Z", [fired]],
        ["?from=2026-05-02T00:00:00Z&to=2026-05-03T00:00:00Z", [near]],
        ["?bbox=10,53,11,54", [fired]],
        ["?bbox=179,0,-179,20", [far, near]],
        ["?has_alert=true", [far, fired]],
        ["?has_alert=false", [near]],
        [`?has_alert=true&rule_id=${rule}`, [fired]]
      ] as const)
        assert.deepStrictEqual(yield* list(query), expected, query)
      const first = (yield* send("GET", at(farm, "?limit=2&has_alert=true"))).body
      assert.isNull(first.next_cursor)
      for (const query of [
        "?severity=bad",
        "?entity_id=x",
        "?source=x",
        "?from=now",
        "?from=2026-05-02T00:00:00Z&to=2026-05-02T00:00:00Z",
        "?bbox=1,2,3",
        "?bbox=0,10,1,9",
        "?bbox=0,0,200,1",
        "?has_alert=1",
        "?what=1"
      ]) {
        assert.strictEqual((yield* send("GET", at(farm, query))).status, 422, query)
      }
    })
  )

  it.effect("of one moment are neither lost nor repeated over pages while more come in", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const ids: Array<string> = []
      for (let n = 0; n < 7; n++)
        ids.push((yield* report(farm, { time: "2026-05-02T00:00:00Z", title: `n${n}` })).id)
      const seen: Array<string> = []
      for (let cursor = ""; ;) {
        const page = (yield* send("GET", at(farm, `?limit=2${cursor}`))).body
        seen.push(...page.items.map((e: { id: string }) => e.id))
        yield* report(farm, { time: "2026-05-03T00:00:00Z" })
        if (page.next_cursor === null) break
        cursor = `&cursor=${page.next_cursor}`
      }
      assert.deepStrictEqual(seen, ids.toReversed())
      assert.strictEqual(
        (yield* send("GET", at(farm, "?severity=info&cursor=eyJ4IjoxfQ"))).body.code,
        "INVALID_CURSOR"
      )
    })
  )

  it.effect("of another project are not there", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const other = yield* makeFarm
      const { id } = yield* report(farm)
      assert.strictEqual((yield* send("GET", at(other, `/${id}`))).status, 404)
      assert.lengthOf((yield* send("GET", at(other))).body.items, 0)
    })
  )
})
