// A collar that was out of reach for a week is read out at last: whenever its log comes, the same things have
// happened, and nobody is woken for what happened days ago.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AllowPrivateWebhooks } from "../../src/api/groups/events/checkWebhookAddresses.ts"
import { engineLayer } from "../../src/roles/engine.ts"
import type { Delivery } from "../../src/domain/automation/Delivery.ts"
import { DEFAULT_MAX_EVENT_AGE_SECONDS } from "../../src/domain/automation/Automation.ts"
import type { Event } from "../../src/domain/event/Event.ts"
import { drained, settled } from "../support/sql/lateFarm.ts"
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

const HOUR = 3_600_000,
  WEEK = 168,
  DAY = 24
/** The full hour of now, on which the newest fix lies. */
const NOW = Math.floor(Date.now() / HOUR) * HOUR

const rules = [
  {
    trigger: { kind: "position" },
    conditions: { type: "spatial", relation: "exit" },
    event: { event_type: "LEFT", title: "{entity} left {feature}", create_alert: true }
  },
  {
    trigger: { kind: "position" },
    conditions: { type: "spatial", relation: "enter" },
    for_seconds: 5400,
    event: { event_type: "STAYED", title: "{entity} stays in {feature}" }
  },
  {
    trigger: { kind: "position" },
    conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
    cooldown_seconds: 7200,
    event: { event_type: "FAST", title: "{entity} at {value} km/h", create_alert: true }
  },
  {
    trigger: { kind: "measurement", metric_key: "battery_voltage" },
    conditions: {
      type: "window",
      metric: "battery_voltage",
      aggregate: "avg",
      seconds: 21_600,
      op: "<",
      value: 3.5,
      min_samples: 4
    },
    event: { event_type: "LOW", title: "{entity}: {value} V", create_alert: true }
  }
]

/** An hour of the animal's walk, in and out of the fence, now and then at a run. */
const hour = (device: string, h: number) => ({
  device,
  time: new Date(NOW - (WEEK + DAY - 1 - h) * HOUR).toISOString(),
  lat: 0.002,
  lon: (h * h) % 7 < 4 ? 0.005 : 1,
  speed_mps: (h * h) % 11 < 3 ? 20 : 1,
  measurements: { battery_voltage: 3.5 + Math.sin(h / 5) / 4 }
})
type Item = ReturnType<typeof hour>

/** When the animal ran, from the track alone: episodes from the first fix at a run to the next at rest. */
const runs = () => {
  const fast = (h: number) => h >= 0 && h < WEEK + DAY && hour("", h).speed_mps === 20
  return Array.from({ length: WEEK + DAY }, (_, h) => h)
    .filter((h) => fast(h) && !fast(h - 1))
    .map((from) => {
      let to = from
      while (fast(to)) to++
      return {
        time: hour("", from).time,
        ...(to === WEEK + DAY
          ? { ended_at: null, duration_seconds: null }
          : { ended_at: hour("", to).time, duration_seconds: (to - from) * 3600 })
      }
    })
}

const orders: Readonly<
  Record<
    string,
    (week: ReadonlyArray<Item>, newer: ReadonlyArray<Item>) => ReadonlyArray<ReadonlyArray<Item>>
  >
> = {
  before: (week, newer) => [week, newer],
  after: (week, newer) => [newer, week],
  // newest pieces of the log first, and one of them twice
  interleaved: (week, newer) =>
    Array.from({ length: 6 }, (_, i) => [
      newer.slice(i * 4, i * 4 + 4),
      week.slice((5 - i) * 28, (6 - i) * 28),
      ...(i === 3 ? [week.slice(0, 100)] : [])
    ]).flat()
}

const farm = Effect.gen(function* () {
  const { id } = yield* makeProject()
  yield* expectStatus(201, "POST", `/projects/${id}/features`, {
    feature_type: "geofence",
    name: "Home",
    geometry: square(0, -0.005)
  })
  const source = yield* makeSource({ project_ids: [id] })
  for (const [i, document] of rules.entries())
    yield* expectStatus(201, "POST", `/projects/${id}/rules`, { name: `Rule ${i}`, enabled: true, document })
  const animals = yield* Effect.forEach(
    Object.keys(orders),
    Effect.fnUntraced(function* (name) {
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
      return { name, id: entity.id as string, tag: `${id} ${name}` }
    })
  )
  return { id: id as string, source: source as { readonly id: string; readonly token: string }, animals }
})

const all = Effect.fnUntraced(function* <T>(path: string) {
  const items: Array<T> = []
  for (let cursor = ""; ;) {
    const page: { readonly items: ReadonlyArray<T>; readonly next_cursor: string | null } =
      yield* expectStatus(200, "GET", `${path}&limit=200${cursor}`)
    items.push(...page.items)
    if (page.next_cursor === null) return items
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
})

const server = engineLayer({ tickGraceSeconds: 20, lateQuietMs: 0 }).pipe(
  Layer.provideMerge(serve()),
  Layer.provide(Layer.succeed(AllowPrivateWebhooks, true))
)

layer(server, { excludeTestServices: true, timeout: "60 seconds" })(
  "a week of hourly fixes, read out",
  (it) => {
    it.effect(
      "before, after and interleaved with newer data ends in the same set of valid events; automations skip the old ones",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { send } = yield* TestServer
            const receiver = yield* openReceiver()
            const { animals, id, source } = yield* farm
            yield* makeAutomation(id, [{ type: "webhook", url: receiver.url }])
            yield* startWorker()

            for (const { name, tag } of animals) {
              const hours = Array.from({ length: WEEK + DAY }, (_, h) => hour(tag, h))
              for (const items of orders[name]!(hours.slice(0, WEEK), hours.slice(WEEK))) {
                assert.strictEqual(
                  (yield* send("POST", `/ingest/http/${source.id}`, { body: items, token: source.token }))
                    .status,
                  202
                )
                yield* drained
              }
            }
            yield* settled

            const events = yield* all<Event>(`/projects/${id}/events?`)
            const valid = (animal: string) =>
              events
                .filter((e) => e.entity_name === animal && !e.superseded)
                .map(
                  ({
                    ended_at,
                    duration_seconds,
                    event_type,
                    reminder,
                    rule_version,
                    sample_time,
                    time,
                    title
                  }) => ({
                    time,
                    event_type,
                    reminder,
                    rule_version,
                    sample_time,
                    ended_at,
                    duration_seconds,
                    title: title.replace(animal, "")
                  })
                )
                .sort((a, b) =>
                  a.time < b.time || (a.time === b.time && a.event_type < b.event_type) ? -1 : 1
                )
            const before = valid("before")
            assert.deepStrictEqual(
              new Set(before.map((e) => e.event_type)),
              new Set(["LEFT", "STAYED", "FAST", "LOW"])
            )
            assert.isAbove(before.length, 60)
            assert.deepStrictEqual(
              before
                .filter((e) => e.event_type === "FAST" && !e.reminder)
                .map(({ duration_seconds, ended_at, time }) => ({ time, ended_at, duration_seconds })),
              runs()
            )
            assert.deepStrictEqual(valid("after"), before)
            assert.deepStrictEqual(valid("interleaved"), before)
            const late = (animal: string) => events.filter((e) => e.entity_name === animal && e.late).length
            assert.deepStrictEqual(
              [late("before"), late("after") > 50, late("interleaved") > 50],
              [0, true, true]
            )

            const deliveries = yield* until(
              all<Delivery>(`/projects/${id}/deliveries?`),
              (list) => list.length === events.length && list.every((d) => d.status !== "queued")
            )
            const told = new Map(deliveries.map((d) => [d.event_id, d]))
            for (const { created_at, id, time } of events) {
              const isOld = Date.parse(created_at) - Date.parse(time) > DEFAULT_MAX_EVENT_AGE_SECONDS * 1000,
                { code, status } = told.get(id)!
              assert.deepStrictEqual(
                [status, code],
                isOld ? ["skipped", "STALE"] : ["sent", null],
                `${time} found at ${created_at}`
              )
            }
            const sent = deliveries.filter((d) => d.status === "sent")
            assert.isAbove(sent.length, 0)
            assert.sameMembers(
              receiver.requests.map((r) => JSON.parse(r.body).data.event.id),
              sent.map((d) => d.event_id)
            )
            const [skipped] = deliveries.filter((d) => d.status === "skipped")
            assert.match(skipped!.error ?? "", /older|old/u)
          })
        )
    )
  }
)
