// One episode, one alert: reminders are counted on it, whatever people do with it; and what is past tells nobody.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { readFile } from "node:fs/promises"
import { v7 } from "uuid"
import { AllowPrivateWebhooks } from "../../src/api/groups/events/checkWebhookAddresses.ts"
import { engineLayer } from "../../src/roles/engine.ts"
import type { Alert } from "../../src/domain/event/Alert.ts"
import type { Event } from "../../src/domain/event/Event.ts"
import { drained, settled } from "../support/sql/lateFarm.ts"
import { openReceiver } from "../support/outside/receiver.ts"
import { serve, TestServer } from "../support/http/server.ts"
import { expectStatus, makeDevice, makeEntity, makeProject, makeSource } from "../support/http/tracking.ts"
import { makeAutomation, settled as delivered, startWorker } from "../support/http/worker.ts"

const HOUR = 3_600_000
const NOW = Math.floor(Date.now() / 60_000) * 60_000

const fast = (cooldown: number, create_alert: boolean) => ({
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
  cooldown_seconds: cooldown,
  event: { event_type: "FAST", severity: "warning", title: "{entity} is fast", create_alert }
})

const FAST = 20,
  SLOW = 1

/** A project with a rule that reminds every ten minutes, and its animals. */
const farm = Effect.fnUntraced(function* (
  names: ReadonlyArray<string>,
  config: object = {},
  withAlerts = true
) {
  const { id } = yield* makeProject()
  const source = yield* makeSource({ project_ids: [id], config })
  const rule = yield* expectStatus(201, "POST", `/projects/${id}/rules`, {
    name: "Fast",
    enabled: true,
    document: fast(600, withAlerts)
  })
  const wear = Effect.fnUntraced(function* (name: string) {
    const entity = yield* makeEntity(id, { name })
    const tag = `${id} ${name}`
    const device = yield* makeDevice({ name: tag, external_id: tag, data_source_id: source.id })
    const from = { valid_from: "2020-01-01T00:00:00Z" }
    yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, { project_id: id, ...from })
    yield* expectStatus(201, "POST", `/projects/${id}/entity-assignments`, {
      device_id: device.id,
      entity_id: entity.id,
      ...from
    })
    return { id: entity.id as string, tag, device: device.id as string }
  })
  const animals = yield* Effect.forEach(names, wear)
  return {
    id: id as string,
    rule: rule.id as string,
    source: source as { readonly id: string; readonly token: string },
    animals
  }
})
type Farm = Effect.Success<ReturnType<typeof farm>>

/** Sends fixes `[minutes after begin, speed]` of an animal and waits for the engine. */
const send = Effect.fnUntraced(function* (
  { source }: Farm,
  tag: string,
  begin: number,
  fixes: ReadonlyArray<readonly [minute: number, speed: number]>
) {
  const server = yield* TestServer
  const body = fixes.map(([minute, speed]) => ({
    device: tag,
    time: new Date(begin + minute * 60_000).toISOString(),
    lat: 0.002,
    lon: 0,
    speed_mps: speed
  }))
  const answer = yield* server.send("POST", `/ingest/http/${source.id}`, { body, token: source.token })
  assert.strictEqual(answer.status, 202)
  yield* drained
  yield* settled
})

const alertsOf = ({ id }: Farm, query = "") =>
  Effect.map(
    expectStatus(200, "GET", `/projects/${id}/alerts?limit=100${query}`),
    ({ items }): ReadonlyArray<Alert> => items
  )
const eventsOf = ({ id }: Farm) =>
  Effect.map(
    expectStatus(200, "GET", `/projects/${id}/events?limit=200`),
    ({ items }): ReadonlyArray<Event> => items.toReversed()
  )
const step = ({ id }: Farm, alert: Alert, action: string) =>
  expectStatus(200, "POST", `/projects/${id}/alerts/${alert.id}/${action}`, { note: "seen" })
const newest = (farm: Farm) => Effect.map(eventsOf(farm), (events) => events.at(-1)!)

const server = engineLayer({ tickGraceSeconds: 20, lateQuietMs: 0 }).pipe(
  Layer.provideMerge(serve()),
  Layer.provide(Layer.succeed(AllowPrivateWebhooks, true))
)

layer(server, { excludeTestServices: true, timeout: "60 seconds" })("one episode, one alert", (it) => {
  it.effect(
    "reminders are events of the alert of their episode and are counted on it; acknowledged it tells no more of them; " +
      "resolved while the condition holds, the next reminder opens one new alert",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const receiver = yield* openReceiver()
          const own = yield* farm(["Alma"])
          const { tag } = own.animals[0]!
          const actions = [{ type: "webhook", url: receiver.url }]
          yield* makeAutomation(own.id, actions, { name: "quiet" })
          yield* makeAutomation(own.id, actions, { name: "insisting", remind_acknowledged: true })
          yield* startWorker()
          const begin = NOW - HOUR
          const told = (event: Event) =>
            Effect.map(delivered(own.id, event.id, 2), (all) =>
              Object.fromEntries(all.map((d) => [d.automation_name, d.code ?? d.status]))
            )

          yield* send(own, tag, begin, [
            [0, FAST],
            [10, FAST]
          ])
          yield* send(own, tag, begin, [[20, FAST]])
          const [first, ...more] = yield* alertsOf(own)
          assert.deepStrictEqual(more, [])
          assert.deepInclude(first, {
            status: "open",
            reminder_count: 2,
            last_reminded_at: new Date(begin + 20 * 60_000).toISOString()
          })
          const events = yield* eventsOf(own)
          assert.deepStrictEqual(
            events.map((e) => [e.reminder, e.alert?.id]),
            [
              [false, first!.id],
              [true, first!.id],
              [true, first!.id]
            ]
          )
          assert.deepStrictEqual(yield* told(events[2]!), { quiet: "sent", insisting: "sent" })
          const { trace } = yield* expectStatus(200, "GET", `/projects/${own.id}/events/${events[2]!.id}`)
          assert.deepInclude(trace.steps.at(-1), {
            name: "alert",
            detail: { id: first!.id, reason: "the alert of the episode" }
          })

          yield* step(own, first!, "acknowledge")
          yield* send(own, tag, begin, [[30, FAST]])
          const quiet = yield* newest(own)
          assert.deepInclude(quiet, { reminder: true, alert: { id: first!.id, status: "acknowledged" } })
          assert.deepStrictEqual(yield* told(quiet), { quiet: "ALERT_ACKNOWLEDGED", insisting: "sent" })
          assert.strictEqual((yield* alertsOf(own)).length, 1)

          yield* step(own, first!, "resolve")
          yield* send(own, tag, begin, [
            [40, FAST],
            [50, FAST]
          ])
          yield* send(own, tag, begin, [
            [51, SLOW],
            [52, FAST]
          ])
          assert.deepStrictEqual(
            (yield* alertsOf(own)).map((a) => [a.status, a.reminder_count]).toReversed(),
            [
              ["resolved", 3],
              ["open", 1],
              ["open", 0]
            ]
          )
          const [row] = yield* alertsOf(own, "&fold=true&status=open")
          assert.strictEqual(row!.repeats?.count, 2)
          const summary = yield* expectStatus(200, "GET", `/projects/${own.id}/alerts/summary`)
          assert.strictEqual(summary.open, 2)
        })
      )
  )

  it.effect("the alert of an episode is the same in whatever order its records come", () =>
    Effect.gen(function* () {
      const track = [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50].map(
        (minute) => [minute, minute === 5 || minute === 35 ? SLOW : FAST] as const
      )
      const orders = {
        inOrder: [track],
        reversed: track.map((fix) => [fix]).toReversed(),
        beginLast: [track.slice(3), track.slice(0, 3)],
        holes: [track.filter((_, i) => i % 2 === 0), track.filter((_, i) => i % 2 === 1)]
      }
      const own = yield* farm(Object.keys(orders))
      const begin = NOW - HOUR
      for (const [i, parts] of Object.values(orders).entries())
        for (const part of parts) yield* send(own, own.animals[i]!.tag, begin, part)
      const events = (yield* eventsOf(own)).filter((e) => !e.superseded)
      const alerts = new Map((yield* alertsOf(own)).map((a) => [a.id, a]))
      const storyOf = ({ id }: { readonly id: string }) => {
        const all = events.filter((e) => e.entity_id === id).toSorted((a, b) => (a.time < b.time ? -1 : 1))
        return all.map((e) => {
          const alert = alerts.get(e.alert?.id ?? "")
          return [e.time, e.reminder, alert?.event_time, alert?.reminder_count, alert?.superseded]
        })
      }
      const [inOrder, ...others] = own.animals.map(storyOf)
      assert.strictEqual(inOrder!.filter(([, isReminder]) => isReminder === true).length, 3)
      for (const other of others) assert.deepStrictEqual(other, inOrder)
    })
  )

  it.effect("reminders of before have alerts of their own; the next is counted on the newest of them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const own = yield* farm(["Alma"])
      const { id: entity, tag } = own.animals[0]!
      const begin = NOW - HOUR
      yield* send(own, tag, begin, [
        [0, FAST],
        [10, FAST]
      ])
      const reminder = yield* newest(own)
      const old = v7()
      yield* sql`update events set episode_id = null, alert_id = null where id = ${reminder.id}::uuid`
      yield* sql`insert into alerts (id, event_id, project_id, severity, title, entity_id)
        values (${old}::uuid, ${reminder.id}::uuid, ${own.id}::uuid, 'warning', 'Alma is fast', ${entity}::uuid)`
      const migration = yield* Effect.promise(() => readFile("migrations/0057_episode_alerts.sql", "utf8"))
      for (const statement of migration.match(/^update [^;]+;/gm)!) yield* sql.unsafe(statement)
      yield* send(own, tag, begin, [[20, FAST]])
      assert.deepStrictEqual(
        (yield* eventsOf(own)).slice(1).map((e) => e.alert?.id),
        [old, old]
      )
      assert.deepStrictEqual(
        (yield* alertsOf(own)).map((a) => a.reminder_count),
        [1, 0]
      )
    })
  )
})

layer(server, { excludeTestServices: true, timeout: "60 seconds" })("alerts about the past", (it) => {
  it.effect(
    "known later than the project looks back, or of a source of history, they are resolved by the system with the " +
      "reason, tell nobody and count in no badge",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const receiver = yield* openReceiver()
          const actions = [{ type: "webhook", url: receiver.url }]
          const week = { max_event_age_seconds: 7 * 86_400 }
          const late = yield* farm(["Alma"]),
            imported = yield* farm(["Bella"], { history: true })
          for (const own of [late, imported]) yield* makeAutomation(own.id, actions, week)
          yield* startWorker()
          yield* send(late, late.animals[0]!.tag, NOW - 36 * HOUR, [
            [0, FAST],
            [10, FAST],
            [11, SLOW]
          ])
          yield* send(imported, imported.animals[0]!.tag, NOW - 2 * HOUR, [
            [0, FAST],
            [10, FAST],
            [11, SLOW]
          ])
          for (const [own, history, why] of [
            [late, "age", /36 h after it happened.*24 h/],
            [imported, "source", /import of the past/]
          ] as const) {
            const [alert, ...more] = yield* alertsOf(own)
            assert.deepStrictEqual(more, [])
            assert.deepInclude(alert, { status: "resolved", history, reminder_count: 1 })
            assert.strictEqual(alert!.resolved_at, alert!.created_at)
            assert.deepInclude(alert!.steps[0]!, { from: "open", to: "resolved" })
            assert.strictEqual(alert!.steps[0]!.actor.kind, "system")
            assert.match(alert!.steps[0]!.note!, why)
            for (const event of yield* eventsOf(own)) {
              assert.deepStrictEqual(event.alert, { id: alert!.id, status: "resolved", history })
              assert.deepStrictEqual(
                (yield* delivered(own.id, event.id)).map((d) => d.code),
                ["HISTORY"]
              )
            }
            const summary = yield* expectStatus(200, "GET", `/projects/${own.id}/alerts/summary`)
            assert.deepInclude(summary, { open: 0, acknowledged: 0, resolved_30d: 0, critical: 0 })
          }
          const [alert] = yield* alertsOf(late)
          assert.isAbove(alert!.lag_seconds, 36 * 3600)
          assert.strictEqual(receiver.requests.length, 0)
          // what goes on until now is of now
          yield* send(late, late.animals[0]!.tag, NOW - 30 * HOUR, [[0, FAST]])
          yield* send(late, late.animals[0]!.tag, NOW - 60_000, [[0, FAST]])
          assert.deepStrictEqual(
            (yield* alertsOf(late)).map((a) => [a.status, a.history]),
            [
              ["open", null],
              ["resolved", "age"],
              ["resolved", "age"]
            ]
          )
          yield* expectStatus(200, "PATCH", `/projects/${late.id}`, {
            settings: { history_after_hours: 72 }
          })
          const { tag } = late.animals[0]!
          yield* send(late, tag, NOW - 40 * HOUR, [
            [0, FAST],
            [1, SLOW]
          ])
          assert.strictEqual((yield* alertsOf(late, "&status=open")).length, 2)
        })
      )
  )

  it.effect("an event of an import that opens no alert tells nobody either, however new its record is", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const receiver = yield* openReceiver()
        const live = yield* farm(["Alma"], {}, false),
          imported = yield* farm(["Bella"], { history: true }, false)
        yield* startWorker()
        for (const [own, said] of [
          [live, "sent"],
          [imported, "HISTORY"]
        ] as const) {
          yield* makeAutomation(own.id, [{ type: "webhook", url: receiver.url }])
          yield* send(own, own.animals[0]!.tag, NOW - HOUR, [[0, FAST]])
          const event = yield* newest(own)
          assert.isNull(event.alert)
          assert.deepStrictEqual(
            (yield* delivered(own.id, event.id)).map((d) => d.code ?? d.status),
            [said]
          )
        }
        assert.strictEqual(receiver.requests.length, 1)
      })
    )
  )

  it.effect(
    "repeats of one rule and subject are one row, and pages of rows neither repeat nor miss one",
    () =>
      Effect.gen(function* () {
        const names = ["Alma", "Bella", "Cora", "Dora"]
        const own = yield* farm(names)
        const begin = NOW - HOUR
        for (let round = 0; round < 3; round++)
          for (const { tag } of own.animals.slice(0, 4 - round))
            yield* send(own, tag, begin, [
              [round * 2, FAST],
              [round * 2 + 1, SLOW]
            ])
        const rows: Array<Alert> = []
        for (let cursor = ""; ;) {
          const page = yield* expectStatus(
            200,
            "GET",
            `/projects/${own.id}/alerts?fold=true&limit=1${cursor}`
          )
          rows.push(...page.items)
          if (page.next_cursor === null) break
          cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
          // one more of an animal whose row was read: it is in front of every cursor
          if (rows.length === 2)
            yield* send(own, own.animals[0]!.tag, begin, [
              [40, FAST],
              [41, SLOW]
            ])
        }
        assert.deepStrictEqual(
          rows.map((a) => [a.entity_name, a.repeats?.count, a.repeats?.first_time]),
          [
            ["Bella", 3, new Date(begin).toISOString()],
            ["Alma", 3, new Date(begin).toISOString()],
            ["Cora", 2, new Date(begin).toISOString()],
            ["Dora", 1, new Date(begin).toISOString()]
          ]
        )
        assert.strictEqual((yield* alertsOf(own)).length, 10)
        assert.isTrue((yield* alertsOf(own)).every((a) => a.repeats === undefined))
      })
  )
})
