// Automations over HTTP: made, changed, removed; their secrets are told once and never again.
import { assert, layer } from "@effect/vitest"
import { Effect, Logger } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { blocksIn, guidePage } from "../../../support/guide.ts"
import { loginName } from "../../../support/sql/database.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { makeMember } from "../../../support/http/people.ts"
import { expectStatus, makeEntity, makeProject, NOBODY } from "../../../support/http/tracking.ts"

const hook = { type: "webhook", url: "https://example.org/hook" }
const mail = { type: "email", to: ["ranger@example.org"] }
const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`

/** Everything that was logged. */
const logged: Array<string> = []
const logs = Logger.layer([
  Logger.make<unknown, void>(
    ({ cause, message }) => void logged.push(JSON.stringify(message) + JSON.stringify(cause))
  )
])

const document = {
  trigger: { kind: "position" },
  scope: {},
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
  event: { event_type: "FAST", title: "t" }
}

layer(serve({}, logs), { excludeTestServices: true, timeout: "30 seconds" })("automations", (it) => {
  it.effect("have defaults: enabled, any type and entity, from info on, up to six hours old", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const made = yield* expectStatus(201, "POST", `/projects/${id}/automations`, {
        name: "Tell",
        actions: [mail]
      })
      assert.deepInclude(made, {
        project_id: id,
        name: "Tell",
        enabled: true,
        event_types: [],
        min_severity: "info",
        require_alert: false,
        rule_ids: [],
        entity_ids: [],
        max_event_age_seconds: 21_600
      })
      assert.deepStrictEqual(made.actions, [{ id: made.actions[0].id, ...mail }])
      assert.deepStrictEqual(yield* expectStatus(200, "GET", `/projects/${id}/automations/${made.id}`), made)
      assert.deepStrictEqual((yield* expectStatus(200, "GET", `/projects/${id}/automations`)).items, [made])
    })
  )

  it.effect("show the whole address of a webhook to those alone who may change it", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const { id: alma } = yield* makeEntity(id)
      const chat = { type: "webhook", url: "https://hooks.example.org:8443/services/T01/B02/c2VjcmV0" }
      const made = yield* expectStatus(201, "POST", `/projects/${id}/automations`, {
        name: "Tell",
        actions: [chat, mail]
      })
      const addressesFor = Effect.fnUntraced(function* (role: string, scope: object | null) {
        const { ask } = yield* makeMember(id, role, scope)
        const list = yield* ask("GET", `/projects/${id}/automations`)
        const one = yield* ask("GET", `/projects/${id}/automations/${made.id}`)
        assert.deepStrictEqual([list.status, one.status], [200, 200])
        assert.deepStrictEqual(one.body, list.body.items[0])
        assert.deepStrictEqual(one.body.actions[1].to, mail.to)
        return one.body.actions[0].url
      })
      const hidden = "https://hooks.example.org:8443/…"
      assert.strictEqual(yield* addressesFor("admin", null), chat.url)
      assert.strictEqual(yield* addressesFor("viewer", null), hidden)
      assert.strictEqual(yield* addressesFor("viewer", { entities: [alma] }), hidden)
      assert.strictEqual(yield* addressesFor("admin", { entities: [alma] }), hidden)
    })
  )

  it.effect("write to the single address of the guide's example, which is kept as a list of one", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const [example] = blocksIn(guidePage("automations"), "json")
      const made = yield* expectStatus(201, "POST", `/projects/${id}/automations`, JSON.parse(example!))
      assert.deepStrictEqual(made.actions[0].to, ["station@example.org"])
      const { send } = yield* TestServer
      for (const to of ["station", "a@example.org, b@example.org", ""]) {
        const refused = yield* send("POST", `/projects/${id}/automations`, {
          body: { name: "Tell", actions: [{ type: "email", to }] }
        })
        assert.strictEqual(refused.status, 422, to)
        assert.strictEqual(refused.body.errors[0].pointer, "/actions/0/to", to)
      }
    })
  )

  it.effect("keep what is sent, and a change changes only what it names", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const cow = yield* makeEntity(id)
      const rule = yield* expectStatus(201, "POST", `/projects/${id}/rules`, { name: "Fast", document })
      const filter = {
        event_types: ["FAST", "GEOFENCE_EXIT"],
        min_severity: "warning",
        require_alert: true,
        rule_ids: [rule.id],
        entity_ids: [cow.id],
        max_event_age_seconds: 60
      }
      const made = yield* expectStatus(201, "POST", `/projects/${id}/automations`, {
        name: "Tell",
        enabled: false,
        ...filter,
        actions: [mail]
      })
      assert.deepInclude(made, { ...filter, enabled: false })
      const changed = yield* expectStatus(200, "PATCH", `/projects/${id}/automations/${made.id}`, {
        enabled: true,
        event_types: []
      })
      assert.deepStrictEqual(
        { ...changed, updated_at: made.updated_at },
        { ...made, enabled: true, event_types: [] }
      )
      yield* expectStatus(204, "DELETE", `/projects/${id}/automations/${made.id}`)
      for (const method of ["GET", "DELETE"])
        yield* expectStatus(404, method, `/projects/${id}/automations/${made.id}`)
      yield* expectStatus(404, "PATCH", `/projects/${id}/automations/${made.id}`, {})
    })
  )

  it.effect("of another project are not found", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* makeProject(), yield* makeProject()]
      const made = yield* expectStatus(201, "POST", `/projects/${one.id}/automations`, {
        name: "Tell",
        actions: [hook]
      })
      const foreign = `/projects/${other.id}/automations/${made.id}`
      yield* expectStatus(404, "GET", foreign)
      yield* expectStatus(404, "PATCH", foreign, { name: "x" })
      yield* expectStatus(404, "DELETE", foreign)
      yield* expectStatus(404, "POST", `${foreign}/actions/${made.actions[0].id}/rotate-secret`)
    })
  )

  it.effect("show a webhook's secret when it is made or replaced, and never again", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const sql = yield* SqlClient.SqlClient
      const path = `/projects/${id}/automations`
      const made = yield* expectStatus(201, "POST", path, {
        name: "Tell",
        actions: [hook, { ...hook, secret }, mail]
      })
      assert.match(made.actions[0].secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.strictEqual(made.actions[1].secret, secret)
      const [first, second, third] = made.actions.map((a: { readonly id: string }) => a.id)
      // one goes on, one moves, one is new, the mail goes
      const changed = yield* expectStatus(200, "PATCH", `${path}/${made.id}`, {
        actions: [{ id: second, ...hook, url: "https://example.com/" }, { id: first, ...hook }, hook]
      })
      assert.deepStrictEqual(changed.actions.slice(0, 2), [
        { id: second, type: "webhook", url: "https://example.com/" },
        { id: first, ...hook }
      ])
      assert.match(changed.actions[2].secret, /^whsec_/)
      const rotated = yield* expectStatus(200, "POST", `${path}/${made.id}/actions/${first}/rotate-secret`)
      assert.deepStrictEqual(
        rotated.actions.map((a: object) => "secret" in a),
        [false, true, false]
      )
      yield* expectStatus(404, "POST", `${path}/${made.id}/actions/${third}/rotate-secret`)

      const told = [
        yield* expectStatus(200, "GET", path),
        yield* expectStatus(200, "GET", `${path}/${made.id}`),
        yield* expectStatus(200, "PATCH", `${path}/${made.id}`, { name: "x" })
      ]
      assert.notInclude(JSON.stringify(told), "whsec_")
      assert.notInclude(
        JSON.stringify(
          yield* sql`select * from audit_log`.pipe(Effect.map((rows) => rows.map((r) => JSON.stringify(r))))
        ),
        "whsec_"
      )
      const kept = yield* sql<{
        action_id: string
        ends: boolean
      }>`select action_id, expires_at is not null as ends from webhook_secrets
        where automation_id = ${made.id}::uuid order by created_at, id`
      assert.deepStrictEqual(
        kept.map((s) => [s.action_id, s.ends]),
        [
          [first, true],
          [second, false],
          [changed.actions[2].id, false],
          [first, false]
        ]
      )
      yield* expectStatus(204, "DELETE", `${path}/${made.id}`)
      assert.lengthOf(yield* sql`select from webhook_secrets where automation_id = ${made.id}::uuid`, 0)
    })
  )

  it.effect("repeat no secret in a refusal or a log", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { id } = yield* makeProject()
      for (const wrong of [
        "whsec_tooshort",
        `whsec_${"!".repeat(44)}`,
        "hunter2-hunter2-hunter2-hunter2-hunter2-hunter2",
        `whsec_${"A".repeat(43)}`
      ]) {
        const { body, status } = yield* send("POST", `/projects/${id}/automations`, {
          body: { name: "Tell", actions: [{ ...hook, secret: wrong }] }
        })
        assert.deepStrictEqual([status, body.errors[0].pointer], [422, "/actions/0/secret"])
        assert.notInclude(JSON.stringify(body), wrong)
      }
      yield* expectStatus(201, "POST", `/projects/${id}/automations`, {
        name: "Tell",
        actions: [{ ...hook, secret }]
      })
      assert.isNotEmpty(logged)
      assert.notMatch(logged.join("\n"), /whsec_|hunter2/)
    })
  )

  it.effect("cannot be read with their secrets by the role of the API", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [api, engine, ingest, work] = yield* Effect.forEach(
        ["pugmark_api", "pugmark_engine", "pugmark_ingest", "pugmark_work"] as const,
        loginName
      )
      const [may] = yield* sql<{ api: boolean; engine: boolean; ingest: boolean; work: boolean }>`
      select has_column_privilege(${api}, 'webhook_secrets', 'secret', 'select') as api,
        has_table_privilege(${engine}, 'automations', 'select') as engine,
        has_table_privilege(${ingest}, 'automations', 'select') as ingest,
          has_column_privilege(${work}, 'webhook_secrets', 'secret', 'select') as work`
      assert.deepStrictEqual(may, { api: false, engine: false, ingest: false, work: true })
    })
  )

  it.effect("refer only to what is of their project", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const [one, other] = [yield* makeProject(), yield* makeProject()]
      const foreign = yield* makeEntity(other.id)
      const rule = yield* expectStatus(201, "POST", `/projects/${other.id}/rules`, { name: "Fast", document })
      const made = yield* expectStatus(201, "POST", `/projects/${one.id}/automations`, {
        name: "Tell",
        actions: [mail]
      })
      const cases: ReadonlyArray<readonly [pointer: string, body: object]> = [
        ["/entity_ids/1", { entity_ids: [(yield* makeEntity(one.id)).id, foreign.id] }],
        ["/rule_ids/0", { rule_ids: [rule.id] }],
        ["/actions/1/user_id", { actions: [mail, { type: "telegram", user_id: NOBODY }] }],
        ["/actions/0/id", { actions: [{ id: NOBODY, ...mail }] }],
        ["/actions/0/id", { actions: [{ id: made.actions[0].id, ...hook }] }],
        [
          "/actions/1/id",
          {
            actions: [
              { id: made.actions[0].id, ...mail },
              { id: made.actions[0].id, ...mail }
            ]
          }
        ]
      ]
      for (const [pointer, body] of cases) {
        const refused = yield* send("PATCH", `/projects/${one.id}/automations/${made.id}`, { body })
        assert.deepStrictEqual(
          [refused.status, refused.body.errors[0].pointer, refused.body.errors[0].code],
          [422, pointer, "UNKNOWN_REFERENCE"],
          JSON.stringify(body)
        )
      }
      assert.deepStrictEqual(
        yield* expectStatus(200, "GET", `/projects/${one.id}/automations/${made.id}`),
        made
      )
    })
  )

  it.effect.each([
    ["/name", { name: " " }],
    ["/actions", { actions: [] }],
    ["/actions", { actions: Array.from({ length: 21 }, () => mail) }],
    ["/event_types/0", { event_types: ["lower"] }],
    ["/min_severity", { min_severity: "fatal" }],
    ["/max_event_age_seconds", { max_event_age_seconds: -1 }],
    ["/max_event_age_seconds", { max_event_age_seconds: 1.5 }],
    ["/actions/0/to/0", { actions: [{ type: "email", to: ["a@example.org\r\nBcc: evil@example.org"] }] }],
    ["/actions/0/to/0", { actions: [{ type: "email", to: ["a@example.org, b@example.org"] }] }],
    ["/actions/0/to/0", { actions: [{ type: "email", to: ["Ranger <a@example.org>"] }] }],
    ["/actions/0/to", { actions: [{ type: "email", to: [] }] }],
    ["/actions/0/subject", { actions: [{ ...mail, subject: "x" }] }],
    ["/actions/0", { actions: [{ type: "pager" }] }],
    ["/id", { id: NOBODY }],
    ["/project_id", { project_id: NOBODY }]
  ] as const)("refuse %s of %j", ([pointer, body]) =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { id } = yield* makeProject()
      const refused = yield* send("POST", `/projects/${id}/automations`, {
        body: { name: "Tell", actions: [mail], ...body }
      })
      assert.strictEqual(refused.status, 422, JSON.stringify(refused.body))
      assert.include(
        refused.body.errors.map((e: { readonly pointer: string }) => e.pointer),
        pointer,
        JSON.stringify(refused.body.errors)
      )
    })
  )

  it.effect("leave an entry in the audit log for every change, without addresses and secrets", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* makeProject()
      const made = yield* expectStatus(201, "POST", `/projects/${id}/automations`, {
        name: "Tell",
        actions: [{ ...hook, url: "https://example.org/path-that-is-secret" }]
      })
      yield* expectStatus(200, "PATCH", `/projects/${id}/automations/${made.id}`, { enabled: false })
      yield* expectStatus(
        200,
        "POST",
        `/projects/${id}/automations/${made.id}/actions/${made.actions[0].id}/rotate-secret`
      )
      yield* expectStatus(204, "DELETE", `/projects/${id}/automations/${made.id}`)
      const entries = yield* sql<{
        action: string
        detail: unknown
        object_id: string
      }>`select action, detail, object_id from audit_log where object_type = 'automation'
        and project_id = ${id}::uuid order by at, id`
      assert.deepStrictEqual(
        entries.map((e) => [e.action, e.detail]),
        [
          ["automation.created", { name: "Tell", actions: ["webhook"] }],
          ["automation.updated", { changed: ["enabled"] }],
          ["automation.secret_rotated", { action_id: made.actions[0].id }],
          ["automation.removed", { name: "Tell" }]
        ]
      )
      assert.isTrue(entries.every((e) => e.object_id === made.id))
    })
  )
})
