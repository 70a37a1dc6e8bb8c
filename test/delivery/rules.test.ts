// From a record to a message: what a rule finds reaches an automation with its alert, and what an upload of
// the past finds does not.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AllowPrivateWebhooks } from "../../src/api/groups/events/checkWebhookAddresses.ts"
import { engineLayer } from "../../src/roles/engine.ts"
import { addFence, addRule, ingest, makeFarm } from "../support/sql/farm.ts"
import { openReceiver } from "../support/outside/receiver.ts"
import { serve } from "../support/http/server.ts"
import { expectStatus } from "../support/http/tracking.ts"
import { makeAutomation, settled, startWorker } from "../support/http/worker.ts"
import { until } from "../support/until.ts"

const exit = {
  trigger: { kind: "position" },
  scope: {},
  conditions: { type: "spatial", relation: "exit", feature_type: "geofence" },
  event: {
    event_type: "GEOFENCE_EXIT",
    severity: "warning",
    title: "{entity} left {feature}",
    create_alert: true
  }
} as const

const server = engineLayer({ tickGraceSeconds: 20 }).pipe(
  Layer.provideMerge(serve()),
  Layer.provide(Layer.succeed(AllowPrivateWebhooks, true))
)

layer(server, { excludeTestServices: true, timeout: "60 seconds" })("an automation", (it) => {
  it.effect(
    "is told of what a rule found, with the alert; of a week of history it is not, and says why",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const receiver = yield* openReceiver()
          const [farm, past] = [yield* makeFarm, yield* makeFarm]
          for (const each of [farm, past]) {
            yield* addFence(each, "Home", 0)
            yield* addRule(each, "Exit", exit)
            yield* makeAutomation(each.project, [{ type: "webhook", url: receiver.url }], {
              require_alert: true,
              event_types: ["GEOFENCE_EXIT"]
            })
          }
          yield* startWorker()
          const now = Date.now(),
            hour = 3_600_000
          yield* ingest(
            past,
            Array.from({ length: 7 * 24 }, (_, n) => ({
              at: now - (8 * 24 - n) * hour,
              lon: n % 2 === 0 ? 0 : 5
            }))
          )
          yield* ingest(farm, [
            { at: now - 60_000, lon: 0 },
            { at: now - 1000, lon: 5 }
          ])
          const { data } = JSON.parse((yield* receiver.nth(1)).body)
          assert.deepInclude(data.event, {
            project_id: farm.project,
            event_type: "GEOFENCE_EXIT",
            title: "Alma left Home",
            severity: "warning"
          })
          assert.deepInclude(data.alert, { event_id: data.event.id, status: "open", title: "Alma left Home" })
          assert.strictEqual((yield* settled(farm.project, data.event.id))[0]!.status, "sent")
          const skipped = yield* until(
            expectStatus(200, "GET", `/projects/${past.project}/deliveries?limit=500`),
            ({ items }) => items.length === 84
          )
          assert.deepStrictEqual(
            [
              ...new Set(
                skipped.items.map(
                  (d: { readonly status: string; readonly code: string }) => `${d.status} ${d.code}`
                )
              )
            ],
            ["skipped STALE"]
          )
          assert.lengthOf(receiver.requests, 1)
        })
      )
  )
})
