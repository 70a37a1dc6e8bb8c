// The six templates of the specification, tried on the past of animals that do what they are for, and of one that does nothing of it.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Animal, at, iso, makeAnimal, remember, type Sighting } from "../support/past.ts"
import { serve } from "../support/server.ts"
import { expectStatus, makeProject, square } from "../support/tracking.ts"

const HOUR = 3600
const DAYS = 3

const every = (seconds: number, from: number, to: number, record: (second: number) => Sighting): ReadonlyArray<Sighting> =>
  Array.from({ length: Math.ceil((to - from) / seconds) }, (_, i) => record(from + i * seconds))

const grazing = (from: number, to: number) => every(300, from, to, (s) => ({ at: at(s), lon: 0.004 + 0.001 * Math.sin(s / 5000), speed: 0.3 }))
const status = (from: number, to: number, activity: (s: number) => number, volts: (s: number) => number = () => 3.8) =>
  every(HOUR, from, to, (s) => ({ at: at(s), metric: "activity", value: activity(s) })).concat(every(HOUR, from, to, (s) => ({ at: at(s), metric: "battery_voltage", value: volts(s) })))
const lively = (s: number) => 2 + Math.sin(s)

/** Grazes for three days inside fence and zone, reports all the time, and moves. */
const control = [...grazing(0, DAYS * 24 * HOUR), ...status(0, DAYS * 24 * HOUR, lively)]

/** What each template is for, and when it says so. */
const tracks: Readonly<{ [eventType: string]: { readonly track: ReadonlyArray<Sighting>; readonly fires: ReadonlyArray<string> } }> = {
  GEOFENCE_EXIT: { track: [...grazing(0, HOUR), { at: at(HOUR), lon: 0.2 }, { at: at(HOUR + 300), lon: 0.3 }], fires: [iso(HOUR)] },
  GEOFENCE_ENTER: { track: [{ at: at(0), lon: 0.3 }, { at: at(300), lon: 0.2 }, ...grazing(600, HOUR)], fires: [iso(600)] },
  // three seconds too few at first, then a minute
  SPEED_LIMIT_VIOLATION: {
    track: [
      ...grazing(0, 3000), ...every(9, 3000, 3036, (s) => ({ at: at(s), lon: 0.004, speed: 12 })), ...every(10, 3040, 3600, (s) => ({ at: at(s), lon: 0.004, speed: 1 })),
      ...every(10, 3600, 3670, (s) => ({ at: at(s), lon: 0.004, speed: 12 }))
    ],
    fires: [iso(3630)]
  },
  NO_DATA: { track: [...grazing(0, HOUR), { at: at(20 * HOUR), lon: 0.004 }], fires: [iso(HOUR - 300 + 12 * HOUR), iso(32 * HOUR), iso(56 * HOUR)] },
  BATTERY_LOW: { track: status(0, 30 * HOUR, lively, (s) => 3.5 - s / HOUR * 0.05), fires: [iso(7 * HOUR)] },
  POSSIBLE_IMMOBILITY: { track: status(0, 20 * HOUR, (s) => s < 5 * HOUR ? 4 : 0.2), fires: [iso(16 * HOUR), iso(28 * HOUR)] }
}

interface Template {
  readonly document: { readonly event: { readonly event_type: string; readonly severity?: string; readonly create_alert?: boolean } }
}

const farm = Effect.gen(function*() {
  const { id } = yield* makeProject()
  for (const feature_type of ["geofence", "zone"]) yield* expectStatus(201, "POST", `/projects/${id}/features`, { feature_type, name: "Home", geometry: square(0, -0.005) })
  const { items } = yield* expectStatus(200, "GET", `/projects/${id}/rules/templates`)
  return { id: id as string, templates: items as ReadonlyArray<Template> }
})

const tried = Effect.fnUntraced(function*(animal: Animal, { document }: Template) {
  const { events, truncated } = yield* expectStatus(200, "POST", `/projects/${animal.project}/rules/test-document`, { document, from: iso(0), to: iso(DAYS * 24 * HOUR), entity_ids: [animal.entity] })
  assert.isFalse(truncated)
  return events as ReadonlyArray<{ readonly time: string; readonly reason: string; readonly would_create_alert: boolean }>
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("the templates", (it) => {
  it.effect("each fires on a track that is what it is for, with an alert or not as the specification says", () => Effect.gen(function*() {
    const { id, templates } = yield* farm
    assert.sameMembers(templates.map((t) => t.document.event.event_type), Object.keys(tracks))
    for (const template of templates) {
      const { create_alert = false, event_type } = template.document.event, { fires, track } = tracks[event_type]!
      const animal = yield* makeAnimal(id, event_type)
      yield* remember(animal, track)
      const events = yield* tried(animal, template)
      assert.deepStrictEqual(events.map((e) => e.time), fires, event_type)
      assert.deepStrictEqual(new Set(events.map((e) => e.would_create_alert)), new Set([create_alert]), event_type)
      assert.strictEqual(create_alert, event_type !== "GEOFENCE_ENTER")
    }
  }))

  it.effect("all of them stay silent on the control track", () => Effect.gen(function*() {
    const { id, templates } = yield* farm
    const animal = yield* makeAnimal(id, "Control")
    yield* remember(animal, control)
    for (const template of templates) assert.deepStrictEqual(yield* tried(animal, template), [], template.document.event.event_type)
  }))

  it.effect("No data for 12 hours ignores a device that never reported", () => Effect.gen(function*() {
    const { id, templates } = yield* farm
    const never = yield* makeAnimal(id, "Never")
    assert.deepStrictEqual(yield* tried(never, templates.find((t) => t.document.event.event_type === "NO_DATA")!), [])
  }))

  it.effect("Collar not moving needs three activity values, and a battery that is not empty", () => Effect.gen(function*() {
    const { id, templates } = yield* farm
    const template = templates.find((t) => t.document.event.event_type === "POSSIBLE_IMMOBILITY")!
    const still = Effect.fnUntraced(function*(hours: number, volts: number) {
      const animal = yield* makeAnimal(id, `Still ${hours} ${volts}`)
      yield* remember(animal, status(0, hours * HOUR, () => 0.1, () => volts))
      return (yield* tried(animal, template)).length
    })
    assert.deepStrictEqual([yield* still(2, 3.8), yield* still(3, 3.8), yield* still(3, 3.1)], [0, 1, 0])
  }))
})
