// Ingest over HTTP: what a sender is told, item by item, and what it is told when nothing can be taken.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { appendRows, park, passTo } from "../../../support/sql/lanes.ts"
import { loggedOf } from "../../../support/sql/log.ts"
import { makePasture, makeSource, type Source } from "../../../support/sql/pasture.ts"
import { type Sent, serve, TestServer } from "../../../support/http/server.ts"
import { STORY } from "../../../support/stories.ts"

const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 10, minute)).toISOString()
const fix = (device: string, minute: number, more: object = {}) => ({
  device,
  time: at(minute),
  lon: 10,
  lat: 53,
  ...more
})

const post = Effect.fnUntraced(function* (source: Source, sent: Sent) {
  const { send } = yield* TestServer
  return yield* send("POST", `/ingest/http/${source.id}`, { token: source.token, ...sent })
})

const stored = Effect.fnUntraced(function* (project: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ positions: number }>`
    select count(*)::int4 as positions from positions where project_id = ${project}::uuid`
  return { ...row!, logged: yield* loggedOf(project) }
})

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("ingest", (it) => {
  it.effect("answers 202 after the rows are durable, with an outcome for each item at its index", () =>
    Effect.gen(function* () {
      const { project, source } = yield* makePasture("a")
      const answer = yield* post(source, {
        body: [
          fix("a", 0),
          fix("a", 0),
          fix("ghost", 0),
          fix("a", 1, { lat: 91 }),
          { ...fix("a", 0), lon: 11 }
        ]
      })
      assert.strictEqual(answer.status, 202)
      assert.match(answer.headers.get("content-type")!, /^application\/json/)
      const { items, ...counts } = answer.body
      assert.deepStrictEqual(counts, { accepted: 2, duplicates: 1, rejected: 1, unassigned: 1 })
      assert.deepStrictEqual(
        items.map((i: { index: number; status: string; code?: string }) => [i.index, i.status, i.code]),
        [
          [0, "accepted", undefined],
          [1, "duplicate", undefined],
          [2, "unassigned", "DEVICE_NOT_FOUND"],
          [3, "rejected", "POSITION_OUT_OF_RANGE"],
          [4, "accepted", "CONFLICTING"]
        ]
      )
      assert.deepInclude(items[3], { pointer: "/lat", detail: "latitude 91 is not between -90 and 90" })
      const { send } = yield* TestServer
      for (const index of [2, 3]) {
        const trace = yield* send("GET", `/traces/${items[index].trace_id}`)
        assert.deepInclude(trace.body, { kind: "ingest", status: "failed", code: items[index].code })
      }
      // what was refused is in the list of its project; also what no device is known for, by its source
      const refused = yield* send("GET", `/projects/${project}/traces?status=failed`)
      assert.deepStrictEqual(
        refused.body.items.map((trace: { code: string; device_name?: string }) => [
          trace.code,
          trace.device_name ?? null
        ]),
        [
          ["POSITION_OUT_OF_RANGE", "Collar a"],
          ["DEVICE_NOT_FOUND", null]
        ]
      )
      assert.deepStrictEqual(yield* stored(project), { positions: 2, logged: 1 })
    })
  )

  it.effect("takes one object, an array, and one object a line", () =>
    Effect.gen(function* () {
      const { project, source } = yield* makePasture("a")
      assert.strictEqual((yield* post(source, { body: fix("a", 0) })).body.accepted, 1)
      assert.strictEqual((yield* post(source, { body: [fix("a", 1)] })).body.accepted, 1)
      for (const [minute, type] of [
        [2, "application/x-ndjson"],
        [4, "application/json; charset=utf-8"]
      ] as const) {
        const text = `${JSON.stringify(fix("a", minute))}\n{"broken":\n${JSON.stringify(fix("a", minute + 1))}\n`
        const answer = yield* post(source, { text, headers: { "content-type": type } })
        assert.deepInclude(answer.body, { accepted: 2, rejected: 1 })
        assert.deepInclude(answer.body.items[1], {
          index: 1,
          status: "rejected",
          code: "PAYLOAD_DECODE_FAILED"
        })
      }
      assert.deepStrictEqual((yield* post(source, { body: [] })).body, {
        accepted: 0,
        duplicates: 0,
        rejected: 0,
        unassigned: 0,
        items: []
      })
      assert.deepStrictEqual(yield* stored(project), { positions: 6, logged: 6 })
    })
  )

  it.effect(
    "takes lines for values of their own: one that was cut off adds nothing to the depth of the next, " +
      "and hides nothing of it",
    () =>
      Effect.gen(function* () {
        const { project, source } = yield* makePasture("a")
        const ndjson = { "content-type": "application/x-ndjson" }
        const good = JSON.stringify(fix("a", 0))
        const cut = yield* post(source, {
          text: `${'{"device":\n'.repeat(40)}${good}\n${'{"device": "\n'.repeat(40)}`,
          headers: ndjson
        })
        assert.deepInclude(cut.body, { accepted: 1, rejected: 80 })
        assert.strictEqual(cut.body.items[40].status, "accepted")
        for (const levels of [40, 20_000]) {
          const deep = `${good.slice(0, -1)},"attributes":{"x":${"[".repeat(levels)}${"]".repeat(levels)}}}`
          for (const [text, headers] of [
            [`"\n${deep}`, ndjson],
            [`${good}\n"\n${deep}`, {}]
          ] as const) {
            const answer = yield* post(source, { text, headers })
            assert.deepStrictEqual([answer.status, answer.body.code], [422, "TOO_DEEP"])
          }
        }
        assert.strictEqual((yield* stored(project)).positions, 1)
      })
  )

  it.effect(
    "100,001 items in one request are refused whole, with the bound and a trace, and 100,000 are not for their number",
    () =>
      Effect.gen(function* () {
        const { source } = yield* makePasture("a")
        const many = (n: number) => post(source, { text: `[${"0,".repeat(n - 1)}0]` })
        const refused = yield* many(100_001)
        assert.deepInclude(refused.body, { status: 413, code: "TOO_MANY_ITEMS" })
        assert.include(refused.body.detail, "100000 items, and these are 100001")
        const sql = yield* SqlClient.SqlClient
        const traced = sql<{
          error: string
        }>`select steps::text as error from processing_traces where data_source_id = ${source.id}::uuid`
        assert.include((yield* traced).map(({ error }) => error).join(), "100001")
        assert.deepInclude((yield* many(100_000)).body, { accepted: 0, rejected: 100_000 })
      }),
    { ...STORY, timeout: 120_000 }
  )

  it.effect("refuses an item that says a member twice, naming it, and takes its neighbours", () =>
    Effect.gen(function* () {
      const { project, source } = yield* makePasture("a")
      const [first, twice, last] = [0, 1, 2].map((minute) => JSON.stringify(fix("a", minute))) as [
        string,
        string,
        string
      ]
      const answer = yield* post(source, { text: `[${first},${twice.slice(0, -1)},"lat":9},${last}]` })
      assert.deepInclude(answer.body, { accepted: 2, rejected: 1 })
      assert.deepInclude(answer.body.items[1], {
        code: "ITEM_INVALID",
        pointer: "/lat",
        detail: 'the member "lat" is there twice'
      })
      assert.strictEqual((yield* stored(project)).positions, 2)
    })
  )

  it.effect("the same batch twice: one row, one evaluation, the second all duplicates", () =>
    Effect.gen(function* () {
      const { project, source } = yield* makePasture("a", "b")
      const body = Array.from({ length: 200 }, (_, i) => fix(i % 2 === 0 ? "a" : "b", i))
      assert.deepInclude((yield* post(source, { body })).body, { accepted: 200, duplicates: 0 })
      assert.deepInclude((yield* post(source, { body })).body, { accepted: 0, duplicates: 200 })
      assert.deepStrictEqual(yield* stored(project), { positions: 200, logged: 200 })
    })
  )

  it.effect("one bad item never refuses its neighbours, whatever is wrong with it", () =>
    Effect.gen(function* () {
      const { project, source } = yield* makePasture("a")
      const good = (minute: number) => JSON.stringify(fix("a", minute))
      const bad = [
        "null",
        "5",
        '"x"',
        "[]",
        "{}",
        '{"device":"a","time":true,"lat":1,"lon":1}',
        '{"device":"a","time":1780000000,"lat":1e999,"lon":1}',
        '{"device":"a\\u0000","time":1780000000,"lat":1,"lon":1}',
        '{"device":"a","time":1780000000,"lat":1,"lon":1,"attributes":{"x":"\\ud800"}}',
        '{"_tag":"Refusal","code":"x"}',
        '{"_tag":"Report","device":"a","at":1}',
        '{"device":"","time":1780000000,"lat":1,"lon":1}',
        `{"device":"${"d".repeat(201)}","time":1780000000,"lat":1,"lon":1}`
      ]
      const text = `[${bad.map((item, i) => `${good(i)},${item}`).join(",")},${good(50)}]`
      const answer = yield* post(source, { text })
      assert.deepInclude(answer.body, { accepted: bad.length + 1, rejected: bad.length })
      assert.deepStrictEqual(
        answer.body.items.map((i: { status: string; code?: string }) => i.code ?? i.status),
        [...bad.flatMap(() => ["accepted", "ITEM_INVALID"]), "accepted"]
      )
      assert.strictEqual((yield* stored(project)).positions, bad.length + 1)
    })
  )

  it.effect("concurrent senders each get their own outcomes", () =>
    Effect.gen(function* () {
      const names = Array.from({ length: 20 }, (_, i) => `d${i}`)
      const { project, source } = yield* makePasture(...names)
      const answers = yield* Effect.forEach(
        names,
        (name, i) => post(source, { body: [fix(name, 0), fix(`ghost${i}`, 0), fix(name, i % 2)] }),
        { concurrency: "unbounded" }
      )
      answers.forEach(({ body }, i) => {
        assert.deepStrictEqual(
          body.items.map((o: { status: string }) => o.status),
          ["accepted", "unassigned", i % 2 === 0 ? "duplicate" : "accepted"]
        )
      })
      assert.deepStrictEqual(yield* stored(project), { positions: 30, logged: 30 })
    })
  )

  it.effect(
    "knows a source by its token alone: 401 without, with another's, or on a path that is none; 403 " +
      "when it is switched off",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { send } = yield* TestServer
        const one = yield* makeSource(),
          other = yield* makeSource()
        const body = fix("a", 0)
        for (const token of [null, "", "wrong", other.token, undefined]) {
          const answer = yield* send("POST", `/ingest/http/${one.id}`, {
            body,
            ...(token === undefined ? {} : { token })
          })
          assert.deepInclude({ status: answer.status, ...answer.body }, { status: 401, code: "UNAUTHORIZED" })
          assert.strictEqual(answer.headers.get("www-authenticate"), "Bearer")
        }
        assert.strictEqual((yield* send("POST", "/ingest/http/none", { body, token: one.token })).status, 401)
        yield* sql`update data_sources set enabled = false where id = ${other.id}::uuid`
        assert.deepInclude((yield* post(other, { body })).body, { status: 403, code: "DATA_SOURCE_DISABLED" })
      })
  )

  it.effect("a body that cannot be read is refused whole and leaves a trace", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const source = yield* makeSource()
      const answer = yield* post(source, { text: "<xml/>" })
      assert.deepInclude(
        { status: answer.status, ...answer.body },
        { status: 400, code: "PAYLOAD_DECODE_FAILED" }
      )
      const [trace] = yield* sql<{
        code: string
        payload: string
      }>`select code, payload from processing_traces where data_source_id = ${source.id}::uuid`
      assert.deepInclude(trace, { code: "PAYLOAD_DECODE_FAILED", payload: "<xml/>" })
      assert.strictEqual((yield* post(source, { text: new Uint8Array([0x7b, 0xff, 0x7d]) })).status, 400)
      assert.strictEqual(
        (yield* post(source, { text: "{}", headers: { "content-type": "text/plain" } })).status,
        415
      )
      assert.deepInclude((yield* post(source, { text: "[".repeat(33) + "]".repeat(33) })).body, {
        status: 422,
        code: "TOO_DEEP"
      })
      assert.strictEqual(
        (yield* post(source, { text: `${"[".repeat(32)}"[[[["${"]".repeat(32)}` })).status,
        202
      )
      assert.strictEqual((yield* post(source, { text: "[".repeat(200_000) })).status, 422)
      assert.strictEqual((yield* post(source, { text: new Uint8Array(32 * 1024 * 1024 + 1) })).status, 413)
    })
  )

  it.effect(
    "takes 30 MiB in one request",
    () =>
      Effect.gen(function* () {
        const { project, source } = yield* makePasture("a")
        const body = Array.from({ length: 3000 }, (_, i) =>
          fix("a", i, { attributes: { x: "a".repeat(10_000) } })
        )
        const answer = yield* post(source, { body })
        assert.deepInclude(answer.body, { accepted: 3000, rejected: 0 })
        assert.deepStrictEqual(yield* stored(project), { positions: 3000, logged: 3000 })
      }),
    STORY
  )
})

layer(serve({ maxUnreadRows: 2 }), { excludeTestServices: true, timeout: "30 seconds" })(
  "ingest under too much load",
  (it) => {
    it.effect("answers 503 with Retry-After, as a problem, before anything is read", () =>
      Effect.gen(function* () {
        const { source } = yield* makePasture("a")
        let minute = 0
        const answer = yield* Effect.suspend(() => post(source, { body: fix("a", minute++) })).pipe(
          Effect.repeat({ until: ({ status }) => status !== 202 }),
          Effect.timeout("10 seconds")
        )
        assert.strictEqual(answer.status, 503)
        assert.match(answer.headers.get("retry-after")!, /^\d+$/)
        assert.match(answer.headers.get("content-type")!, /^application\/problem\+json/)
        assert.deepInclude(answer.body, { code: "NOT_NOW", status: 503 })
      })
    )
  }
)

layer(serve({ maxUnreadRowsPerProject: 2 }), { excludeTestServices: true, timeout: "30 seconds" })(
  "ingest for a project whose rules are too far behind",
  (it) => {
    it.effect(
      "answers 503 with Retry-After and says whose backlog it is and why, while other sources go on",
      () =>
        Effect.gen(function* () {
          const { project, source } = yield* makePasture("a"),
            other = yield* makePasture("b")
          const rows = yield* appendRows(7, [project], 3)
          yield* passTo(7, rows[2]!)
          yield* park({ project, partition: 7, position: rows[0]! - 1 })
          let minute = 0
          const tried = (wanted: number) =>
            Effect.suspend(() => post(source, { body: fix("a", minute++) })).pipe(
              Effect.repeat({ until: ({ status }) => status === wanted }),
              Effect.timeout("10 seconds")
            )
          const answer = yield* tried(503)
          assert.match(answer.headers.get("retry-after")!, /^\d+$/)
          assert.match(answer.headers.get("content-type")!, /^application\/problem\+json/)
          assert.deepInclude(answer.body, { code: "NOT_NOW", status: 503 })
          assert.include(answer.body.detail, `3 log rows of the project ${project} wait`)
          assert.strictEqual((yield* post(other.source, { body: fix("b", 0) })).status, 202)
          const sql = yield* SqlClient.SqlClient
          yield* sql`delete from project_lanes`
          yield* tried(202)
        })
    )
  }
)
