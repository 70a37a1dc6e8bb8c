// Alerts over HTTP: an event that needs a person, and what people do about it.
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { type Farm, makeFarm } from "../../../support/sql/farm.ts"
import { untilWaiting } from "../../../support/sql/locks.ts"
import { serve, TestServer } from "../../../support/http/server.ts"

const raise = Effect.fnUntraced(function* (farm: Farm, body: object = {}) {
  const { send } = yield* TestServer
  const made = yield* send("POST", `/projects/${farm.project}/events`, {
    body: { event_type: "WOLF_SEEN", title: "A wolf", create_alert: true, ...body }
  })
  assert.strictEqual(made.status, 201)
  return String(made.body.alert.id)
})

const at = (farm: Farm, path = "") => `/projects/${farm.project}/alerts${path}`
const move = (farm: Farm, id: string, action: string, body?: object) =>
  Effect.flatMap(TestServer, ({ send }) => send("POST", at(farm, `/${id}/${action}`), { body }))

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("alerts", (it) => {
  it.effect(
    "move from open to acknowledged to resolved and, with a note, back to open; each step has actor, time and note",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const [token] = yield* sql<{ name: string }>`select name from api_tokens`
        const farm = yield* makeFarm
        const id = yield* raise(farm)
        const acknowledged = (yield* move(farm, id, "acknowledge")).body
        assert.deepInclude(acknowledged, { status: "acknowledged", resolved_at: null })
        assert.strictEqual(acknowledged.acknowledged_at, acknowledged.steps[0].at)
        const resolved = (yield* move(farm, id, "resolve", { note: "a dog" })).body
        assert.deepInclude(resolved, { status: "resolved", acknowledged_at: acknowledged.acknowledged_at })
        const reopened = (yield* move(farm, id, "reopen", { note: "a wolf after all" })).body
        assert.deepInclude(reopened, { status: "open", acknowledged_at: null, resolved_at: null })
        assert.deepStrictEqual(
          reopened.steps.map(
            (s: { from: string; to: string; note: string | null; actor: { kind: string; name: string } }) => [
              s.from,
              s.to,
              s.note,
              s.actor.kind,
              s.actor.name
            ]
          ),
          [
            ["open", "acknowledged", null, "token", token!.name],
            ["acknowledged", "resolved", "a dog", "token", token!.name],
            ["resolved", "open", "a wolf after all", "token", token!.name]
          ]
        )
        assert.deepStrictEqual((yield* send("GET", at(farm, `/${id}`))).body, reopened)
        assert.deepInclude((yield* move(farm, id, "resolve", {})).body, {
          status: "resolved",
          acknowledged_at: null
        })
      })
  )

  it.effect("asked to be what they are stay as they are, without a new step", () =>
    Effect.gen(function* () {
      const farm = yield* makeFarm
      const id = yield* raise(farm)
      const first = yield* move(farm, id, "acknowledge", { note: "mine" })
      const again = yield* move(farm, id, "acknowledge", { note: "mine too" })
      assert.strictEqual(again.status, 200)
      assert.deepStrictEqual(again.body, first.body)
    })
  )

  it.effect("refuse a move that their status forbids, and name it", () =>
    Effect.gen(function* () {
      const farm = yield* makeFarm
      const id = yield* raise(farm)
      yield* move(farm, id, "acknowledge")
      const reopen = yield* move(farm, id, "reopen", { note: "n" })
      assert.deepStrictEqual(
        [reopen.status, reopen.body.code, reopen.body.current_status],
        [409, "ALERT_STATUS", "acknowledged"]
      )
      yield* move(farm, id, "resolve")
      const acknowledge = yield* move(farm, id, "acknowledge")
      assert.deepStrictEqual([acknowledge.status, acknowledge.body.current_status], [409, "resolved"])
      for (const body of [undefined, {}, { note: null }, { note: "  " }]) {
        const noteless = yield* move(farm, id, "reopen", body)
        assert.deepStrictEqual(
          [noteless.status, noteless.body.code, noteless.body.errors[0].pointer],
          [422, "NOTE_REQUIRED", "/note"]
        )
      }
      for (const body of [{ note: 1 }, { notes: "x" }, [], { note: "x".repeat(5001) }])
        assert.strictEqual(
          (yield* move(farm, id, "reopen", body)).status,
          422,
          JSON.stringify(body).slice(0, 40)
        )
    })
  )

  it.effect("acknowledged by twelve at once have one step: steps show who was first", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        const id = yield* raise(farm)
        const twelve = Effect.all(
          Array.from({ length: 12 }, (_, n) => move(farm, id, "acknowledge", { note: `n${n}` })),
          { concurrency: 12 }
        )
        // all who have a connection stand at the row before anybody gets it
        const asked = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`select from alerts where id = ${id}::uuid for update`
            const fiber = yield* Effect.forkScoped(twelve)
            yield* untilWaiting(3)
            return fiber
          })
        )
        const answers = yield* Fiber.join(asked)
        assert.deepStrictEqual(
          answers.map((a) => a.status),
          Array.from({ length: 12 }, () => 200)
        )
        assert.lengthOf([...new Set(answers.map((a) => JSON.stringify(a.body.steps)))], 1)
        assert.lengthOf(answers[0]!.body.steps, 1)
        const told = yield* sql<{
          type: string
        }>`select type from event_stream where object_id = ${id}::uuid order by id`
        assert.deepStrictEqual(
          told.map((t) => t.type),
          ["alert.created", "alert.updated"]
        )
        const audited = yield* sql<{ action: string }>`select action from audit_log where object_id = ${id}`
        assert.deepStrictEqual(
          audited.map((a) => a.action),
          ["alert.acknowledged"]
        )
      })
    )
  )

  it.effect(
    "acknowledged and resolved by twelve at once make each step once: the others find it made, or are told the status",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { send } = yield* TestServer
          const sql = yield* SqlClient.SqlClient
          const farm = yield* makeFarm
          const id = yield* raise(farm)
          const actions = Array.from({ length: 12 }, (_, n) =>
            n % 2 === 0 ? ("acknowledge" as const) : ("resolve" as const)
          )
          const twelve = Effect.forEach(actions, (action, n) => move(farm, id, action, { note: `n${n}` }), {
            concurrency: 12
          })
          const asked = yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`select from alerts where id = ${id}::uuid for update`
              const fiber = yield* Effect.forkScoped(twelve)
              yield* untilWaiting(3)
              return fiber
            })
          )
          const answers = yield* Fiber.join(asked)
          const alert = (yield* send("GET", at(farm, `/${id}`))).body
          assert.strictEqual(alert.status, "resolved")
          const steps: ReadonlyArray<{
            readonly from: string
            readonly to: string
            readonly note: string
            readonly at: string
          }> = alert.steps
          assert.include(
            ["open-acknowledged acknowledged-resolved", "open-resolved"],
            steps.map((s) => `${s.from}-${s.to}`).join(" ")
          )
          assert.deepStrictEqual(
            steps.map((s) => s.at),
            steps.map((s) => s.at).toSorted()
          )
          for (const [n, { body, status }] of answers.entries()) {
            const made = steps.find((s) => s.note === `n${n}`)
            if (made !== undefined) {
              assert.strictEqual(status, 200)
              assert.strictEqual(made.to, actions[n] === "resolve" ? "resolved" : "acknowledged")
            } else if (status === 409)
              assert.deepStrictEqual(
                [actions[n], body.code, body.current_status],
                ["acknowledge", "ALERT_STATUS", "resolved"]
              )
            else assert.strictEqual(body.status, actions[n] === "resolve" ? "resolved" : "acknowledged")
          }
          // who was first is whose note the step carries; everyone else is in no step
          assert.lengthOf(new Set(steps.map((s) => s.note)), steps.length)
          const audited = yield* sql<{
            action: string
          }>`select action from audit_log where object_id = ${id} order by id`
          assert.deepStrictEqual(
            audited.map((a) => a.action),
            steps.map((s) => `alert.${s.to}`)
          )
        })
      )
  )

  it.effect("reopened by several at once are opened once", () =>
    Effect.gen(function* () {
      const farm = yield* makeFarm
      const id = yield* raise(farm)
      yield* move(farm, id, "resolve")
      const answers = yield* Effect.all(
        Array.from({ length: 6 }, (_, n) => move(farm, id, "reopen", { note: `n${n}` })),
        { concurrency: 6 }
      )
      assert.deepStrictEqual(
        answers.map((a) => a.status),
        Array.from({ length: 6 }, () => 200)
      )
      for (const { body } of answers) assert.deepStrictEqual(body, answers[0]!.body)
      assert.lengthOf(answers[0]!.body.steps, 2)
    })
  )

  it.effect("of a superseded event keep their status, and are handled as before", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      const [open, seen] = [yield* raise(farm), yield* raise(farm)]
      yield* move(farm, seen, "acknowledge")
      yield* sql`update events set superseded = true where project_id = ${farm.project}::uuid`
      const listed = (yield* send("GET", at(farm))).body.items
      assert.deepStrictEqual(
        listed.map((a: { id: string; status: string; superseded: boolean }) => [
          a.id,
          a.status,
          a.superseded
        ]),
        [
          [seen, "acknowledged", true],
          [open, "open", true]
        ]
      )
      assert.deepInclude((yield* move(farm, open, "resolve")).body, {
        status: "resolved",
        superseded: true
      })
      const shown = (yield* send("GET", `/projects/${farm.project}/events`)).body.items
      assert.deepStrictEqual(
        shown.map((e: { superseded: boolean; alert: { status: string } }) => [e.superseded, e.alert.status]),
        [
          [true, "acknowledged"],
          [true, "resolved"]
        ]
      )
    })
  )

  it.effect("are listed newest first by status, severity, entity and time", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      const a = yield* raise(farm, { severity: "critical", entity_id: farm.animal })
      const b = yield* raise(farm)
      const c = yield* raise(farm)
      yield* sql`update alerts set created_at = '2026-05-01T12:00:00.000123Z' where id = ${a}::uuid`
      yield* sql`update alerts set created_at = '2026-05-02T12:00:00.000456Z'
        where id = any(${[b, c]}::uuid[])`
      yield* move(farm, b, "resolve")
      const list = Effect.fnUntraced(function* (query: string) {
        const found = yield* send("GET", at(farm, query))
        assert.strictEqual(found.status, 200, `${query}: ${JSON.stringify(found.body)}`)
        return found.body.items.map((e: { id: string }) => e.id)
      })
      for (const [query, expected] of [
        ["", [c, b, a]],
        ["?status=open", [c, a]],
        ["?status=resolved", [b]],
        ["?severity=critical", [a]],
        [`?entity_id=${farm.animal}`, [a]],
        [`?entity_id=${v7()}`, []],
        ["?from=2026-05-02T00:00:00Z", [c, b]],
        ["?to=2026-05-02T00:00:00Z", [a]]
      ] as const)
        assert.deepStrictEqual(yield* list(query), expected, query)
      const first = (yield* send("GET", at(farm, "?limit=1"))).body
      assert.deepStrictEqual(
        [first.items[0].id, ...(yield* list(`?limit=2&cursor=${first.next_cursor}`))],
        [c, b, a]
      )
      for (const query of [
        "?status=closed",
        "?severity=x",
        "?from=2026-05-02T00:00:00Z&to=2026-05-01T00:00:00Z"
      ])
        assert.strictEqual((yield* send("GET", at(farm, query))).status, 422, query)
    })
  )

  it.effect("of another project are not there, nor can they be moved from there", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const other = yield* makeFarm
      const id = yield* raise(farm)
      assert.strictEqual((yield* send("GET", at(other, `/${id}`))).status, 404)
      assert.strictEqual((yield* move(other, id, "acknowledge")).status, 404)
      assert.strictEqual((yield* send("GET", at(farm, `/${id}`))).body.status, "open")
    })
  )
})
