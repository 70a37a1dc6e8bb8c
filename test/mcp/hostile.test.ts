// A hundred calls that nobody who means well would make: each is refused or answered, none of them breaks
// anything, and none is told more than it should.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { v7 } from "uuid"
import { makeMember } from "../support/http/people.ts"
import { TestServer } from "../support/http/server.ts"
import { expectStatus, makeEntity, makeProject, NOBODY } from "../support/http/tracking.ts"
import { LetIn, rawCall, rawTool, serveMcp } from "../support/mcp.ts"

const tools = [
  "search_entities",
  "get_entity",
  "get_latest_position",
  "query_measurements",
  "query_events",
  "get_event",
  "explain_event",
  "verify_event",
  "why_not",
  "test_rule",
  "search_traces",
  "get_trace",
  "create_event",
  "acknowledge_alert"
]

/** A text that takes no path through JSON, SQL, a log or an address. */
const texts = [
  "'; drop table events; --",
  "\u0000",
  "\ud800",
  "../../etc/passwd",
  "%00%2e%2e%2f",
  "${jndi:ldap://x}",
  "__proto__",
  "A".repeat(5000)
]

const deep = (levels: number): unknown => (levels === 0 ? 1 : { all: [deep(levels - 1)] })

/** Inputs of tools that their schemas, or what stands behind them, have to refuse. */
const inputs = (project_id: string): ReadonlyArray<readonly [string, Record<string, unknown>]> => {
  const id = v7()
  const span = { from: "2026-05-01T00:00:00Z", to: "2026-05-02T00:00:00Z" }
  return [
    ...tools.map((name) => [name, {}] as const),
    ...tools.map((name) => [name, { project_id: NOBODY, entity_id: id }] as const),
    ...tools.map((name) => [name, { project_id, entity_id: id, surplus: true }] as const),
    ...texts.map((q) => ["search_entities", { project_id, q }] as const),
    ...texts.map(
      (title) => ["create_event", { project_id, event_type: "X_Y", title, entity_id: NOBODY }] as const
    ),
    ...texts.map((cursor) => ["query_events", { project_id, cursor }] as const),
    ...texts.map((code) => ["search_traces", { project_id, code }] as const),
    ...texts.map((at) => ["why_not", { project_id, entity_id: id, at }] as const),
    ["query_events", { project_id, limit: 51 }],
    ["query_events", { project_id, limit: -1 }],
    ["query_events", { project_id, limit: 1e308 }],
    ["query_events", { project_id, ...span, to: "2026-05-01T00:00:00" }],
    ["query_events", { project_id, from: "9999-99-99T99:99:99Z" }],
    ["query_events", { project_id: [project_id] }],
    ["query_events", { project_id: { $ne: null } }],
    ["query_measurements", { project_id, entity_id: id, device_id: id, ...span, metrics: ["x"] }],
    ["query_measurements", { project_id, ...span }],
    ["query_measurements", { project_id, entity_id: id, ...span, metrics: Array(200).fill("x") }],
    ["test_rule", { project_id, ...span, document: deep(20) }],
    ["test_rule", { project_id, ...span, document: { __proto__: null, trigger: 1 } }],
    [
      "test_rule",
      { project_id, ...span, document: { trigger: { kind: "position" }, conditions: {}, event: {} } }
    ],
    ["test_rule", { project_id, from: span.to, to: span.from, rule_id: id }],
    ["test_rule", { project_id, ...span }],
    ["test_rule", { project_id, ...span, rule_id: id, version: 2_147_483_648 }],
    ["create_event", { project_id, event_type: "x", title: "t" }],
    ["create_event", { project_id, event_type: "X_Y", title: " " }],
    ["create_event", { project_id, event_type: "X_Y", title: "t", lon: 181, lat: 0 }],
    ["create_event", { project_id, event_type: "X_Y", title: "t", severity: "worst" }],
    ["create_event", { project_id, event_type: "X_Y", title: "t", time: "1800-01-01T00:00:00Z" }],
    ["create_event", { project_id, event_type: "X_Y", title: "t", request_key: "a\r\nset-cookie: x" }],
    ["acknowledge_alert", { project_id, alert_id: NOBODY }],
    ["acknowledge_alert", { project_id, alert_id: "1 or 1=1" }],
    ["get_trace", { project_id, trace_id: NOBODY }],
    ["enable_rule", { project_id }],
    ["run_analysis", { project_id }],
    ["constructor", {}],
    ["__proto__", {}]
  ]
}

layer(serveMcp(), { excludeTestServices: true, timeout: "60 seconds" })(
  "hostile calls of AI clients",
  (it) => {
    it.effect("of tools are answered or refused, a hundred of them, and change nothing", () =>
      Effect.gen(function* () {
        const { letIn } = yield* LetIn
        const project: string = (yield* makeProject()).id
        const secret = (yield* makeEntity((yield* makeProject()).id, { name: "Hidden animal" })).id
        const person = yield* makeMember(project, "operator")
        const { token } = letIn(person.id, [project])
        const calls = [
          ...inputs(project),
          ["get_entity", { project_id: project, entity_id: secret }] as const
        ]
        assert.isAtLeast(calls.length, 100)
        const statuses = new Set<number>()
        for (const [name, args] of calls) {
          const { body, status } = yield* rawTool(token, name, args)
          const said = `${name} ${JSON.stringify(args).slice(0, 100)}: ${JSON.stringify(body)}`
          statuses.add(status)
          assert.isBelow(status, 500, said)
          assert.notInclude(said, "internal server error", said)
          assert.notMatch(said, /"error":"(?:INTERNAL|ERROR)"|node_modules|select |Hidden animal/, said)
          if (
            status === 200 &&
            body.result !== undefined &&
            name !== "search_entities" &&
            name !== "search_traces"
          )
            assert.isTrue(
              body.result.isError === true || name === "query_events" || name === "query_measurements",
              said
            )
        }
        assert.isTrue(statuses.has(403))
        const { items } = yield* expectStatus(200, "GET", `/projects/${project}/events`)
        assert.deepStrictEqual(items, [])
      })
    )

    it.effect("of the protocol are refused without a word of our insides", () =>
      Effect.gen(function* () {
        const { letIn } = yield* LetIn
        const { send } = yield* TestServer
        const project: string = (yield* makeProject()).id
        const { token } = letIn((yield* makeMember(project, "viewer")).id, [project])
        const good = rawCall("tools/call", { name: "list_projects", arguments: {} })
        const bodies: ReadonlyArray<string> = [
          "",
          "{",
          "null",
          "[]",
          "1",
          `"x"`,
          JSON.stringify([good.body, good.body]),
          JSON.stringify({ ...good.body, jsonrpc: "1.0" }),
          JSON.stringify({ ...good.body, id: { a: 1 } }),
          JSON.stringify({ ...good.body, method: 5 }),
          JSON.stringify({ ...good.body, params: null }),
          JSON.stringify({ ...good.body, params: [] }),
          JSON.stringify({ ...good.body, params: { ...good.body.params, name: ["list_projects"] } }),
          JSON.stringify({ ...good.body, params: { ...good.body.params, arguments: "x" } }),
          `{"a":`.repeat(5000),
          JSON.stringify({ ...good.body, filler: Array(30_000).fill(0) }),
          "\ufeff" + JSON.stringify(good.body)
        ]
        for (const text of bodies) {
          const { body, status } = yield* send("POST", "//mcp", { token, text, headers: good.headers })
          assert.isBelow(status, 500, `${text.slice(0, 80)}: ${JSON.stringify(body)}`)
          assert.notMatch(JSON.stringify(body), /node_modules|at .*\.ts:/)
        }
        const heads: ReadonlyArray<Record<string, string>> = [
          { "content-type": "text/plain" },
          { "content-encoding": "gzip" },
          { accept: "text/html" },
          { "mcp-session-id": "x".repeat(2000) },
          { "mcp-protocol-version": "2026-07-28, 2025-11-25" },
          { "mcp-method": "tools/list" },
          { "mcp-name": "create_event" },
          { authorization: `Basic ${Buffer.from(`x:${token}`).toString("base64")}` },
          { authorization: `Bearer ${token} ${token}` },
          { authorization: `Bearer ${"x".repeat(9000)}` },
          { origin: "null" }
        ]
        for (const headers of heads) {
          const { status } = yield* send("POST", "//mcp", {
            token,
            body: good.body,
            headers: { ...good.headers, ...headers }
          })
          assert.isTrue(status >= 400 && status < 500, `${JSON.stringify(headers).slice(0, 80)}: ${status}`)
        }
        const large = yield* send("POST", "//mcp", {
          token,
          text: " ".repeat(300_000),
          headers: good.headers
        })
        assert.strictEqual(large.status, 413)
        for (const method of ["GET", "PUT", "PATCH", "OPTIONS", "DELETE"]) {
          const { status } = yield* send(method, "//mcp", { token })
          assert.isTrue(status >= 400 && status < 500, `${method}: ${status}`)
        }
      })
    )
  }
)

layer(serveMcp(null), { excludeTestServices: true, timeout: "60 seconds" })(
  "an address without TLS",
  (it) => {
    it.effect("has no AI clients, and says so", () =>
      Effect.gen(function* () {
        const { letIn } = yield* LetIn
        const project: string = (yield* makeProject()).id
        const { token } = letIn((yield* makeMember(project, "viewer")).id, [project])
        const { body, status } = yield* rawTool(token, "list_projects")
        assert.strictEqual(status, 403)
        assert.include(body.error.message, "AI clients are off")
      })
    )
  }
)
