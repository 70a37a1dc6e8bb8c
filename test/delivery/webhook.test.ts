// Webhooks, end to end: an event over HTTP, the worker, and a real receiver.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Webhook } from "standardwebhooks"
import { AllowPrivateWebhooks } from "../../src/api/groups/events/checkWebhookAddresses.ts"
import { openReceiver, type Request } from "../support/outside/receiver.ts"
import { serve, TestServer } from "../support/http/server.ts"
import { expectStatus, makeProject } from "../support/http/tracking.ts"
import { deliveriesOf, hurry, makeAutomation, report, settled, startWorker } from "../support/http/worker.ts"
import { until } from "../support/until.ts"

const server = serve().pipe(Layer.provide(Layer.succeed(AllowPrivateWebhooks, true)))

const verify = (secret: string, { body, headers }: Request) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as {
    readonly type: string
    readonly timestamp: string
    readonly data: {
      readonly event: unknown
      readonly alert: { readonly event_id: string } | null
      readonly project: unknown
      readonly automation: unknown
      readonly delivery_id: string
    }
  }

layer(server, { excludeTestServices: true, timeout: "30 seconds" })("webhooks", (it) => {
  it.effect(
    "are signed as Standard Webhooks has it, and tell the event, its alert and where they come from",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const receiver = yield* openReceiver()
          const project = yield* makeProject()
          const automation = yield* makeAutomation(project.id, [
            { type: "webhook", url: `${receiver.url}/hook?a=1` }
          ])
          yield* startWorker()
          const event = yield* report(project.id, { create_alert: true })
          const request = yield* receiver.nth(1)
          assert.strictEqual(request.path, "/hook?a=1")
          const { data, timestamp, type } = verify(automation.actions[0].secret, request)
          const [delivery] = yield* settled(project.id, event.id)
          assert.deepInclude(delivery, {
            status: "sent",
            attempts: 1,
            code: null,
            error: null,
            target: receiver.url,
            automation_name: "Tell",
            next_attempt_at: null
          })
          assert.deepInclude(request.headers, {
            "webhook-id": delivery!.id,
            "content-type": "application/json"
          })
          assert.deepStrictEqual([type, timestamp], ["event.created", event.created_at])
          assert.deepStrictEqual(data.event, event)
          assert.strictEqual(data.alert?.event_id, event.id)
          assert.deepStrictEqual(data.project, { id: project.id, slug: project.slug, name: project.name })
          assert.deepStrictEqual(data.automation, { id: automation.id, name: "Tell" })
          assert.strictEqual(data.delivery_id, delivery!.id)
        })
      )
  )

  it.effect("leave a trace that says what, where, why and what to do, and are shown on their event", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const receiver = yield* openReceiver((response) => response.writeHead(410).end())
        const project = yield* makeProject()
        yield* makeAutomation(project.id, [{ type: "webhook", url: `${receiver.url}/secret-path` }])
        yield* startWorker()
        const event = yield* report(project.id)
        const [delivery] = yield* settled(project.id, event.id)
        assert.deepInclude(delivery, { status: "failed", code: "RECEIVER_GONE", attempts: 1 })
        const trace = yield* expectStatus(200, "GET", `/traces/${delivery!.trace_id}`)
        assert.deepInclude(trace, {
          kind: "delivery",
          status: "failed",
          code: "RECEIVER_GONE",
          event_id: event.id,
          project_id: project.id
        })
        assert.deepStrictEqual(
          trace.steps.map((s: { readonly name: string }) => s.name),
          ["event", "match", "deliver"]
        )
        assert.deepInclude(trace.steps[2].detail, {
          to: receiver.url,
          error: "the receiver answered 410",
          remedy: "The receiver answered 410, for good: correct or remove the action."
        })
        assert.notInclude(JSON.stringify(trace), "secret-path")
        assert.deepStrictEqual(
          (yield* expectStatus(200, "GET", `/projects/${project.id}/events/${event.id}`)).deliveries,
          [delivery]
        )
        assert.deepStrictEqual(
          (yield* expectStatus(200, "GET", `/projects/${project.id}/traces?kind=delivery`)).items.map(
            (t: { readonly id: string }) => t.id
          ),
          [delivery!.trace_id]
        )
      })
    )
  )

  it.effect(
    "that fail are tried again with the same webhook-id and a new timestamp, and say what they met",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const receiver = yield* openReceiver((response, _, count) =>
            response.writeHead(count < 3 ? 503 : 200).end(count < 3 ? "busy\0\n" : "")
          )
          const project = yield* makeProject()
          const automation = yield* makeAutomation(project.id, [{ type: "webhook", url: receiver.url }])
          yield* startWorker()
          const event = yield* report(project.id)
          for (const attempts of [1, 2]) {
            const [waiting] = yield* until(
              deliveriesOf(project.id, event.id),
              ([d]) =>
                d?.attempts === attempts &&
                d.code !== null &&
                Date.parse(d.next_attempt_at!) - Date.now() < 30_000
            )
            assert.deepInclude(waiting, {
              status: "queued",
              code: "RECEIVER_REFUSED",
              error: "the receiver answered 503: busy\ufffd",
              finished_at: null,
              trace_id: null
            })
            yield* hurry
          }
          const [delivery] = yield* settled(project.id, event.id)
          assert.deepInclude(delivery, { status: "sent", attempts: 3, code: null, error: null })
          assert.deepStrictEqual(
            receiver.requests.map((r) => r.headers["webhook-id"]),
            [delivery!.id, delivery!.id, delivery!.id]
          )
          for (const request of receiver.requests) verify(automation.actions[0].secret, request)
          const trace = yield* expectStatus(200, "GET", `/traces/${delivery!.trace_id}`)
          assert.deepStrictEqual(
            trace.steps.map(
              (s: { readonly name: string; readonly status: string }) => `${s.name} ${s.status}`
            ),
            ["event ok", "match ok", "attempt failed", "attempt failed", "deliver ok"]
          )
        })
      )
  )

  it.effect("are given up after ten attempts", () =>
    Effect.scoped(
      Effect.gen(function* () {
        // an attempt that is under way still tells what the one before was told
        let asked = 0
        const receiver = yield* openReceiver((response) => response.writeHead(500).end(String(++asked)))
        const told = (count: number) => `the receiver answered 500: ${count}`
        const project = yield* makeProject()
        yield* makeAutomation(project.id, [{ type: "webhook", url: receiver.url }])
        yield* startWorker()
        const event = yield* report(project.id)
        for (let count = 1; count < 10; count++) {
          yield* until(deliveriesOf(project.id, event.id), ([d]) => d?.error === told(count))
          yield* hurry
          yield* receiver.nth(count + 1)
        }
        const [delivery] = yield* settled(project.id, event.id)
        assert.deepInclude(delivery, {
          status: "failed",
          attempts: 10,
          code: "RECEIVER_REFUSED",
          error: told(10)
        })
        assert.lengthOf(receiver.requests, 10)
      })
    )
  )

  it.effect("follow no redirect", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const elsewhere = yield* openReceiver()
        const receiver = yield* openReceiver((response) =>
          response.writeHead(302, { location: elsewhere.url }).end()
        )
        const project = yield* makeProject()
        yield* makeAutomation(project.id, [{ type: "webhook", url: receiver.url }])
        yield* startWorker()
        const event = yield* report(project.id)
        const [delivery] = yield* until(
          deliveriesOf(project.id, event.id),
          ([d]) => d?.code === "RECEIVER_REFUSED"
        )
        assert.strictEqual(delivery!.error, "the receiver answered 302 (redirects are not followed)")
        assert.lengthOf(elsewhere.requests, 0)
      })
    )
  )

  it.effect("wait as long as the receiver asks", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const receiver = yield* openReceiver((response) =>
          response.writeHead(429, { "retry-after": "1800" }).end()
        )
        const project = yield* makeProject()
        yield* makeAutomation(project.id, [{ type: "webhook", url: receiver.url }])
        yield* startWorker()
        const event = yield* report(project.id)
        const [delivery] = yield* until(
          deliveriesOf(project.id, event.id),
          ([d]) => d?.code === "RECEIVER_REFUSED"
        )
        assert.approximately(Date.parse(delivery!.next_attempt_at!) - Date.now(), 1_800_000, 20_000)
      })
    )
  )

  it.effect("200 with an endless body: read at most 64 KiB", () =>
    Effect.scoped(
      Effect.gen(function* () {
        let written = 0
        const receiver = yield* openReceiver((response) => {
          response.writeHead(200)
          const chunk = Buffer.alloc(16 * 1024, "x")
          const more = () => {
            while (!response.destroyed && response.write(chunk)) written += chunk.length
            written += chunk.length
            response.once("drain", more)
          }
          more()
        })
        const project = yield* makeProject()
        yield* makeAutomation(project.id, [{ type: "webhook", url: receiver.url }])
        yield* startWorker()
        const event = yield* report(project.id)
        assert.deepInclude((yield* settled(project.id, event.id))[0], { status: "sent", attempts: 1 })
        assert.isBelow(written, 16 * 1024 * 1024) // what the buffers of two kernels took
      })
    )
  )

  it.effect("to a receiver that never answers hold up no other receiver", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const stuck = yield* openReceiver(() => {})
        const well = yield* openReceiver()
        const project = yield* makeProject()
        yield* makeAutomation(project.id, [{ type: "webhook", url: stuck.url }], { name: "stuck" })
        yield* makeAutomation(project.id, [{ type: "webhook", url: well.url }], { name: "well" })
        yield* startWorker()
        for (let n = 0; n < 12; n++) yield* report(project.id, { title: `wolf ${n}` })
        yield* well.nth(12)
        assert.lengthOf(stuck.requests, 4) // no more than four at a time
      })
    )
  )

  it.effect("sign with the new secret and the one before for a day after a change", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const receiver = yield* openReceiver()
        const project = yield* makeProject()
        const given = `whsec_${Buffer.alloc(24, 7).toString("base64")}`
        const made = yield* makeAutomation(project.id, [
          { type: "webhook", url: receiver.url, secret: given }
        ])
        assert.strictEqual(made.actions[0].secret, given)
        const rotated = yield* expectStatus(
          200,
          "POST",
          `/projects/${project.id}/automations/${made.id}/actions/${made.actions[0].id}/rotate-secret`
        )
        assert.match(rotated.actions[0].secret, /^whsec_/)
        assert.notStrictEqual(rotated.actions[0].secret, given)
        yield* startWorker()
        yield* report(project.id)
        const request = yield* receiver.nth(1)
        assert.strictEqual(verify(given, request).type, "event.created")
        assert.strictEqual(verify(rotated.actions[0].secret, request).type, "event.created")
        assert.throws(
          () => verify(`whsec_${Buffer.alloc(24, 8).toString("base64")}`, request),
          "No matching signature found"
        )
      })
    )
  )

  it.effect("go where the action says now, when they are sent again", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const wrong = yield* openReceiver((response) => response.writeHead(410).end())
        const right = yield* openReceiver()
        const { send } = yield* TestServer
        const project = yield* makeProject()
        const made = yield* makeAutomation(project.id, [{ type: "webhook", url: wrong.url }])
        yield* startWorker()
        const event = yield* report(project.id)
        const [failed] = yield* settled(project.id, event.id)
        const changed = yield* expectStatus(200, "PATCH", `/projects/${project.id}/automations/${made.id}`, {
          actions: [{ id: made.actions[0].id, type: "webhook", url: right.url }]
        })
        assert.deepStrictEqual(changed.actions, [{ id: made.actions[0].id, type: "webhook", url: right.url }])
        const again = yield* send("POST", `/projects/${project.id}/deliveries/${failed!.id}/redeliver`)
        assert.strictEqual(again.status, 202)
        assert.deepInclude(again.body, {
          id: failed!.id,
          attempts: 0,
          code: null,
          error: null,
          finished_at: null,
          target: right.url
        })
        const request = yield* right.nth(1)
        assert.strictEqual(request.headers["webhook-id"], failed!.id)
        assert.strictEqual(verify(made.actions[0].secret, request).data.delivery_id, failed!.id)
        assert.deepInclude((yield* settled(project.id, event.id))[0], {
          id: failed!.id,
          status: "sent",
          attempts: 1
        })
      })
    )
  )
})
