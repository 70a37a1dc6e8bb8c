// Tests of automations, end to end: asked for over HTTP, sent by the worker, received by a real mail server and
// a real receiver.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Webhook } from "standardwebhooks"
import { AllowPrivateWebhooks } from "../../src/api/groups/events/checkWebhookAddresses.ts"
import type { Delivery } from "../../src/domain/automation/Delivery.ts"
import { serve } from "../support/http/server.ts"
import { expectStatus, makeProject } from "../support/http/tracking.ts"
import { makeAutomation, startWorker } from "../support/http/worker.ts"
import { openMailServer } from "../support/outside/mailServer.ts"
import { openReceiver } from "../support/outside/receiver.ts"
import { until } from "../support/until.ts"

const server = serve().pipe(Layer.provide(Layer.succeed(AllowPrivateWebhooks, true)))

const addressOf = (projectId: string, automationId: string) =>
  `/projects/${projectId}/automations/${automationId}/test`

/** The deliveries of an automation, once none of them waits. */
const settled = (projectId: string, automationId: string, count: number) =>
  until(
    Effect.map(
      expectStatus(200, "GET", `/projects/${projectId}/deliveries?automation_id=${automationId}`),
      ({ items }): ReadonlyArray<Delivery> => items
    ),
    (items) => items.length === count && items.every((d) => d.status !== "queued")
  )

layer(server, { excludeTestServices: true, timeout: "30 seconds" })("a test of an automation", (it) => {
  it.effect("reaches each receiver, says that it is no alarm, and leaves deliveries without an event", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const receiver = yield* openReceiver()
        const mail = yield* openMailServer()
        const project = yield* makeProject({ name: "North range" })
        const automation = yield* makeAutomation(
          project.id,
          [
            { type: "webhook", url: `${receiver.url}/hook` },
            { type: "email", to: ["ranger@example.org", "stranger@example.org"] }
          ],
          { enabled: false }
        )
        yield* startWorker({
          smtpUrl: `smtp://127.0.0.1:${mail.port}`,
          mailFrom: "pugmark@farm.example",
          mailAllowList: ["ranger@example.org"]
        })
        const asked = yield* expectStatus(202, "POST", addressOf(project.id, automation.id))
        assert.lengthOf(asked.deliveries, 3)

        const request = yield* receiver.nth(1)
        const told = new Webhook(automation.actions[0].secret).verify(
          request.body,
          request.headers as Record<string, string>
        )
        const delivered = yield* settled(project.id, automation.id, 3),
          of = (target: string) => delivered.find((d) => d.target === target)
        assert.deepStrictEqual(told, {
          type: "automation.tested",
          timestamp: (told as { readonly timestamp: string }).timestamp,
          data: {
            project: { id: project.id, slug: project.slug, name: "North range" },
            automation: { id: automation.id, name: "Tell" },
            delivery_id: of(receiver.url)!.id
          }
        })
        assert.deepInclude(of(receiver.url), { status: "sent", event_id: null, attempts: 1 })
        assert.deepInclude(of("ranger@example.org"), { status: "sent", event_id: null })
        // the allow list of developers, in its words
        assert.deepInclude(of("stranger@example.org"), {
          status: "skipped",
          code: "MAIL_NOT_ALLOWED",
          error: "stranger@example.org is not on the allow list"
        })
        const [letter] = yield* until(
          Effect.sync(() => mail.mails),
          (all) => all.length === 1
        )
        assert.match(letter!.raw, /^\[North range\] Test, no alarm: "Tell" reaches you\r$/mu)
        assert.include(letter!.raw.replaceAll("=\r\n", ""), "Nothing happened, and nothing is to be done.")

        const trace = yield* expectStatus(200, "GET", `/traces/${of(receiver.url)!.trace_id}`)
        assert.deepInclude(trace.steps[0], { name: "test", status: "ok" })
        const [made] = yield* sql<{ events: number; audited: number }>`
          select (select count(*)::int from events where project_id = ${project.id}::uuid) as events,
            (select count(*)::int from audit_log
              where project_id = ${project.id}::uuid and action = 'automation.tested') as audited`
        assert.deepStrictEqual(made, { events: 0, audited: 1 })
      })
    )
  )

  it.effect("that fails is tried once, says why, and is no matter that needs attention", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const receiver = yield* openReceiver((response) => response.writeHead(500).end("down"))
        const project = yield* makeProject()
        const automation = yield* makeAutomation(project.id, [{ type: "webhook", url: receiver.url }])
        yield* startWorker()
        yield* expectStatus(202, "POST", addressOf(project.id, automation.id))
        const [delivery] = yield* settled(project.id, automation.id, 1)
        assert.deepInclude(delivery, {
          status: "failed",
          code: "RECEIVER_REFUSED",
          attempts: 1,
          error: "the receiver answered 500: down"
        })
        assert.lengthOf(receiver.requests, 1)
        const { items } = yield* expectStatus(200, "GET", `/projects/${project.id}/needs-attention`)
        assert.deepStrictEqual(items, [])
        const again = yield* expectStatus(202, "POST", `/projects/${project.id}/deliveries/redeliver`, {
          automation_id: automation.id,
          status: "failed",
          since: "2020-01-01T00:00:00Z"
        })
        assert.strictEqual(again.count, 0, "tests are not sent again with what failed")
      })
    )
  )

  it.effect("is asked for six times a minute in a project, and of an automation of that project", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const [one, other] = yield* Effect.forEach(["One", "Other"], (name) =>
        makeAutomation(project.id, [{ type: "email", to: "ranger@example.org" }], { name })
      )
      for (const { id } of [one, other, one, other, one, other])
        yield* expectStatus(202, "POST", addressOf(project.id, id))
      const refused = yield* expectStatus(429, "POST", addressOf(project.id, one.id))
      assert.strictEqual(refused.code, "TOO_MANY_TESTS")
      assert.match(refused.detail, /^A project may have 6 tests a minute: try again in \d{1,2} s\.$/u)
      const elsewhere = yield* makeProject()
      yield* expectStatus(404, "POST", addressOf(elsewhere.id, one.id))
    })
  )
})
