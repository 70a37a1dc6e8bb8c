// Deliveries over HTTP: listed, filtered, looked up, and sent again.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeProject, NOBODY } from "../../../support/http/tracking.ts"
import { deliveriesOf, makeAutomation, report, startWorker } from "../../../support/http/worker.ts"
import { until } from "../../../support/until.ts"

/** A delivery that ended so, without a worker. */
const ended = Effect.fnUntraced(function* (
  projectId: string,
  eventId: string,
  automation: { readonly id: string; readonly actions: ReadonlyArray<{ readonly id: string }> },
  status: string
) {
  const sql = yield* SqlClient.SqlClient
  const id = v7()
  yield* sql`insert into deliveries (id, project_id, event_id, automation_id, automation_name, action_id,
    action_type, target, lane, status, code, error, attempts, finished_at)
    values (${id}::uuid, ${projectId}::uuid, ${eventId}::uuid, ${automation.id}::uuid, 'Tell',
      ${automation.actions[0]!.id}::uuid, 'email', ${v7()}, 'email', ${status},
      ${status === "failed" ? "UNREACHABLE" : null}, ${status === "failed" ? "x" : null}, 3,
        ${status === "queued" ? null : new Date()}::timestamptz)`
  return id
})

const mail = [{ type: "email", to: ["ranger@example.org"] }]

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("deliveries", (it) => {
  it.effect("are listed newest first, and filtered by status, event and automation", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const [tell, other] = [yield* makeAutomation(id, mail), yield* makeAutomation(id, mail)]
      const [one, two] = [yield* report(id), yield* report(id)]
      const sent = yield* ended(id, one.id, tell, "sent")
      const failed = yield* ended(id, two.id, tell, "failed")
      const queued = yield* ended(id, two.id, other, "queued")
      const list = (query: string) =>
        Effect.map(expectStatus(200, "GET", `/projects/${id}/deliveries${query}`), ({ items }) =>
          items.map((d: { readonly id: string }) => d.id)
        )
      assert.deepStrictEqual(yield* list(""), [queued, failed, sent])
      assert.deepStrictEqual(yield* list("?status=failed"), [failed])
      assert.deepStrictEqual(yield* list(`?event_id=${two.id}`), [queued, failed])
      assert.deepStrictEqual(yield* list(`?automation_id=${tell.id}`), [failed, sent])
      assert.deepStrictEqual(yield* list(`?automation_id=${tell.id}&event_id=${two.id}&status=sent`), [])
      const first = yield* expectStatus(200, "GET", `/projects/${id}/deliveries?limit=2`)
      assert.deepStrictEqual(
        (yield* expectStatus(
          200,
          "GET",
          `/projects/${id}/deliveries?limit=2&cursor=${first.next_cursor}`
        )).items.map((d: { readonly id: string }) => d.id),
        [sent]
      )
      yield* expectStatus(422, "GET", `/projects/${id}/deliveries?status=lost`)
      yield* expectStatus(422, "GET", `/projects/${id}/deliveries?event_id=x`)
      assert.deepInclude(yield* expectStatus(200, "GET", `/projects/${id}/deliveries/${failed}`), {
        id: failed,
        status: "failed",
        code: "UNREACHABLE",
        error: "x",
        attempts: 3,
        next_attempt_at: null,
        automation_id: tell.id,
        event_title: "A wolf"
      })
      assert.isNotNull(
        (yield* expectStatus(200, "GET", `/projects/${id}/deliveries/${queued}`)).next_attempt_at
      )
    })
  )

  it.effect("of another project, and those that are none, are not found", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* makeProject(), yield* makeProject()]
      const event = yield* report(one.id)
      const delivery = yield* ended(one.id, event.id, yield* makeAutomation(one.id, mail), "failed")
      for (const id of [delivery, NOBODY, "x"]) {
        yield* expectStatus(404, "GET", `/projects/${other.id}/deliveries/${id}`)
        yield* expectStatus(404, "POST", `/projects/${other.id}/deliveries/${id}/redeliver`)
      }
      assert.deepStrictEqual(
        (yield* expectStatus(200, "GET", `/projects/${other.id}/deliveries?event_id=${event.id}`)).items,
        []
      )
    })
  )

  it.effect("that ended are sent again on request; one that waits is 409 with its status", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* makeProject()
      const automation = yield* makeAutomation(id, mail)
      const event = yield* report(id)
      for (const status of ["sent", "failed", "skipped"]) {
        const delivery = yield* ended(id, event.id, automation, status)
        const again = yield* send("POST", `/projects/${id}/deliveries/${delivery}/redeliver`)
        assert.strictEqual(again.status, 202)
        assert.deepInclude(again.body, {
          id: delivery,
          status: "queued",
          attempts: 0,
          code: null,
          error: null,
          finished_at: null
        })
        const refused = yield* send("POST", `/projects/${id}/deliveries/${delivery}/redeliver`)
        assert.deepStrictEqual(
          [refused.status, refused.body.code, refused.body.current_status],
          [409, "DELIVERY_QUEUED", "queued"]
        )
        const entries = yield* sql<{
          action: string
          detail: unknown
        }>`select action, detail from audit_log where object_id = ${delivery}`
        assert.deepStrictEqual(entries, [{ action: "delivery.redelivered", detail: { was: status } }])
      }
    })
  )

  it.effect("of an automation or an action that is gone are not sent again", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { id } = yield* makeProject()
      const automation = yield* makeAutomation(id, mail)
      const event = yield* report(id)
      const delivery = yield* ended(id, event.id, automation, "failed")
      yield* expectStatus(200, "PATCH", `/projects/${id}/automations/${automation.id}`, { actions: mail })
      const without = yield* send("POST", `/projects/${id}/deliveries/${delivery}/redeliver`)
      assert.deepStrictEqual(
        [without.status, without.body.code, without.body.current_status],
        [409, "ACTION_REMOVED", "failed"]
      )
      yield* expectStatus(204, "DELETE", `/projects/${id}/automations/${automation.id}`)
      const gone = yield* send("POST", `/projects/${id}/deliveries/${delivery}/redeliver`)
      assert.deepStrictEqual([gone.status, gone.body.code], [409, "AUTOMATION_REMOVED"])
      assert.deepInclude(yield* expectStatus(200, "GET", `/projects/${id}/deliveries/${delivery}`), {
        automation_id: null,
        automation_name: "Tell",
        status: "failed"
      })
    })
  )

  it.effect(
    "of an automation that ended so since a moment are sent again together, at most 500, and nobody else's",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* makeProject(),
          elsewhere = yield* makeProject()
        const hook = [{ type: "webhook", url: "https://station.example.org/old" }]
        const tell = yield* makeAutomation(id, mail),
          other = yield* makeAutomation(id, hook)
        const event = yield* report(id)
        const early = yield* ended(id, event.id, tell, "failed")
        yield* sql`update deliveries set finished_at = now() - interval '2 hours' where id = ${early}::uuid`
        for (let i = 0; i < 501; i++) yield* ended(id, event.id, tell, "failed")
        yield* ended(id, event.id, tell, "sent")
        yield* ended(id, event.id, other, "failed")
        const since = new Date(Date.now() - 3_600_000).toISOString()
        const ask = (project: string, body: object) =>
          send("POST", `/projects/${project}/deliveries/redeliver`, {
            body: { automation_id: tell.id, status: "failed", since, ...body }
          })
        const waiting = Effect.map(
          sql<{ readonly automation_id: string; readonly n: number }>`
            select automation_id, count(*)::int as n
            from deliveries
            where project_id = ${id}::uuid and status = 'queued'
            group by 1`,
          (rows) => rows.map(({ automation_id, n }) => [automation_id, n])
        )
        for (const [project, body, member] of [
          [elsewhere.id, {}, "/automation_id"],
          [id, { automation_id: NOBODY }, "/automation_id"],
          [id, { status: "queued" }, "/status"],
          [id, { since: "yesterday" }, "/since"]
        ] as const) {
          const refused = yield* ask(project, body)
          assert.strictEqual(refused.status, 422, member)
          assert.strictEqual(refused.body.errors[0].pointer, member)
        }
        assert.deepStrictEqual(yield* waiting, [])
        const many = yield* ask(id, {})
        assert.deepStrictEqual([many.status, many.body], [202, { count: 500 }])
        assert.deepStrictEqual(yield* waiting, [[tell.id, 500]])
        assert.deepStrictEqual((yield* ask(id, {})).body, { count: 1 })
        assert.deepStrictEqual((yield* ask(id, {})).body, { count: 0 })
        const entries = yield* sql<{ readonly detail: object }>`
          select detail from audit_log where object_id = ${tell.id} and action = 'automation.redelivered'
          order by at`
        assert.deepStrictEqual(
          entries.map(({ detail }) => detail),
          [500, 1].map((count) => ({ was: "failed", since, count }))
        )
        assert.strictEqual(
          (yield* expectStatus(200, "GET", `/projects/${id}/deliveries/${early}`)).status,
          "failed"
        )
        // a webhook goes to where it is now
        yield* expectStatus(200, "PATCH", `/projects/${id}/automations/${other.id}`, {
          actions: [{ ...hook[0], id: other.actions[0]!.id, url: "https://new.example.org/now" }]
        })
        assert.deepStrictEqual((yield* ask(id, { automation_id: other.id })).body, { count: 1 })
        assert.deepStrictEqual(
          yield* sql`select target, lane from deliveries where automation_id = ${other.id}::uuid`,
          [{ target: "https://new.example.org", lane: "webhook new.example.org" }]
        )
      })
  )

  it.effect("that wait are skipped when the automation is disabled or removed before they are sent", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { id } = yield* makeProject()
        const [off, gone] = [yield* makeAutomation(id, mail), yield* makeAutomation(id, mail)]
        const event = yield* report(id)
        const [one, two] = [
          yield* ended(id, event.id, off, "queued"),
          yield* ended(id, event.id, gone, "queued")
        ]
        yield* expectStatus(200, "PATCH", `/projects/${id}/automations/${off.id}`, { enabled: false })
        yield* expectStatus(204, "DELETE", `/projects/${id}/automations/${gone.id}`)
        yield* startWorker()
        const items = yield* until(deliveriesOf(id, event.id), (all) =>
          all.every((d) => d.status === "skipped")
        )
        assert.deepStrictEqual(
          items.map((d) => [d.id, d.code]),
          [
            [two, "AUTOMATION_REMOVED"],
            [one, "AUTOMATION_DISABLED"]
          ]
        )
        // a person who asks all the same gets it tried
        yield* expectStatus(202, "POST", `/projects/${id}/deliveries/${one}/redeliver`)
        const asked = yield* until(
          deliveriesOf(id, event.id),
          (all) => all.find((d) => d.id === one)?.code === "MAIL_NOT_SET_UP"
        )
        assert.strictEqual(asked.find((d) => d.id === one)!.status, "skipped")
      })
    )
  )
})
