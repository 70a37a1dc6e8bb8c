// Several `serve` over one database: what one of them answered, the other goes on with. Each has memory of its own, and
// a proxy is in front of both, so that what one remembers and the other needs is found here. What is added to the API
// and outlives a request is tested here too.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CostLimits } from "../../src/api/http/costLimit.ts"
import { FREE_FAILURES_PER_ACCOUNT } from "../../src/domain/access/throttle.ts"
import { mcpMount } from "../../src/mcp/McpLive.ts"
import { MAX_REPORTS_PER_HOUR } from "../../src/store/access/ClientReports.ts"
import { bearer, fix, makeDoor, openConnection } from "../support/http/deviceConnection.ts"
import { download, makeHerd, over, span, walk } from "../support/http/exports.ts"
import { allow, codeFor, makeInes, tokensFor } from "../support/http/ines.ts"
import { behindProxy, redeem } from "../support/http/oauth.ts"
import { browse, cookieOf, logIn, makePerson, PASSWORD } from "../support/http/people.ts"
import { TestServer } from "../support/http/server.ts"
import { connect, streamIds, writeEvents } from "../support/http/stream.ts"
import { expectStatus, makeProject, makeSource, NOBODY } from "../support/http/tracking.ts"
import { serveTwice, TwoServers } from "../support/http/twoServers.ts"
import { clientKinds, connectMcp, rawCall } from "../support/mcp.ts"
import { makeFarm } from "../support/sql/farm.ts"
import { startJobs } from "../support/sql/jobs.ts"
import { until } from "../support/until.ts"

const limits = { rule_tests: 2, explanations: 100, estimates: 100, imports: 100, mcp_calls: 1000 }

const servers = Layer.provide(
  serveTwice({ ...behindProxy, mounts: [mcpMount] }),
  Layer.succeed(CostLimits, limits)
)

/** A request at both servers, half of them at each, all at once. */
const atBoth = <A, E>(request: Effect.Effect<A, E, TestServer>, times = 8) =>
  Effect.flatMap(TwoServers, ({ at }) =>
    Effect.all(
      Array.from({ length: times }, (_, n) => at(n % 2 === 0 ? "first" : "second")(request)),
      { concurrency: "unbounded" }
    )
  )

layer(servers, { excludeTestServices: true, timeout: "60 seconds" })("two serve over one database", (it) => {
  it.effect("are both asked, in turns", () =>
    Effect.gen(function* () {
      const { balancer, first, second } = yield* TwoServers
      for (let n = 0; n < 4; n++) yield* expectStatus(200, "GET", "/projects")
      for (const { port } of [first, second]) assert.isAtLeast(balancer.answered.get(port) ?? 0, 2)
    })
  )

  it.effect(
    "know a session that the other began, and end it for both, with the streams that it has open",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { at } = yield* TwoServers
          const person = yield* makePerson()
          const cookie = cookieOf(yield* at("first")(logIn(person.email)))
          const status = Effect.flatMap(browse(cookie), (ask) =>
            Effect.map(ask("GET", "/auth/me"), (answer) => answer.status)
          )
          assert.deepStrictEqual(yield* atBoth(status, 2), [200, 200])
          const project = yield* makeProject()
          yield* expectStatus(201, "POST", `/projects/${project.id}/members`, {
            user_id: person.id,
            role: "viewer"
          })
          const path = `/api/v1/projects/${project.id}/stream`
          const { url } = yield* at("first")(TestServer)
          const signal = yield* Effect.abortSignal
          const stream = yield* Effect.promise(() => fetch(url + path, { headers: { cookie }, signal }))
          assert.strictEqual(stream.status, 200)
          const ask = yield* at("second")(browse(cookie))
          assert.strictEqual((yield* ask("POST", "/auth/logout")).status, 204)
          assert.deepStrictEqual(yield* atBoth(status, 2), [401, 401])
          assert.include(yield* Effect.promise(() => stream.text()), "event: hello") // the server ended it
        })
      )
  )

  it.effect("count failed logins together", () =>
    Effect.gen(function* () {
      const { at } = yield* TwoServers
      const { email } = yield* makePerson()
      const statuses: Array<number> = []
      for (let n = 0; n <= FREE_FAILURES_PER_ACCOUNT + 1; n++)
        statuses.push((yield* at(n % 2 === 0 ? "first" : "second")(logIn(email, "a guess"))).status)
      const wrong = statuses.filter((status) => status === 401).length
      assert.strictEqual(statuses.at(-1), 429, statuses.join())
      assert.isAtMost(wrong, FREE_FAILURES_PER_ACCOUNT + 1)
      for (const which of ["first", "second"] as const)
        assert.strictEqual((yield* at(which)(logIn(email, PASSWORD))).status, 429)
    })
  )

  it.effect("know tokens, members and sources that the other has just changed", () =>
    Effect.gen(function* () {
      const { at } = yield* TwoServers
      const source = yield* at("first")(makeSource())
      const ingest = Effect.flatMap(TestServer, ({ send }) =>
        Effect.map(
          send("POST", `/ingest/http/${source.id}`, { token: source.token, body: [fix(1)] }),
          ({ status }) => status
        )
      )
      assert.strictEqual(yield* at("second")(ingest), 202)
      yield* at("first")(expectStatus(200, "PATCH", `/data-sources/${source.id}`, { enabled: false }))
      assert.strictEqual(yield* at("second")(ingest), 403)
      const made = yield* at("first")(
        expectStatus(201, "POST", "/auth/tokens", { name: "A script", scopes: ["project:read"] })
      )
      const list = Effect.flatMap(TestServer, ({ send }) =>
        Effect.map(send("GET", "/projects", { token: made.token }), ({ status }) => status)
      )
      assert.deepStrictEqual(yield* atBoth(list, 2), [200, 200])
      yield* at("second")(expectStatus(204, "DELETE", `/auth/tokens/${made.id}`))
      assert.deepStrictEqual(yield* atBoth(list, 2), [401, 401])
    })
  )

  it.effect("do once what is sent to both with one Idempotency-Key, and answer the same", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const project = yield* makeProject()
      const path = `/projects/${project.id}/events`
      const report = (title: string) =>
        Effect.flatMap(TestServer, (server) =>
          server.send("POST", path, {
            body: { event_type: "WOLF_SEEN", title },
            headers: { "idempotency-key": "wolf-1" }
          })
        )
      const answers = yield* atBoth(report("A wolf"))
      assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
      assert.lengthOf([...new Set(answers.map(({ body }) => body.id))], 1)
      assert.lengthOf((yield* send("GET", path)).body.items, 1)
      for (const { body, status } of yield* atBoth(report("Another wolf"), 2)) {
        assert.strictEqual(status, 422)
        assert.include(JSON.stringify(body), "IDEMPOTENCY_KEY_REUSED")
      }
    })
  )

  it.effect("go on with an event stream from the last id that the other sent", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { at } = yield* TwoServers
        const farm = yield* makeFarm
        const reader = yield* at("first")(connect(farm, "?types=event.created"))
        yield* writeEvents(farm, 3)
        const [one] = yield* reader.take(1)
        const resumed = yield* at("second")(connect(farm, "?types=event.created", one!.id!))
        yield* writeEvents(farm, 2)
        const rest = yield* resumed.take(4)
        assert.deepStrictEqual(
          [one!, ...rest].map(({ id }) => id),
          yield* streamIds(farm)
        )
        const last = yield* streamIds(farm)
        assert.deepStrictEqual(
          (yield* reader.take(4)).map(({ id }) => id),
          last.slice(1)
        )
      })
    )
  )

  it.effect("pass WebSockets of devices, each at the server to which it came", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { source, times, url } = yield* makeDoor
        for (const n of [1, 2]) {
          const { told, websocket } = yield* openConnection(url, [], bearer(source.token))
          websocket.send(JSON.stringify([fix(n)]))
          yield* until(
            Effect.sync(() => told.length),
            (length) => length > 0
          )
        }
        assert.sameMembers([...(yield* times)], [1, 2])
      })
    )
  )

  it.effect("let an AI client in whose steps come to either, and redeem its code once", () =>
    Effect.gen(function* () {
      const ines = yield* makeInes
      const { begun, code } = yield* codeFor(ines) // each step at the next server
      const replies = yield* atBoth(redeem(begun, code))
      const granted = replies.filter(({ status }) => status === 200)
      assert.lengthOf(granted, 1, replies.map(({ status }) => status).join())
      // a code that comes twice may have been copied: what it was redeemed for ends everywhere
      const { body } = granted[0]!
      const call = Effect.flatMap(TestServer, ({ send }) =>
        Effect.map(send("POST", "//mcp", { token: body.access_token, body: {} }), ({ status }) => status)
      )
      assert.deepStrictEqual(yield* atBoth(call, 2), [401, 401])
    })
  )

  for (const kind of clientKinds)
    it.effect(`answer an AI client (${kind}) whose requests come to either`, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const ines = yield* makeInes
          const { access_token } = yield* tokensFor(ines, {}, allow(ines))
          const { call, tools } = yield* connectMcp(access_token, kind)
          for (let n = 0; n < 4; n++) {
            assert.isAbove((yield* tools).length, 10)
            assert.include((yield* call("list_projects")).text, ines.grazing)
          }
        })
      )
    )

  it.effect("end a session of an AI client for both", () =>
    Effect.gen(function* () {
      const { at } = yield* TwoServers
      const ines = yield* makeInes
      const { access_token: token } = yield* tokensFor(ines, {}, allow(ines))
      const ask = (method: string, body: object | undefined, session: Record<string, string>) =>
        Effect.flatMap(TestServer, ({ send }) =>
          send(method, "//mcp", {
            token,
            ...(body === undefined ? {} : { body }),
            headers: { accept: "application/json, text/event-stream", ...session }
          })
        )
      const params = {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "old", version: "1" }
      }
      const begun = yield* at("first")(
        ask("POST", { jsonrpc: "2.0", id: 1, method: "initialize", params }, {})
      )
      const session = {
        "mcp-session-id": begun.headers.get("mcp-session-id")!,
        "mcp-protocol-version": "2025-06-18"
      }
      const list = ask("POST", { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} }, session)
      assert.deepStrictEqual(
        (yield* atBoth(list)).map(({ status }) => status),
        Array(8).fill(200)
      )
      assert.strictEqual((yield* at("second")(ask("DELETE", undefined, session))).status, 204)
      for (const { body, status } of yield* atBoth(list, 2)) {
        assert.strictEqual(status, 404)
        assert.strictEqual(body.error.message, "There is no such session: begin one.")
      }
    })
  )

  it.effect("count together the events that an AI client reports: 60 an hour", () =>
    Effect.gen(function* () {
      const ines = yield* makeInes
      const { access_token: token } = yield* tokensFor(
        ines,
        { scope: "project:read events:write" },
        allow(ines, { scopes: ["project:read", "events:write"] })
      )
      const { body, headers } = rawCall("tools/call", {
        name: "create_event",
        arguments: { project_id: ines.grazing }
      })
      const report = Effect.flatMap(TestServer, ({ send }) => send("POST", "//mcp", { token, body, headers }))
      const answers = yield* atBoth(report, MAX_REPORTS_PER_HOUR + 2)
      const late = answers.filter(({ status }) => status !== 200)
      assert.deepStrictEqual(
        late.map(({ status }) => status),
        [429, 429]
      )
      // one is free again each minute
      for (const { headers: told } of late) assert.isAtMost(Number(told.get("retry-after")), 60)
    })
  )

  it.effect("give the file of an export that the role work wrote, both of them", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { at } = yield* TwoServers
        yield* startJobs
        const herd = yield* makeHerd(["Alma"])
        yield* walk(herd, herd.animals[0]!, 3)
        const path = `/projects/${herd.project}/exports`
        const order = { ...span, dataset: "positions", format: "csv" }
        const { id } = yield* at("first")(expectStatus(201, "POST", path, order))
        yield* at("second")(over(herd.project, id))
        const files = yield* atBoth(download(`${path}/${id}/file`), 4)
        assert.deepStrictEqual(
          files.map(({ status }) => status),
          [200, 200, 200, 200]
        )
        assert.lengthOf([...new Set(files.map(({ sha256 }) => sha256))], 1)
        assert.lengthOf(files[0]!.text.trim().split("\n"), 4)
      })
    )
  )

  it.effect("count what costs more than the rest each for itself, as the settings say", () =>
    Effect.gen(function* () {
      const { at } = yield* TwoServers
      const project = yield* makeProject()
      const body = { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" }
      const test = Effect.flatMap(TestServer, ({ send }) =>
        Effect.map(
          send("POST", `/projects/${project.id}/rules/${NOBODY}/test`, { body }),
          ({ status }) => status
        )
      )
      for (const which of ["first", "second"] as const) {
        const statuses = yield* at(which)(Effect.all([test, test, test]))
        assert.deepStrictEqual(
          statuses.map((status) => status === 429),
          [false, false, true]
        )
      }
    })
  )
})
