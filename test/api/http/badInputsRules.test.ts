// Hostile and odd rule documents and titles, line by line of the corpus: every one is answered as expected,
// none is a 500, and what was refused left nothing behind.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { gzipSync } from "node:zlib"
import { engineLayer } from "../../../src/roles/engine.ts"
import { type Line, readCorpus } from "../../support/corpus.ts"
import { type Farm, ingest, makeFarm } from "../../support/sql/farm.ts"
import { type Answer, type Sent, serve, TestServer } from "../../support/http/server.ts"
import { connect } from "../../support/http/stream.ts"

const lines = readCorpus()

const documents = lines.filter((l) => l.surface === "rule_document" && !l.name.startsWith("test-document"))
const templates = lines.filter((l) => l.surface === "template")

const valid = {
  trigger: { kind: "position" },
  scope: {},
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
  for_seconds: 0,
  event: { event_type: "X1", title: "t" }
}

interface Generated {
  readonly $gen: string
  readonly [member: string]: unknown
}
const isGenerated = (v: unknown): v is Generated => typeof v === "object" && v !== null && "$gen" in v

/** The members that are recipes, made. */
const made = (v: unknown): unknown =>
  isGenerated(v) && v.$gen === "uuids"
    ? Array.from(
        { length: Number(v["n"]) },
        (_, i) => `0190b1d4-7d1c-7000-8000-${String(i).padStart(12, "0")}`
      )
    : Array.isArray(v)
      ? v.map(made)
      : typeof v === "object" && v !== null
        ? Object.fromEntries(Object.entries(v).map(([k, m]) => [k, made(m)]))
        : v

/**
 * The request that a line means: a document where it is one, with the other members of its body; otherwise
 * the body itself.
 */
const requestOf = ({ input }: Line, others: object): Sent => {
  const holding = (document: string): Sent => ({
    text:
      `{"document":${document}` +
      `${["", ...Object.entries(others).map(([k, v]) => `"${k}":${JSON.stringify(v)}`)].join(",")}}`
  })
  if (typeof input === "string") return holding(input)
  if (Array.isArray(input)) return { body: input }
  if (!isGenerated(input)) return { body: { document: made(input), ...others } }
  const n = Number(input["n"])
  switch (input.$gen) {
    case "nest":
      return holding(
        JSON.stringify({ ...valid, conditions: "HERE" }).replace(
          '"HERE"',
          String(input["open"]).repeat(n) + String(input["core"]) + String(input["close"]).repeat(n)
        )
      )
    case "repeat":
      return holding(
        JSON.stringify({ ...valid, conditions: { all: ["HERE"] } }).replace(
          '"HERE"',
          Array.from({ length: n }, () => input["item"]).join(String(input["sep"]))
        )
      )
    case "request":
      return { text: String(input["body"]), headers: { "content-type": String(input["content_type"]) } }
    case "gzip":
      return {
        text: new Uint8Array(gzipSync(Buffer.alloc(n, String(input["c"])))),
        headers: { "content-encoding": "gzip" }
      }
    default:
      throw new Error(`nobody knows how to make ${input.$gen}`)
  }
}

const assertExpected = (answer: Answer, { expect, name }: Line) => {
  assert.include(
    [expect.status].flat(),
    answer.status,
    `${name}: ${JSON.stringify(answer.body).slice(0, 500)}`
  )
  if (answer.status >= 400) {
    assert.strictEqual(answer.headers.get("content-type"), "application/problem+json", name)
    assert.isString(answer.body.code, name)
  }
}

const rulesOf = Effect.fnUntraced(function* (farm: Farm) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ rules: number; versions: number }>`
    select count(distinct r.id)::int as rules, count(v.version)::int as versions from rules r left
      join rule_versions v on v.rule_id = r.id where r.project_id = ${farm.project}::uuid`
  return row!
})

/**
 * What the title of each template line becomes in an event about an animal of that line's name (Alma unless
 * given).
 */
const titles: Readonly<Record<string, string>> = {
  // kept as it is: whoever writes a header takes line breaks out
  "entity name CRLF to mail subject": "x\r\nBcc: evil@example.org",
  constructor: "?",
  "entity named {device}": "{device}{value}",
  expression: "$?",
  "nested braces": "{Alma}",
  "rtl override in name": "abc\u202egnp.exe",
  handlebars: "{?}x{?}",
  "property path": "?",
  "unknown placeholder": "?"
}

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("bad rule documents", (it) => {
  for (const line of documents.filter((l) => l.name !== "reserved kind enabled")) {
    it.effect(`${line.name}: ${line.expect.outcome}`, () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const farm = yield* makeFarm
        const path = `/projects/${farm.project}/rules`
        const posted = yield* send("POST", path, requestOf(line, { name: "n" }))
        assertExpected(posted, line)
        assert.deepStrictEqual(
          yield* rulesOf(farm),
          posted.status === 201 ? { rules: 1, versions: 1 } : { rules: 0, versions: 0 }
        )
        const kept = yield* send("POST", path, {
          body: { name: "kept", document: { ...valid, for_seconds: 9 } }
        })
        const put = yield* send("PUT", `${path}/${kept.body.id}/document`, requestOf(line, {}))
        assertExpected(put, line)
        assert.deepInclude((yield* send("GET", `${path}/${kept.body.id}`)).body, {
          name: "kept",
          current_version: put.status === 200 ? 2 : 1
        })
      })
    )
  }

  const nested = documents.find((l) => l.name === "reserved kind enabled")!
  it.effect(`${nested.name}: ${nested.expect.outcome}`, () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const { enabled, ...document } = nested.input as { readonly enabled: boolean }
      const saved = yield* send("POST", `/projects/${farm.project}/rules`, { body: { name: "n", document } })
      assert.strictEqual(saved.status, 201)
      const refused = yield* send("PATCH", `/projects/${farm.project}/rules/${saved.body.id}`, {
        body: { enabled }
      })
      assertExpected(refused, nested)
      assert.strictEqual(refused.body.code, "RULE_CONDITION_RESERVED")
      assertExpected(
        yield* send("POST", `/projects/${farm.project}/rules`, { body: { name: "n", document, enabled } }),
        nested
      )
    })
  )

  it.effect(
    "of the corpus are all answered here, but the two that ask a rule test (test/api/http/badInputsPast.test.ts)",
    () =>
      Effect.sync(() => {
        const left = lines
          .filter((l) => l.surface === "rule_document" && !documents.includes(l))
          .map((l) => l.name)
        assert.deepStrictEqual(left, ["test-document range 100 years", "test-document creates nothing"])
        assert.lengthOf(documents, 28)
      })
  )
})

layer(engineLayer({ tickGraceSeconds: 20 }).pipe(Layer.provideMerge(serve())), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("titles of events", (it) => {
  for (const line of templates) {
    it.effect(`${line.name}: ${line.expect.outcome}`, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { send } = yield* TestServer
          const sql = yield* SqlClient.SqlClient
          const farm = yield* makeFarm
          const { entity_name = "Alma", title } =
            typeof line.input === "string"
              ? { title: line.input }
              : (line.input as { readonly title: string; readonly entity_name?: string })
          yield* sql`update entities set name = ${entity_name} where id = ${farm.animal}::uuid`
          const saved = yield* send("POST", `/projects/${farm.project}/rules`, {
            body: { name: "n", enabled: true, document: { ...valid, event: { ...valid.event, title } } }
          })
          assert.include(
            [line.expect.status].flat().map((s) => (s === 200 ? 201 : s)),
            saved.status,
            JSON.stringify(saved.body)
          )
          const stream = yield* connect(farm, "?types=event.created", "0")
          yield* ingest(farm, [{ at: Date.parse("2026-05-01T12:00:00Z"), lon: 1, speedMps: 20 }])
          const [told] = yield* stream.take(1)
          assert.strictEqual(told!.data["title"], titles[line.name])
          const [event] = (yield* send("GET", `/projects/${farm.project}/events`)).body.items
          assert.strictEqual(event.title, titles[line.name])
        })
      )
    )
  }

  it.effect("are expected for every line of the corpus", () =>
    Effect.sync(() => {
      assert.sameMembers(
        templates.map((l) => l.name),
        Object.keys(titles)
      )
    })
  )
})
