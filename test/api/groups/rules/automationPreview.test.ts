// What an automation would have told of, over HTTP: held against what the worker makes of the same events.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { MAX_PREVIEW_EVENTS } from "../../../../src/domain/automation/AutomationPreview.ts"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeEntity, makeProject } from "../../../support/http/tracking.ts"
import { deliveriesOf, makeAutomation, report, settled, startWorker } from "../../../support/http/worker.ts"

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

const mail = [{ type: "email", to: ["ranger@example.org"] }]

const previewOf = (projectId: string, draft: object = {}) =>
  expectStatus(200, "POST", `/projects/${projectId}/automations/preview`, draft)

const idsOf = (events: ReadonlyArray<{ readonly event_id: string }>) => events.map((e) => e.event_id)

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("a preview of an automation", (it) => {
  it.effect("tells of the events that the worker sends, and skips those that it skips, with their age", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* makeProject()
        const draft = { min_severity: "warning", max_event_age_seconds: 3600 }
        yield* makeAutomation(id, mail, draft)
        const fresh = yield* report(id, { severity: "critical", time: ago(10), create_alert: true })
        const old = yield* report(id, { severity: "warning", time: ago(7200) })
        const minor = yield* report(id, { severity: "info", time: ago(5) })
        const withdrawn = yield* report(id, { severity: "warning", time: ago(30) })
        const older = yield* report(id, { severity: "warning", time: ago(40 * 86_400) })
        yield* sql`update events set superseded = true where id = ${withdrawn.id}::uuid`
        yield* startWorker()
        const codes = new Map<string, string | null>()
        for (const event of [fresh, old, withdrawn]) {
          const [delivery] = yield* settled(id, event.id)
          codes.set(event.id, delivery!.code === "MAIL_NOT_SET_UP" ? null : delivery!.code)
        }
        assert.deepStrictEqual([...codes.values()], [null, "STALE", "SUPERSEDED"])
        assert.deepStrictEqual(yield* deliveriesOf(id, minor.id), [])

        const preview = yield* previewOf(id, draft)
        assert.deepStrictEqual(
          preview.events.map((e: { readonly event_id: string; readonly skip: string | null }) => [
            e.event_id,
            e.skip
          ]),
          [fresh, withdrawn, old].map((event) => [event.id, codes.get(event.id)])
        )
        assert.deepInclude(preview, {
          days: 30,
          told: 1,
          skipped: [
            { code: "SUPERSEDED", count: 1 },
            { code: "STALE", count: 1 }
          ],
          truncated: false,
          oldest: null
        })
        assert.notInclude(idsOf(preview.events), older.id)
        const [young, , stale] = preview.events
        assert.closeTo(young.age_seconds, 10, 5)
        assert.closeTo(stale.age_seconds, 7200, 5)
        assert.isNull(stale.skip_at_any_age)
        // the bound that lets it through
        const wider = yield* previewOf(id, { ...draft, max_event_age_seconds: 86_400 })
        assert.deepInclude(wider, { told: 2, skipped: [{ code: "SUPERSEDED", count: 1 }] })
        assert.deepInclude(yield* previewOf(id, { event_types: ["OTHER"] }), { told: 0, events: [] })
      })
    )
  )

  it.effect("shows the message that receivers would get of the newest event, and signs nothing", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject({ name: "North range" })
      const none = (yield* previewOf(id, { name: "Tell the station" })).message
      assert.isNull(none.event_id)
      assert.match(none.subject, /Test, no alarm: "Tell the station"/)
      assert.strictEqual(none.body.type, "automation.tested")
      yield* report(id, { title: "A lynx", time: ago(60) })
      const event = yield* report(id, {
        title: "A wolf",
        severity: "critical",
        time: ago(20),
        create_alert: true
      })
      const { message } = yield* previewOf(id, { name: "Tell the station" })
      assert.strictEqual(message.event_id, event.id)
      assert.strictEqual(message.subject, "[North range] CRITICAL: A wolf")
      assert.match(
        message.text,
        /^\[North range\] CRITICAL: A wolf\n[^]*Told by the automation "Tell the station"\.$/
      )
      assert.strictEqual(message.body.type, "event.created")
      assert.deepInclude(message.body.data.event, { id: event.id, title: "A wolf" })
      assert.strictEqual(message.body.data.alert.id, event.alert.id)
      assert.deepStrictEqual(message.headers["webhook-id"], message.body.data.delivery_id)
      assert.strictEqual(message.headers["webhook-signature"], "v1,…")
    })
  )

  it.effect("is of what a member sees, and any member may ask", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const [alma, bo] = [yield* makeEntity(id), yield* makeEntity(id)]
      const seen = yield* report(id, { entity_id: alma.id, time: ago(10) })
      const hidden = yield* report(id, { entity_id: bo.id, time: ago(5), title: "A secret" })
      const viewer = yield* makeMember(id, "viewer", { entities: [alma.id] })
      const path = `/projects/${id}/automations/preview`
      const { body, status } = yield* viewer.ask("POST", path, { body: {} })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(idsOf(body.events), [seen.id])
      assert.notMatch(JSON.stringify(body), /A secret/)
      assert.deepStrictEqual(
        (yield* viewer.ask("POST", path, { body: { entity_ids: [bo.id] } })).body.events,
        []
      )
      assert.deepStrictEqual(idsOf((yield* previewOf(id)).events), [hidden.id, seen.id])
    })
  )

  it.effect("refuses what no automation could be, at the member", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { id } = yield* makeProject()
      for (const [pointer, body] of [
        ["/max_event_age_seconds", { max_event_age_seconds: -1 }],
        ["/event_types/0", { event_types: ["lower"] }],
        ["/actions", { actions: [] }]
      ] as const) {
        const refused = yield* send("POST", `/projects/${id}/automations/preview`, { body })
        assert.deepStrictEqual([refused.status, refused.body.errors[0].pointer], [422, pointer])
      }
    })
  )

  it.effect("shows a bounded number of events, the newest, and how far back they go", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* makeProject()
      yield* sql`
        insert into events (id, project_id, event_key, time, created_at, event_type, severity, title, source_kind)
        select gen_random_uuid(), ${id}::uuid, sha256(int4send(i)), now() - make_interval(mins => i), now(), 'SEEN', 'info', 'Seen',
          'integration'
        from generate_series(1, ${MAX_PREVIEW_EVENTS + 20}) i`
      const preview = yield* previewOf(id, { max_event_age_seconds: 600 })
      assert.lengthOf(preview.events, MAX_PREVIEW_EVENTS)
      assert.isTrue(preview.truncated)
      assert.closeTo(Date.parse(preview.oldest), Date.now() - MAX_PREVIEW_EVENTS * 60_000, 30_000)
      assert.isAbove(preview.told, 5)
      assert.strictEqual(preview.told + preview.skipped[0].count, MAX_PREVIEW_EVENTS)
    })
  )
})
