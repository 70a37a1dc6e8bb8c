// Taking back a step on an alert over HTTP, and the counts of the inbox that follow what people do.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { permissions } from "../../../../src/domain/access/Permission.ts"
import { type Farm, makeFarm } from "../../../support/sql/farm.ts"
import { makeMember, makePerson, tokenFor } from "../../../support/http/people.ts"
import { addMember, plant, STORY } from "../../../support/http/scopedWorld.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { makeProject } from "../../../support/http/tracking.ts"

const at = (farm: Pick<Farm, "project">, path = "") => `/projects/${farm.project}/alerts${path}`

const raise = Effect.fnUntraced(function* (farm: Pick<Farm, "project">, severity = "warning") {
  const { send } = yield* TestServer
  const made = yield* send("POST", `/projects/${farm.project}/events`, {
    body: { event_type: "WOLF_SEEN", title: "A wolf", create_alert: true, severity }
  })
  return String(made.body.alert.id)
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("alerts", (it) => {
  it.effect(
    "are as they were after a step is taken back: a step too, told to readers and to no receiver",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const farm = { project: String((yield* makeProject()).id) }
        const { ask, id: ranger } = yield* makeMember(farm.project, "operator")
        const id = yield* raise(farm)
        const act = (action: string, body?: object) => ask("POST", at(farm, `/${id}/${action}`), { body })
        const undo = (alert: { readonly steps: ReadonlyArray<{ readonly at: string }> }) =>
          act("undo", { step_at: alert.steps.at(-1)!.at })
        const acknowledged = (yield* act("acknowledge")).body
        const resolved = (yield* act("resolve", { note: "a dog" })).body
        const reopened = (yield* act("reopen", { note: "a wolf" })).body
        const again = yield* undo(reopened)
        assert.strictEqual(again.status, 200, JSON.stringify(again.body))
        for (const member of ["status", "acknowledged_at", "acknowledged_by", "resolved_at"])
          assert.deepStrictEqual(again.body[member], resolved[member], member)
        assert.deepInclude(again.body.steps[3], { from: "open", to: "resolved", note: "taken back" })
        assert.deepStrictEqual(
          [again.status, (yield* undo(again.body)).body.code],
          [200, "ALERT_STEP_TAKEN_BACK"]
        )
        const other = yield* raise(farm)
        const seen = (yield* ask("POST", at(farm, `/${other}/acknowledge`))).body
        const back = yield* ask("POST", at(farm, `/${other}/undo`), { body: { step_at: seen.steps[0].at } })
        assert.deepInclude(back.body, {
          status: "open",
          acknowledged_at: null,
          acknowledged_by: null,
          resolved_at: null
        })
        assert.deepStrictEqual(acknowledged.acknowledged_by, { id: ranger, name: null }, "no e-mail address")
        const told = yield* sql<{ type: string }>`
        select type from event_stream where object_id = ${other}::uuid order by id`
        assert.deepStrictEqual(
          told.map((t) => t.type),
          ["alert.created", "alert.updated", "alert.updated"]
        )
        const audited = yield* sql<{ action: string }>`
        select action from audit_log where object_id = ${other} order by id`
        assert.deepStrictEqual(
          audited.map((a) => a.action),
          ["alert.acknowledged", "alert.taken_back"]
        )
        const [sent] = yield* sql<{ n: number }>`
        select count(*)::int as n from deliveries where project_id = ${farm.project}::uuid`
        assert.strictEqual(sent!.n, 0)
      })
  )

  it.effect(
    "keep the steps of others, those that were followed, those of long ago, and those nobody made",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const farm = { project: String((yield* makeProject()).id) }
        const id = yield* raise(farm)
        const seen = (yield* send("POST", at(farm, `/${id}/acknowledge`))).body
        const { ask } = yield* makeMember(farm.project, "operator")
        const body = { step_at: seen.steps[0].at }
        const others = yield* ask("POST", at(farm, `/${id}/undo`), { body })
        assert.deepStrictEqual(
          [others.status, others.body.code, others.body.current_status],
          [409, "ALERT_STEP_OF_ANOTHER", "acknowledged"]
        )
        yield* ask("POST", at(farm, `/${id}/resolve`))
        assert.strictEqual(
          (yield* send("POST", at(farm, `/${id}/undo`), { body })).body.code,
          "ALERT_STEP_FOLLOWED"
        )
        for (const [text, code] of [
          ["2026-05-01T12:00:00Z", "UNKNOWN_STEP"],
          ["yesterday", undefined]
        ] as const) {
          const unknown = yield* send("POST", at(farm, `/${id}/undo`), { body: { step_at: text } })
          assert.deepStrictEqual([unknown.status, unknown.body.errors[0].pointer], [422, "/step_at"])
          if (code !== undefined) assert.strictEqual(unknown.body.code, code)
        }
        const old = yield* raise(farm)
        const [token] = yield* sql<{ id: string }>`select id from api_tokens order by created_at limit 1`
        const long = new Date(Date.now() - 61_000).toISOString()
        yield* sql`insert into alert_steps (alert_id, at, actor_kind, actor_id, from_status, to_status)
        values (${old}::uuid, ${long}::timestamptz, 'token', ${token!.id}::uuid, 'open', 'acknowledged')`
        yield* sql`update alerts set status = 'acknowledged', acknowledged_at = ${long}::timestamptz
        where id = ${old}::uuid`
        const over = yield* send("POST", at(farm, `/${old}/undo`), { body: { step_at: long } })
        assert.deepStrictEqual([over.status, over.body.code], [409, "ALERT_UNDO_OVER"])
      })
  )

  it.effect("are taken back once by several who ask at the same time", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const id = yield* raise(farm)
      const seen = (yield* send("POST", at(farm, `/${id}/acknowledge`))).body
      const answers = yield* Effect.all(
        Array.from({ length: 6 }, () =>
          send("POST", at(farm, `/${id}/undo`), { body: { step_at: seen.steps[0].at } })
        ),
        { concurrency: 6 }
      )
      assert.deepStrictEqual(
        answers.map((a) => a.status).toSorted((x, y) => x - y),
        [200, 409, 409, 409, 409, 409]
      )
      assert.lengthOf((yield* send("GET", at(farm, `/${id}`))).body.steps, 2)
    })
  )

  it.effect("are summed up: what waits, since when, and how soon people came", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      const summary = Effect.map(send("GET", at(farm, "/summary")), ({ body }) => body)
      assert.deepStrictEqual(yield* summary, {
        open: 0,
        acknowledged: 0,
        resolved_30d: 0,
        critical: 0,
        oldest_open_at: null,
        median_seconds_to_acknowledge_30d: null
      })
      const ids = yield* Effect.forEach(["critical", "critical", "warning", "warning", "info", "info"], (s) =>
        raise(farm, s)
      )
      const [oldest, , ...later] = ids
      yield* sql`update alerts set created_at = '2026-05-01T12:00:00Z' where id = ${oldest!}::uuid`
      for (const id of ids.slice(1)) yield* send("POST", at(farm, `/${id}/acknowledge`))
      for (const id of later.slice(2)) yield* send("POST", at(farm, `/${id}/resolve`))
      // acknowledged after 60, 120, 180, 240 s; the last long ago, and resolved long ago
      yield* Effect.forEach(
        ids.slice(1),
        (id, n) =>
          sql`update alerts set acknowledged_at = created_at + ${n + 1} * interval '60 seconds'
          where id = ${id}::uuid`
      )
      yield* sql`update alerts set created_at = created_at - interval '31 days',
        acknowledged_at = acknowledged_at - interval '31 days', resolved_at = resolved_at - interval '31 days'
        where id = ${ids.at(-1)!}::uuid`
      assert.deepStrictEqual(yield* summary, {
        open: 1,
        acknowledged: 3,
        resolved_30d: 1,
        critical: 1,
        oldest_open_at: "2026-05-01T12:00:00.000Z",
        median_seconds_to_acknowledge_30d: 150
      })
    })
  )

  it.effect("of a part of the project are summed up for those who see that part", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const planted = yield* plant(STORY)
      const person = yield* makePerson()
      yield* addMember(person.id, planted)
      const token = yield* tokenFor(person, permissions)
      const whole = (yield* send("GET", at(planted, "/summary"))).body,
        part = (yield* send("GET", at(planted, "/summary"), { token })).body
      const count = (s: {
        readonly open: number
        readonly acknowledged: number
        readonly resolved_30d: number
      }) => s.open + s.acknowledged + s.resolved_30d
      assert.strictEqual(count(part), planted.seen.alerts.length)
      assert.isAbove(count(whole), count(part))
    })
  )
})
