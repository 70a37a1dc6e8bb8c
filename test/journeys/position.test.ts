// One position from the collar to the ranger who deals with it; and a service that is asked to leave while
// collars report.
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Alert } from "../../src/domain/event/Alert.ts"
import type { Event } from "../../src/domain/event/Event.ts"
import type { ListedTrace, ProcessingTrace } from "../../src/domain/event/ProcessingTrace.ts"
import { emptyHistory, sendAll } from "../chaos/customer.ts"
import { prepareField, promisesOf } from "../chaos/field.ts"
import { awaitQuiet, checkInvariants } from "../chaos/invariants.ts"
import { chance } from "../chaos/chance.ts"
import { everythingLab } from "../chaos/lab.ts"
import { startService } from "../support/processes/service.ts"
import { freePort, temporaryDirectory } from "../support/machine.ts"
import { listen, makeClient, type Message, until } from "./client.ts"
import { addCollar, addFence, addRule, makeHerd, send } from "./herd.ts"
import { STORY } from "../support/stories.ts"

interface Template {
  readonly key: string
  readonly document: object
}

describe.runIf(process.platform === "linux")("the journey of a position", () => {
  it.live(
    "a position over HTTP becomes an event, an alert and a trace, live and after the fact, and a person deals with it",
    () =>
      Effect.gen(function* () {
        const service = yield* startService({ directory: yield* temporaryDirectory, analyses: false })
        const client = makeClient(service)
        const herd = yield* makeHerd(client, "north")
        const { deviceId, entityId } = yield* addCollar(client, herd, "Alma")
        const home = yield* addFence(client, herd, "Home", [
          [
            [14, 51],
            [14.1, 51],
            [14.1, 51.1],
            [14, 51.1],
            [14, 51]
          ]
        ])
        const templates = yield* client.all<Template>(`/projects/${herd.projectId}/rules/templates`)
        const rule = yield* addRule(
          client,
          herd,
          "Geofence exit",
          templates.find((t) => t.key === "geofence_exit")!.document
        )
        const heard: Array<Message> = []
        yield* listen(service, herd.projectId, "0", heard)

        const minuteAgo = new Date(Date.now() - 60_000).toISOString(),
          now = new Date().toISOString()
        const sent = yield* send(client, herd, [
          { device: "Alma", time: minuteAgo, lon: 14.05, lat: 51.05 },
          { device: "Alma", time: now, lon: 14.25, lat: 51.05 }
        ])
        assert.strictEqual(sent.status, 202)
        assert.deepInclude(sent.body, { accepted: 2, duplicates: 0, rejected: 0 })

        const path = `/projects/${herd.projectId}`
        const [event] = yield* until(
          "the event",
          client.all<Event>(`${path}/events`),
          (events) => events.length > 0
        )
        assert.deepInclude(event, {
          event_type: "GEOFENCE_EXIT",
          severity: "warning",
          title: "Alma left Home",
          time: now,
          sample_time: now,
          entity_id: entityId,
          entity_name: "Alma",
          device_id: deviceId,
          feature_id: home,
          rule_id: rule,
          rule_version: 1,
          late: false,
          reminder: false,
          superseded: false
        })
        assert.deepStrictEqual(
          [event!.geometry, event!.source],
          [
            { type: "Point", coordinates: [14.25, 51.05] },
            { kind: "rule", id: rule, name: "Geofence exit" }
          ]
        )

        const page = yield* client.get<{
          event: Event
          alert: Alert
          deliveries: ReadonlyArray<unknown>
          trace: ProcessingTrace
        }>(`${path}/events/${event!.id}`)
        assert.deepStrictEqual([page.event, page.deliveries], [event, []])
        assert.deepInclude(page.alert, {
          event_id: event!.id,
          status: "open",
          severity: "warning",
          title: "Alma left Home",
          entity_id: entityId,
          steps: []
        })
        assert.deepInclude(page.trace, {
          id: event!.trace_id!,
          kind: "rule",
          status: "ok",
          entity_id: entityId,
          rule_id: rule,
          event_id: event!.id,
          alert_id: page.alert.id
        })
        const [listed, ...others] = yield* client.all<ListedTrace>(`${path}/traces?kind=rule`)
        assert.deepStrictEqual(others, [])
        assert.strictEqual(listed!.decisive?.name, "event")
        const names = {
          data_source_name: null,
          device_name: "Collar of Alma",
          entity_name: "Alma",
          rule_name: "Geofence exit"
        }
        const { decisive: _, ...told } = listed!
        assert.deepStrictEqual(told, { ...page.trace, ...names })
        const positions = yield* client.all<{ time: string; trace_id: string | null }>(
          `${path}/positions?entity_id=${entityId}`
        )
        assert.deepStrictEqual(
          positions.map((p) => [p.time, p.trace_id]),
          [
            [now, event!.trace_id],
            [minuteAgo, null]
          ]
        )

        const [open] = yield* client.all<Alert>(`${path}/alerts?status=open`)
        assert.deepStrictEqual(open, page.alert)
        const handle = (action: string, note?: string) =>
          client.ask<Alert>(
            "POST",
            `${path}/alerts/${open!.id}/${action}`,
            note === undefined ? {} : { note }
          )
        const acknowledged = yield* handle("acknowledge", "on my way")
        assert.deepStrictEqual([acknowledged.status, acknowledged.body.status], [200, "acknowledged"])
        assert.deepStrictEqual(
          acknowledged.body.steps.map((s) => [s.from, s.to, s.note]),
          [["open", "acknowledged", "on my way"]]
        )
        const again = yield* handle("acknowledge", "me too")
        assert.deepStrictEqual([again.status, again.body.steps], [200, acknowledged.body.steps])
        assert.strictEqual((yield* handle("reopen", "back to open")).status, 409)
        assert.strictEqual((yield* handle("resolve")).body.status, "resolved")
        assert.strictEqual((yield* handle("reopen")).status, 422)
        assert.strictEqual(
          (yield* client.get<{ alert: Alert }>(`${path}/events/${event!.id}`)).alert.status,
          "resolved"
        )

        yield* until("the live stream", Effect.succeed(heard), (all) => all.length >= 5)
        assert.deepStrictEqual(
          heard.map((m) => [m.event, m.data.id]),
          [
            ["rule.updated", rule],
            ["event.created", event!.id],
            ["alert.created", open!.id],
            ["alert.updated", open!.id],
            ["alert.updated", open!.id]
          ]
        )
      }),
    120_000
  )

  it.live(
    "SIGTERM while collars report: it leaves with 0 within 5 s, with no postgres behind it and nothing acknowledged lost",
    () =>
      Effect.gen(function* () {
        const lab = yield* everythingLab
        const service = yield* lab.start(yield* freePort)
        const client = makeClient(service)
        const field = yield* prepareField(client, 7, chance(7), { animals: 10, fixes: 45 })
        const history = emptyHistory()
        yield* listen(service, field.herd.projectId, "0", []) // somebody watches, and does not hang up

        const leave = Effect.gen(function* () {
          while (history.acknowledged.length < 250) yield* Effect.sleep("2 millis")
          const ending = yield* service.stop
          const clean = yield* lab.isClean
          return { ending, clean, next: yield* lab.start(service.port) }
        })
        const [{ clean, ending }] = yield* Effect.all(
          [
            leave,
            Effect.forEach(
              field.senders,
              (batches, i) => sendAll(client, field.herd, batches, history, chance(i)),
              { concurrency: "unbounded", discard: true }
            )
          ],
          { concurrency: "unbounded" }
        )
        assert.strictEqual(ending.code, 0, service.output().slice(-2000))
        assert.isBelow(ending.milliseconds, 5000)
        assert.isTrue(clean, "a process of PostgreSQL is left")
        assert.deepStrictEqual(history.complaints, [])
        assert.deepStrictEqual(
          yield* lab.look(Effect.andThen(awaitQuiet, checkInvariants(promisesOf(field, history)))),
          []
        )
      }),
    { ...STORY, timeout: 120_000 }
  )
})
