// Spans of time and cursors of the corpus, sent to what asks rules about the past.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { assertExpected, assertUnhurt, badInputs } from "../../support/http/badInputs.ts"
import { at, iso, makeAnimal, remember } from "../../support/http/past.ts"
import { rawRequest } from "../../support/http/rawHttp.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../support/http/server.ts"
import { expectStatus, makeProject } from "../../support/http/tracking.ts"

const document = {
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
  event: { event_type: "FAST", title: "{entity}" }
} as const

const farm = Effect.gen(function* () {
  const { id } = yield* makeProject()
  const alma = yield* makeAnimal(id, "Alma")
  const rule = yield* expectStatus(201, "POST", `/projects/${id}/rules`, { name: "Fast", document })
  return { id: id as string, alma, rules: `/projects/${id}/rules`, rule: `/projects/${id}/rules/${rule.id}` }
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("time_range", (it) => {
  // a zone is refused where a project is saved, as test/api/http/badInputs.test.ts shows
  for (const line of badInputs("time_range").filter(
    ({ name }) => name !== "zone unknown" && name !== "half-open bounds"
  )) {
    it.effect(`${line.name}: ${line.expect.outcome}`, () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const { alma, rule, rules } = yield* farm
        const given = Object.fromEntries(
          String(line.input)
            .split("&")
            .map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)])
        )
        const number = Object.fromEntries(
          Object.entries(given).map(([key, text]) => [key, Number.isNaN(Number(text)) ? text : Number(text)])
        )
        for (const range of [given, number]) {
          const body = { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z", ...range }
          assertExpected(line, yield* send("POST", `${rule}/test`, { body }), "test")
          assertExpected(
            line,
            yield* send("POST", `${rules}/test-document`, { body: { ...body, document } }),
            "test-document"
          )
        }
        if (line.name !== "from>to") {
          for (const text of Object.values(given))
            assertExpected(
              line,
              yield* send("GET", `${rule}/explain?entity_id=${alma.entity}&at=${text}`),
              "explain"
            )
        }
        yield* assertUnhurt
      })
    )
  }

  it.effect("half-open bounds: an event exactly at to appears in exactly one of two adjacent tests", () =>
    Effect.gen(function* () {
      const { alma, rules } = yield* farm
      yield* remember(alma, [{ at: at(60), lon: 0, speed: 20 }])
      const total = (from: number, to: number) =>
        Effect.map(
          expectStatus(200, "POST", `${rules}/test-document`, { document, from: iso(from), to: iso(to) }),
          (a) => a.total
        )
      assert.deepStrictEqual([yield* total(0, 60), yield* total(60, 120)], [0, 1])
    })
  )
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("rule_document", (it) => {
  for (const line of badInputs("rule_document").filter(({ name }) => name.startsWith("test-document"))) {
    it.effect(`${line.name}: ${line.expect.outcome}`, () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const { alma, rules } = yield* farm
        const noon = Date.parse("2026-01-01T12:00:00Z")
        // more firings than are listed: every other fix is fast
        yield* remember(
          alma,
          Array.from({ length: 1100 }, (_, i) => ({
            at: noon + i * 1000,
            lon: 0,
            speed: i % 2 === 0 ? 20 : 1
          }))
        )
        const counts = sql`
        select (select count(*) from events)::int as events, (select count(*) from alerts)::int as alerts,
          (select count(*) from processing_traces)::int as traces,
          (select count(*) from rule_states)::int as states`
        const before = yield* counts
        const started = performance.now()
        const answer = yield* send("POST", `${rules}/test-document`, { body: line.input })
        assertExpected(line, answer)
        assert.isBelow(performance.now() - started, 10_000)
        if (answer.status === 200)
          assert.deepInclude(answer.body, { total: 550, truncated: true, truncated_by: "events" })
        if (answer.status === 200) assert.lengthOf(answer.body.events, 500)
        assert.deepStrictEqual(yield* counts, before)
        yield* assertUnhurt
      })
    )
  }
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("cursor", (it) => {
  // none of them is a list: whatever a page is asked by is an unknown parameter
  for (const line of badInputs("cursor").filter(
    ({ input }) => typeof input === "string" || (input as object).hasOwnProperty("c")
  )) {
    it.effect(`${line.name}: there are no pages to ask for`, () =>
      Effect.gen(function* () {
        const { port } = yield* TestServer
        const { alma, rule, rules } = yield* farm
        const { c, n } = line.input as { readonly c: string; readonly n: number }
        const query =
          typeof line.input !== "string"
            ? `cursor=${c.repeat(n)}`
            : line.input.startsWith("limit")
              ? line.input
              : `cursor=${line.input}`
        const head = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n`
        const body = JSON.stringify({ from: iso(0), to: iso(60), document })
        const answers = [
          yield* rawRequest(
            port,
            `GET /api/v1${rule}/explain?entity_id=${alma.entity}&at=${iso(0)}&${query} ` +
              `HTTP/1.1\r\n${head}\r\n`
          ),
          yield* rawRequest(
            port,
            `POST /api/v1${rules}/test-document?${query} HTTP/1.1\r\n${head}Content-Type: ` +
              `application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
          )
        ]
        for (const answer of answers) {
          assert.include([400, 414, 422, 431], answer.status, answer.text.slice(0, 300))
          assert.isString(answer.body.code)
        }
        yield* assertUnhurt
      })
    )
  }
})
