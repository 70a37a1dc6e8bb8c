// The six templates of the specification, tried on the past of animals that do what they are for, and of one
// that does nothing of it; and enabled, with somebody who wants to be told.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { PARTITIONS } from "../../src/domain/intake/LogEntry.ts"
import { AllowPrivateWebhooks } from "../../src/api/groups/events/checkWebhookAddresses.ts"
import type { Delivery } from "../../src/domain/automation/Delivery.ts"
import type { Event } from "../../src/domain/event/Event.ts"
import { settled, start } from "../support/sql/lateFarm.ts"
import { type Animal, at, iso, makeAnimal, remember, type Sighting } from "../support/http/past.ts"
import { openReceiver } from "../support/outside/receiver.ts"
import { serve, TestServer } from "../support/http/server.ts"
import {
  expectStatus,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource,
  square
} from "../support/http/tracking.ts"
import { makeAutomation, startWorker } from "../support/http/worker.ts"
import { until } from "../support/until.ts"

const HOUR = 3600
const DAYS = 3

const every = (
  seconds: number,
  from: number,
  to: number,
  record: (second: number) => Sighting
): ReadonlyArray<Sighting> =>
  Array.from({ length: Math.ceil((to - from) / seconds) }, (_, i) => record(from + i * seconds))

const grazing = (from: number, to: number) =>
  every(300, from, to, (s) => ({ at: at(s), lon: 0.004 + 0.001 * Math.sin(s / 5000), speed: 0.3 }))
const status = (
  from: number,
  to: number,
  activity: (s: number) => number,
  volts: (s: number) => number = () => 3.8
) =>
  every(HOUR, from, to, (s) => ({ at: at(s), metric: "activity", value: activity(s) })).concat(
    every(HOUR, from, to, (s) => ({ at: at(s), metric: "battery_voltage", value: volts(s) }))
  )
const lively = (s: number) => 2 + Math.sin(s)

/** Grazes for three days inside fence and zone, reports all the time, and moves. */
const control = [...grazing(0, DAYS * 24 * HOUR), ...status(0, DAYS * 24 * HOUR, lively)]

/** What each template is for, and when it says so. */
const tracks: Readonly<{
  [eventType: string]: { readonly track: ReadonlyArray<Sighting>; readonly fires: ReadonlyArray<string> }
}> = {
  GEOFENCE_EXIT: {
    track: [...grazing(0, HOUR), { at: at(HOUR), lon: 0.2 }, { at: at(HOUR + 300), lon: 0.3 }],
    fires: [iso(HOUR)]
  },
  GEOFENCE_ENTER: {
    track: [{ at: at(0), lon: 0.3 }, { at: at(300), lon: 0.2 }, ...grazing(600, HOUR)],
    fires: [iso(600)]
  },
  // three seconds too few at first, then a minute
  SPEED_LIMIT_VIOLATION: {
    track: [
      ...grazing(0, 3000),
      ...every(9, 3000, 3036, (s) => ({ at: at(s), lon: 0.004, speed: 12 })),
      ...every(10, 3040, 3600, (s) => ({ at: at(s), lon: 0.004, speed: 1 })),
      ...every(10, 3600, 3670, (s) => ({ at: at(s), lon: 0.004, speed: 12 }))
    ],
    fires: [iso(3630)]
  },
  NO_DATA: {
    track: [...grazing(0, HOUR), { at: at(20 * HOUR), lon: 0.004 }],
    fires: [iso(HOUR - 300 + 12 * HOUR), iso(32 * HOUR), iso(56 * HOUR)]
  },
  BATTERY_LOW: {
    track: status(0, 30 * HOUR, lively, (s) => 3.5 - (s / HOUR) * 0.05),
    fires: [iso(7 * HOUR)]
  },
  POSSIBLE_IMMOBILITY: {
    track: status(0, 20 * HOUR, (s) => (s < 5 * HOUR ? 4 : 0.2)),
    fires: [iso(16 * HOUR), iso(28 * HOUR)]
  }
}

interface Template {
  readonly document: {
    readonly event: {
      readonly event_type: string
      readonly severity?: string
      readonly create_alert?: boolean
    }
  }
}

const farm = Effect.gen(function* () {
  const { id } = yield* makeProject()
  for (const feature_type of ["geofence", "zone"])
    yield* expectStatus(201, "POST", `/projects/${id}/features`, {
      feature_type,
      name: "Home",
      geometry: square(0, -0.005)
    })
  const { items } = yield* expectStatus(200, "GET", `/projects/${id}/rules/templates`)
  // those beside the specification's six: test/domain/rule/gallery.test.ts
  const templates = (items as ReadonlyArray<Template>).slice(0, 6)
  return { id: id as string, templates }
})

const tried = Effect.fnUntraced(function* (animal: Animal, { document }: Template) {
  const { events, truncated } = yield* expectStatus(
    200,
    "POST",
    `/projects/${animal.project}/rules/test-document`,
    { document, from: iso(0), to: iso(DAYS * 24 * HOUR), entity_ids: [animal.entity] }
  )
  assert.isFalse(truncated)
  return events as ReadonlyArray<{
    readonly time: string
    readonly reason: string
    readonly would_create_alert: boolean
  }>
})

layer(serve().pipe(Layer.provide(Layer.succeed(AllowPrivateWebhooks, true))), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("the templates", (it) => {
  it.effect(
    "each fires on a track that is what it is for, with an alert or not as the specification says",
    () =>
      Effect.gen(function* () {
        const { id, templates } = yield* farm
        assert.sameMembers(
          templates.map((t) => t.document.event.event_type),
          Object.keys(tracks)
        )
        for (const template of templates) {
          const { create_alert = false, event_type } = template.document.event,
            { fires, track } = tracks[event_type]!
          const animal = yield* makeAnimal(id, event_type)
          yield* remember(animal, track)
          const events = yield* tried(animal, template)
          assert.deepStrictEqual(
            events.map((e) => e.time),
            fires,
            event_type
          )
          assert.deepStrictEqual(
            new Set(events.map((e) => e.would_create_alert)),
            new Set([create_alert]),
            event_type
          )
          assert.strictEqual(create_alert, event_type !== "GEOFENCE_ENTER")
        }
      })
  )

  it.effect("all of them stay silent on the control track", () =>
    Effect.gen(function* () {
      const { id, templates } = yield* farm
      const animal = yield* makeAnimal(id, "Control")
      yield* remember(animal, control)
      for (const template of templates)
        assert.deepStrictEqual(yield* tried(animal, template), [], template.document.event.event_type)
    })
  )

  it.effect("No data for 12 hours ignores a device that never reported", () =>
    Effect.gen(function* () {
      const { id, templates } = yield* farm
      const never = yield* makeAnimal(id, "Never")
      assert.deepStrictEqual(
        yield* tried(
          never,
          templates.find((t) => t.document.event.event_type === "NO_DATA")!
        ),
        []
      )
    })
  )

  it.effect("Collar not moving needs three activity values, and a battery that is not empty", () =>
    Effect.gen(function* () {
      const { id, templates } = yield* farm
      const template = templates.find((t) => t.document.event.event_type === "POSSIBLE_IMMOBILITY")!
      const still = Effect.fnUntraced(function* (hours: number, volts: number) {
        const animal = yield* makeAnimal(id, `Still ${hours} ${volts}`)
        yield* remember(
          animal,
          status(
            0,
            hours * HOUR,
            () => 0.1,
            () => volts
          )
        )
        return (yield* tried(animal, template)).length
      })
      assert.deepStrictEqual([yield* still(2, 3.8), yield* still(3, 3.8), yield* still(3, 3.1)], [0, 1, 0])
    })
  )

  it.effect(
    "enabled, all six fire on records and ticks as they come, and the alerts of silence and stillness reach an automation with the default freshness bound",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { send } = yield* TestServer
          const { id, templates } = yield* farm
          for (const { document } of templates)
            yield* expectStatus(201, "POST", `/projects/${id}/rules`, {
              name: document.event.event_type,
              enabled: true,
              document
            })
          const HOUR_MS = HOUR * 1000,
            now = Date.now() - 30_000
          /** The newest ticks of five minutes and of an hour that are judged by now. */
          const tick = Math.floor(now / 300_000) * 300_000,
            fullHour = Math.floor(now / HOUR_MS) * HOUR_MS
          // the rules were enabled an hour ago
          yield* sql`update rule_activations set at = ${new Date(tick - HOUR_MS)}
            where rule_id in (select id from rules where project_id = ${id}::uuid)`

          const source = yield* makeSource({ project_ids: [id] })
          const collar = Effect.fnUntraced(function* (
            name: string,
            items: ReadonlyArray<readonly [at: number, record: object]>
          ) {
            const entity = yield* makeEntity(id, { name })
            const device = yield* makeDevice({
              name: `Collar of ${name}`,
              external_id: `${id} ${name}`,
              data_source_id: source.id
            })
            yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, {
              project_id: id,
              valid_from: "2020-01-01T00:00:00Z"
            })
            yield* expectStatus(201, "POST", `/projects/${id}/entity-assignments`, {
              device_id: device.id,
              entity_id: entity.id,
              valid_from: "2020-01-01T00:00:00Z"
            })
            const body = items.map(([at, record]) => ({
              device: `${id} ${name}`,
              time: new Date(at).toISOString(),
              ...record
            }))
            assert.deepInclude(
              (yield* send("POST", `/ingest/http/${source.id}`, { body, token: source.token })).body,
              { accepted: body.length, rejected: 0 }
            )
          })
          const place = (lon: number, speed_mps = 0.3) => ({ lat: 0, lon, speed_mps })
          const minute = (n: number) => now - (60 - n) * 60_000
          const hourly = (hours: number, activity: (h: number) => number) =>
            Array.from(
              { length: hours },
              (_, h) =>
                [
                  fullHour - h * HOUR_MS,
                  { measurements: { activity: activity(h), battery_voltage: 3.8 } }
                ] as const
            )
          yield* collar("Leaver", [
            [minute(0), place(0.004)],
            [minute(5), place(0.2)]
          ])
          yield* collar("Comer", [
            [minute(0), place(0.2)],
            [minute(5), place(0.004)]
          ])
          yield* collar(
            "Racer",
            [0, 15, 30, 45].map((s) => [minute(10) + s * 1000, place(0.004, s < 45 ? 12 : 1)] as const)
          )
          yield* collar("Weak", [
            [minute(0), { measurements: { battery_voltage: 3.3 } }],
            [minute(5), { measurements: { battery_voltage: 3.1 } }]
          ])
          yield* collar(
            "Still",
            hourly(3, () => 0.2)
          )
          yield* collar(
            "Told twice",
            hourly(2, () => 0.2)
          )
          yield* collar("Control", [
            ...Array.from({ length: 12 }, (_, i) => [minute(i * 5), place(0.004 + i * 1e-4)] as const),
            ...hourly(12, lively)
          ])
          yield* makeAnimal(id, "Never")
          // half a day to the second before the tick; nobody can send that now
          yield* remember(yield* makeAnimal(id, "Silent"), [{ at: tick - 12 * HOUR_MS, lon: 0.004 }])

          const receiver = yield* openReceiver()
          yield* makeAutomation(id, [{ type: "webhook", url: receiver.url }], { require_alert: true })
          yield* startWorker()
          const { stop } = yield* start("templates")
          yield* settled
          const ticked = sql<{
            n: number
          }>`select count(*)::int as n from tick_cursors where project_id = ${id}::uuid
            and ticked_to >= ${new Date(tick)}`
          yield* until(ticked, ([row]) => row!.n === PARTITIONS)
          yield* stop

          const events: ReadonlyArray<Event> = (yield* expectStatus(
            200,
            "GET",
            `/projects/${id}/events?limit=100`
          )).items
          assert.sameDeepMembers(
            events.map((e) => [e.event_type, e.entity_name, Date.parse(e.time)]),
            [
              ["GEOFENCE_EXIT", "Leaver", minute(5)],
              ["GEOFENCE_ENTER", "Comer", minute(5)],
              ["SPEED_LIMIT_VIOLATION", "Racer", minute(10) + 30_000],
              ["BATTERY_LOW", "Weak", minute(5)],
              ["NO_DATA", "Silent", tick],
              ["POSSIBLE_IMMOBILITY", "Still", fullHour]
            ]
          )
          const deliveries = yield* until(
            Effect.map(
              expectStatus(200, "GET", `/projects/${id}/deliveries?limit=100`),
              (page): ReadonlyArray<Delivery> => page.items
            ),
            (list) => list.length === 5 && list.every((d) => d.status !== "queued")
          )
          assert.deepStrictEqual(new Set(deliveries.map((d) => d.status)), new Set(["sent"]))
          const heard = receiver.requests.map((r) => JSON.parse(r.body).data)
          assert.sameMembers(
            heard.map((d) => d.event.event_type),
            ["GEOFENCE_EXIT", "SPEED_LIMIT_VIOLATION", "BATTERY_LOW", "NO_DATA", "POSSIBLE_IMMOBILITY"]
          )
          assert.isTrue(heard.every((d) => d.alert.status === "open"))
        })
      )
  )
})
