// An explanation over HTTP: of any rule, subject and moment, from what is stored.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { at, iso, makeAnimal, remember } from "../../../support/http/past.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeDevice, makeProject, NOBODY, square } from "../../../support/http/tracking.ts"

const document = {
  trigger: { kind: "position" },
  conditions: {
    all: [
      { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
      { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 },
      { type: "spatial", relation: "inside" }
    ]
  },
  event: { event_type: "FAST", title: "{entity} at {value}" }
} as const

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("explain", (it) => {
  it.effect(
    "the evaluation tree of a rule that never was in force, with values, record ids and the ages of samples",
    () =>
      Effect.gen(function* () {
        const { id } = yield* makeProject()
        const fence = yield* expectStatus(201, "POST", `/projects/${id}/features`, {
          feature_type: "zone",
          name: "Home",
          geometry: square(0, -0.005)
        })
        const alma = yield* makeAnimal(id, "Alma")
        const rule = yield* expectStatus(201, "POST", `/projects/${id}/rules`, { name: "Fast", document })
        yield* remember(alma, [
          { at: at(-100), metric: "battery_voltage", value: 3.5 },
          { at: at(0), lon: 0.005, speed: 20 }
        ])
        const why = yield* expectStatus(
          200,
          "GET",
          `/projects/${id}/rules/${rule.id}/explain?entity_id=${alma.entity}&at=${iso(0)}`
        )
        assert.deepInclude(why, {
          rule_id: rule.id,
          version: 1,
          at: iso(0),
          in_force: false,
          asked_by: "position",
          fired: false,
          events: [],
          inside: [{ id: fence.id, name: "Home" }]
        })
        assert.deepStrictEqual(why.subject, { entity_id: alma.entity, device_id: null, name: "Alma" })
        const [speed, battery, place] = why.evaluated.parts
        assert.deepInclude(speed, {
          truth: true,
          value: 72,
          sample_age_seconds: 0,
          record_id: why.position.record_id
        })
        assert.deepInclude(battery, {
          truth: false,
          value: 3.5,
          sample_at: iso(-100),
          sample_age_seconds: 100
        })
        assert.isNumber(battery.record_id)
        assert.deepInclude(place, { truth: true, features: [{ id: fence.id, name: "Home", revision: 1 }] })
        assert.deepStrictEqual(why.first_stop, {
          path: "",
          code: "NOT_IN_FORCE",
          detail: "disabled at that time",
          detail_message: { code: "stop.disabled" }
        })
        assert.deepInclude(why.state.before, { active: false, since: null })
        // between two records: what it would have found
        const between = yield* expectStatus(
          200,
          "GET",
          `/projects/${id}/rules/${rule.id}/explain?entity_id=${alma.entity}&at=${iso(30)}`
        )
        assert.deepInclude(between, { asked_by: null, fired: false })
        assert.strictEqual(between.evaluated.parts[1].sample_age_seconds, 130)
        assert.deepInclude(between.position, { age_seconds: 30, lon: 0.005 })
      })
  )

  it.effect("a device without an entity is asked about by device_id; versions by their number", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const device = yield* makeDevice({ name: "Lone" })
      yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, {
        project_id: id,
        valid_from: "2020-01-01T00:00:00Z"
      })
      const rule = yield* expectStatus(201, "POST", `/projects/${id}/rules`, { name: "Fast", document })
      yield* expectStatus(200, "PUT", `/projects/${id}/rules/${rule.id}/document`, {
        document: { ...document, conditions: document.conditions.all[0] }
      })
      yield* remember({ project: id, entity: null, device: device.id }, [{ at: at(0), lon: 0, speed: 20 }])
      const explain = (query: string) =>
        expectStatus(200, "GET", `/projects/${id}/rules/${rule.id}/explain?at=${iso(0)}&${query}`)
      assert.deepInclude(yield* explain(`device_id=${device.id}`), {
        version: 2,
        subject: { entity_id: null, device_id: device.id, name: "Lone" }
      })
      const first = yield* explain(`device_id=${device.id}&version=1`)
      assert.deepStrictEqual([first.version, first.evaluated.type], [1, "all"])
    })
  )

  it.effect("about nobody, about two, and about what is not there: 404 and 422", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { id } = yield* makeProject()
      const alma = yield* makeAnimal(id, "Alma"),
        other = yield* makeProject()
      const rule = yield* expectStatus(201, "POST", `/projects/${id}/rules`, { name: "Fast", document })
      const status = (path: string) =>
        Effect.map(send("GET", `/projects/${path}`), (a) => [a.status, a.body.errors?.[0]?.pointer ?? null])
      const path = `${id}/rules/${rule.id}/explain?at=${iso(0)}`
      assert.deepStrictEqual(yield* status(`${path}&entity_id=${NOBODY}`), [404, null])
      assert.deepStrictEqual(yield* status(`${path}&device_id=${NOBODY}`), [404, null])
      assert.deepStrictEqual(
        yield* status(`${id}/rules/${NOBODY}/explain?at=${iso(0)}&entity_id=${alma.entity}`),
        [404, null]
      )
      assert.deepStrictEqual(
        yield* status(`${other.id}/rules/${rule.id}/explain?at=${iso(0)}&entity_id=${alma.entity}`),
        [404, null]
      )
      assert.deepStrictEqual(yield* status(path), [422, "/entity_id"])
      assert.deepStrictEqual(yield* status(`${path}&entity_id=${alma.entity}&device_id=${alma.device}`), [
        422,
        "/entity_id"
      ])
      assert.deepStrictEqual(yield* status(`${path}&entity_id=${alma.entity}&version=7`), [422, "/version"])
      assert.deepStrictEqual(yield* status(`${id}/rules/${rule.id}/explain?entity_id=${alma.entity}`), [
        422,
        "/at"
      ])
    })
  )
})
