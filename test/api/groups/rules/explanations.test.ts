// Why not, over HTTP: every rule asked about one subject and moment, in groups, with what would have made a
// difference; and that it is bounded by what its reader sees and may ask.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { engineLayer } from "../../../../src/roles/engine.ts"
import { at, iso, makeAnimal, remember } from "../../../support/http/past.ts"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { fixAt, makeWatched, minuteAt, valueAt } from "../../../support/http/watched.ts"
import { expectStatus, makeDevice, makeProject, NOBODY, square } from "../../../support/http/tracking.ts"

const HOUR = 3600
const HORSE = "00000000-0000-7000-8000-000000000105"

const battery = { type: "threshold", metric: "battery_voltage", op: ">", value: 3.2 }
const documents = {
  "Collar not moving": {
    trigger: { kind: "measurement", metric_key: "activity" },
    conditions: { all: [{ type: "threshold", metric: "activity", op: "<", value: 0.6 }, battery] },
    event: { event_type: "STILL", title: "{entity} lies still", severity: "critical" }
  },
  "No data": {
    trigger: { kind: "schedule", every_seconds: 300 },
    conditions: { type: "no_data", for_seconds: 12 * HOUR },
    event: { event_type: "SILENT", title: "{entity} is silent" }
  },
  "Battery low": {
    trigger: { kind: "measurement", metric_key: "battery_voltage" },
    conditions: { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 },
    for_seconds: HOUR,
    event: { event_type: "BATTERY_LOW", title: "{entity}: {value} V" }
  },
  "Left its pasture": {
    trigger: { kind: "position" },
    conditions: { type: "spatial", relation: "exit" },
    event: { event_type: "LEFT", title: "{entity} left" }
  },
  "Fever in horses": {
    trigger: { kind: "measurement" },
    scope: { entity_type_ids: [HORSE] },
    conditions: { type: "threshold", metric: "temperature_c", op: ">", value: 40 },
    event: { event_type: "FEVER", title: "{entity} is hot" }
  },
  Warm: {
    trigger: { kind: "measurement", metric_key: "activity" },
    conditions: { type: "threshold", metric: "activity", op: "<=", value: 0.45 },
    event: { event_type: "WARM", title: "{entity} is warm" }
  }
} as const

/** A cow whose battery keeps a rule silent at the moment 0, and rules about it. */
const makeFarm = Effect.gen(function* () {
  const project: string = (yield* makeProject()).id
  const path = `/projects/${project}`
  yield* expectStatus(201, "POST", `${path}/features`, {
    feature_type: "zone",
    name: "Home",
    geometry: square(0, -0.005)
  })
  const alma = yield* makeAnimal(project, "Alma")
  for (const [name, document] of Object.entries(documents))
    yield* expectStatus(201, "POST", `${path}/rules`, { name, document, enabled: true })
  return { project, path, alma }
})

interface Told {
  readonly rule: { readonly id: string; readonly name: string }
  readonly group: string
  readonly distance: number | null
  readonly first_stop: { readonly code: string } | null
  readonly waits_until: string | null
  readonly done_share: number | null
  readonly nearest: {
    readonly path: string
    readonly limit: number
    readonly would_fire_at: string | null
  } | null
  readonly conditions: ReadonlyArray<{
    readonly label: string
    readonly value: unknown
    readonly truth: unknown
  }>
}
const byName = (rules: ReadonlyArray<Told>) => new Map(rules.map((r) => [r.rule.name, r]))

layer(engineLayer({ tickGraceSeconds: 20, lateQuietMs: 0 }).pipe(Layer.provideMerge(serve())), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("why not", (it) => {
  it.effect("each rule is in its group, with what stopped it, what it read and how long it waits", () =>
    Effect.gen(function* () {
      const { alma, path, report, rule } = yield* makeWatched
      for (const [name, document] of Object.entries(documents)) yield* rule(name, document)
      const { name } = alma
      yield* report([
        valueAt(name, -600, "battery_voltage", 3.3),
        valueAt(name, -540, "activity", 0.9),
        valueAt(name, -301, "battery_voltage", 3.14),
        valueAt(name, -300, "activity", 0.5),
        fixAt(name, -240, 0.005),
        valueAt(name, -60, "battery_voltage", 3.3)
      ])
      yield* report([valueAt(name, -30, "battery_voltage", 3.14), valueAt(name, 0, "activity", 0.42)])
      const moment = minuteAt(0)
      const why = yield* expectStatus(
        200,
        "GET",
        `${path}/entities/${alma.id}/explain?at=${moment}&include=lanes`
      )
      assert.deepStrictEqual(why.subject, { entity_id: alma.id, device_id: null, name })
      assert.strictEqual(why.at, moment)
      assert.deepInclude(why.position, { lon: 0.005, age_seconds: 240 * 60 })
      assert.isNull(why.next_cursor)
      const rules = byName(why.rules)
      const groups = [...rules].map(([called, r]) => `${called}: ${r.group} ${r.first_stop?.code ?? "-"}`)
      // by group; in a group the nearest to an alert first, which is not the newest
      assert.deepStrictEqual(groups, [
        "Warm: fired -",
        "Collar not moving: near CONDITION",
        "No data: near CONDITION",
        "Battery low: waiting HELD",
        "Left its pasture: not_asked CONDITION",
        "Fever in horses: not_in_scope NOT_IN_SCOPE"
      ])
      const distances = [...rules.values()].map(({ distance }) => distance)
      assert.closeTo(distances[1]!, 0.06 / 3.2, 1e-9)
      assert.deepStrictEqual([distances[0], ...distances.slice(2)], [null, 1, 30 * 60, 1, null])
      const near = rules.get("Collar not moving")!
      assert.deepStrictEqual(
        near.conditions.map((c) => [c.label, c.value, c.truth]),
        [
          ["Activity", 0.42, true],
          ["Battery voltage", 3.14, false]
        ]
      )
      // with that limit it had fired as soon as the activity fell
      assert.deepStrictEqual(near.nearest, {
        path: "/conditions/all/1",
        limit: 3.13,
        would_fire_at: minuteAt(-300)
      })
      const held = rules.get("Battery low")!
      assert.strictEqual(held.waits_until, minuteAt(30))
      assert.strictEqual(held.done_share, 0.5)
      assert.strictEqual(
        why.summary.map((p: { readonly text: string }) => p.text).join(""),
        "Warm fired at this moment."
      )
      const lane = why.lanes.find(
        (l: { readonly rule_id: string }) => l.rule_id === rules.get("Warm")!.rule.id
      )
      assert.isAbove(lane.spans.length, 0)
      assert.lengthOf(why.lanes, 5)

      // what was received a moment ago is an hour old then
      const then = Math.ceil((Date.now() + HOUR * 1000) / 300_000) * 300_000
      const soon = yield* expectStatus(
        200,
        "GET",
        `${path}/entities/${alma.id}/explain?at=${new Date(then).toISOString()}`
      )
      const silent = byName(soon.rules).get("No data")!
      assert.deepStrictEqual([silent.group, silent.first_stop!.code], ["waiting", "CONDITION"])
      assert.closeTo((Date.parse(silent.waits_until!) - Date.now()) / 1000, 12 * HOUR, 60)
      assert.closeTo(silent.done_share!, (then - Date.now()) / (12 * HOUR * 1000), 0.01)
    })
  )

  it.effect(
    "about nobody, and what cannot be asked: 404 and 422 with the member; a bare device by its own path",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const { alma, path, project } = yield* makeFarm
        const asked = (whom: string, query: string) => send("GET", `${path}/${whom}/explain?${query}`)
        assert.strictEqual((yield* asked(`entities/${NOBODY}`, `at=${iso(0)}`)).status, 404)
        assert.strictEqual((yield* asked(`devices/${NOBODY}`, `at=${iso(0)}`)).status, 404)
        for (const [query, member] of [
          ["", "/at"],
          ["at=yesterday", "/at"],
          [`at=${iso(0)}&include=all`, "/include"],
          [`at=${iso(0)}&limit=501`, "/limit"]
        ] as const) {
          const { body, status } = yield* asked(`entities/${alma.entity}`, query)
          assert.deepStrictEqual([status, body.errors?.[0]?.pointer], [422, member])
        }
        const device = yield* makeDevice({ name: "Lone" })
        yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, {
          project_id: project,
          valid_from: "2020-01-01T00:00:00Z"
        })
        const why = (yield* asked(`devices/${device.id}`, `at=${iso(0)}`)).body
        assert.deepStrictEqual(why.subject, { entity_id: null, device_id: device.id, name: "Lone" })
      })
  )

  it.effect("rules come page by page, each once; lanes only when asked for", () =>
    Effect.gen(function* () {
      const { alma, path } = yield* makeFarm
      yield* remember(alma, [{ at: at(0), metric: "activity", value: 0.42 }])
      const names: Array<string> = []
      for (let cursor = "", pages = 0; pages < 10; pages++) {
        const page = yield* expectStatus(
          200,
          "GET",
          `${path}/entities/${alma.entity}/explain?at=${iso(0)}&limit=4${cursor}`
        )
        assert.notProperty(page, "lanes")
        names.push(...page.rules.map((r: Told) => r.rule.name))
        if (page.next_cursor === null) break
        cursor = `&cursor=${page.next_cursor}`
      }
      assert.sameMembers(names, Object.keys(documents))
      assert.lengthOf(names, 6)
      const { lanes } = yield* expectStatus(
        200,
        "GET",
        `${path}/entities/${alma.entity}/explain?at=${iso(0)}&include=lanes`
      )
      assert.isArray(lanes)
    })
  )

  it.effect("the summary names the rule that is nearest to an alert, and none that is far from it", () =>
    Effect.gen(function* () {
      const { alma, path, report, rule } = yield* makeWatched
      const { name } = alma
      const activity = (title: string, op: string, value: number) =>
        rule(title, {
          trigger: { kind: "measurement", metric_key: "activity" },
          conditions: { type: "threshold", metric: "activity", op, value },
          event: { event_type: "ACTIVITY", title }
        })
      yield* activity("Running", ">", 6)
      yield* activity("Not moving", "<", 1)
      yield* report([valueAt(name, -60, "activity", 5.42), valueAt(name, 0, "activity", 2.5)])
      const summary = (minute: number) =>
        Effect.map(
          expectStatus(200, "GET", `${path}/entities/${alma.id}/explain?at=${minuteAt(minute)}`),
          (why) => why.summary.map((p: { readonly text: string }) => p.text).join("")
        )
      assert.strictEqual(
        yield* summary(-60),
        "Running did not fire: Activity was 5.42 m/s² and must be above 6 m/s²."
      )
      assert.strictEqual(yield* summary(0), "The conditions of the rules were not met.")
    })
  )

  it.effect("a member with a scope asks about their own alone", () =>
    Effect.gen(function* () {
      const { alma, path, project } = yield* makeFarm
      const wolf = yield* makeAnimal(project, "Wolf")
      const member = yield* makeMember(project, "viewer", {
        groups: [],
        entities: [alma.entity],
        devices: []
      })
      const status = (whom: string) =>
        Effect.map(member.ask("GET", `${path}/entities/${whom}/explain?at=${iso(0)}`), (a) => a.status)
      assert.deepStrictEqual([yield* status(alma.entity), yield* status(wolf.entity)], [200, 404])
    })
  )
})
