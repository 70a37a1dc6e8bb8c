// The short way into ingest beside the long one: which requests take it, and that nobody can tell from an
// answer.
import { assert, describe, it as plain, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Logger, References, Tracer } from "effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { connect } from "node:net"
import { Api } from "../../../src/contract/Api.ts"
import { endWaiting, locksOn, untilWaiting } from "../../support/sql/locks.ts"
import { makePasture, type Pasture, type Source } from "../../support/sql/pasture.ts"
import { rawRequest } from "../../support/http/rawHttp.ts"
import { type Answer, type Sent, serve, TestServer } from "../../support/http/server.ts"

/** What sends an otherwise ordinary request the long way: a trace to be continued. */
const TRACED = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" }
const ways = [{}, TRACED]

const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 10, minute)).toISOString()
const fix = (device: string, minute: number, more: object = {}) => ({
  device,
  time: at(minute),
  lon: 10,
  lat: 53,
  ...more
})

const post = Effect.fnUntraced(function* ({ source }: Pasture, sent: Sent) {
  const { send } = yield* TestServer
  return yield* send("POST", `/ingest/http/${source.id}`, { token: source.token, ...sent })
})

/** A request as it goes over the wire. */
const byHand = ({ id, token }: Source, item: object, headers: object): string => {
  const text = JSON.stringify(item)
  const head = {
    host: "x",
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "content-length": text.length,
    ...headers
  }
  return [
    `POST /api/v1/ingest/http/${id} HTTP/1.1`,
    ...Object.entries(head).map(([name, value]) => `${name}: ${String(value)}`),
    "",
    text
  ].join("\r\n")
}

/** One of a few values, null or nothing: some of them right. */
const perhaps = <const L extends ReadonlyArray<string | number>>(values: L) =>
  Schema.optionalKey(Schema.NullOr(Schema.Literals(values)))

/** Items as devices send them, and as they should not. */
const AnyItem = Schema.Struct({
  device: perhaps(["a", "b", "ghost", "", 7]),
  time: perhaps([at(40), at(41), "yesterday", -1, 1e300]),
  lon: perhaps([10, 11, 181, "x"]),
  lat: perhaps([53, -91, 0]),
  record_type: perhaps(["gnss", "network", "magic"]),
  satellites: perhaps([9, 9.5, 40_000]),
  more: Schema.optionalKey(Schema.Json),
  measurements: Schema.optionalKey(
    Schema.Record(
      Schema.Literals(["temperature_c", "accel_x", "accel_y", "accel_z", "§"]),
      perhaps([20, 21, "warm"])
    )
  ),
  state: Schema.optionalKey(Schema.Record(Schema.Literals(["door", "0"]), Schema.Json)),
  events: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({ type: Schema.Literals(["HELP", "help"]), title: Schema.Literals(["Help", ""]) })
    )
  )
})
const AnyBody = Schema.Union([AnyItem, Schema.Array(Schema.Union([AnyItem, Schema.Json]))])

interface LogLine {
  readonly message: unknown
  readonly level: string
  readonly requestId: unknown
  readonly traceId: string | undefined
}

let spans = 0
const lines: Array<LogLine> = []

/** Counts the long way's spans and keeps what is logged. */
const watching = Layer.mergeAll(
  Layer.succeed(References.MinimumLogLevel, "Info"),
  Layer.succeed(
    Tracer.Tracer,
    Tracer.make({
      span: (options) => {
        if (options.name === "http.request") spans++
        return new Tracer.NativeSpan(options)
      }
    })
  ),
  Logger.layer([
    Logger.make<unknown, void>(({ fiber, logLevel, message }) => {
      const { request_id } = fiber.getRef(References.CurrentLogAnnotations)
      lines.push({
        message,
        level: logLevel,
        requestId: request_id,
        traceId: Context.getOrUndefined(fiber.context, Tracer.ParentSpan)?.traceId
      })
    })
  ])
)

/** What is left of an answer without its time and its traces' ids. */
const told = ({ body, headers, status }: Answer) => {
  const { date: _, ...rest } = Object.fromEntries(headers)
  return {
    status,
    headers: rest,
    body: JSON.stringify(body).replaceAll(/"trace_id":"[0-9a-f-]{36}"/g, '"trace_id":"…"')
  }
}

describe("the lane", () => {
  plain("is beside the contract's own path", () => {
    const paths: Array<string> = []
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, group }) => {
        if (group.identifier === "ingest") paths.push(endpoint.path)
      }
    })
    assert.include(paths, "/api/v1/ingest/http/:data_source_id")
  })
})

layer(serve({}, watching), { excludeTestServices: true, timeout: "60 seconds" })(
  "a request to ingest",
  (it) => {
    it.effect("takes the short way when it is ordinary, and the long one when anything about it is not", () =>
      Effect.gen(function* () {
        const { port, send } = yield* TestServer
        const pasture = yield* makePasture("a"),
          { source } = pasture
        let minute = 0
        yield* post(pasture, { body: fix("a", minute++) }) // from now on it is in memory
        const spansOf = <A, R>(sending: Effect.Effect<A, never, R>, check: (answer: A) => void) =>
          Effect.gen(function* () {
            spans = 0
            check(yield* sending)
            return spans
          })
        const status = (expected: number) => (answer: { readonly status: number }) =>
          assert.strictEqual(answer.status, expected)
        const ordinary: ReadonlyArray<Sent> = [
          { body: fix("a", minute++) },
          { body: [fix("a", minute++), fix("a", minute++)] },
          {
            text: `${JSON.stringify(fix("a", minute++))}\n`,
            headers: { "content-type": "application/x-ndjson" }
          },
          { body: fix("a", minute++), headers: { "content-type": "Application/JSON; charset=UTF-8" } },
          { body: fix("a", minute++), headers: { "x-request-id": "mine" } },
          { body: [] }
        ]
        for (const sent of ordinary)
          assert.strictEqual(yield* spansOf(post(pasture, sent), status(202)), 0, JSON.stringify(sent))
        const path = `/ingest/http/${source.id}`,
          { token } = source
        const odd: ReadonlyArray<readonly [expected: number, method: string, path: string, sent: Sent]> = [
          [202, "POST", path, { token, body: fix("a", minute++), headers: TRACED }],
          [
            202,
            "POST",
            path,
            {
              token,
              body: fix("a", minute++),
              headers: { b3: "0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1" }
            }
          ],
          [
            202,
            "POST",
            path,
            {
              token,
              body: fix("a", minute++, {
                attributes: { x: Array.from({ length: 15 }, () => "a".repeat(1000)) },
                padding: ""
              }),
              headers: { "content-type": "application/json;;" }
            }
          ],
          [202, "POST", path, { token, text: JSON.stringify(fix("a", minute++)) + " ".repeat(64 * 1024) }],
          [202, "POST", `/ingest/http/${source.id.toUpperCase()}`, { token, body: fix("a", minute++) }],
          [401, "POST", path, { token: "another", body: fix("a", 0) }],
          [401, "POST", path, { token: null, body: fix("a", 0) }],
          [202, "POST", `${path}/`, { token, body: fix("a", 0) }],
          [400, "POST", path, { token, text: "", headers: { "content-type": "application/json" } }],
          [405, "PUT", path, { token, body: fix("a", 0) }],
          [405, "GET", path, { token }],
          [
            415,
            "POST",
            path,
            { token, text: JSON.stringify(fix("a", 0)), headers: { "content-type": "text/plain" } }
          ],
          [415, "POST", path, { token, body: fix("a", 0), headers: { "content-encoding": "gzip" } }],
          [
            431,
            "POST",
            path,
            {
              token,
              body: fix("a", 0),
              headers: Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`x-${i}`, "1"]))
            }
          ]
        ]
        for (const [expected, method, to, sent] of odd)
          assert.isAbove(
            yield* spansOf(send(method, to, sent), status(expected)),
            0,
            `${method} ${to} ${JSON.stringify(sent).slice(0, 200)}`
          )
        const text = JSON.stringify(fix("a", minute++))
        const chunked =
          `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ` +
          `bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: ` +
          `chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
        assert.isAbove(yield* spansOf(rawRequest(port, chunked), status(202)), 0)
      })
    )

    it.effect("is answered the same both ways: status, headers and body", () =>
      Effect.gen(function* () {
        const pastures = [yield* makePasture("a"), yield* makePasture("a")]
        const bodies: ReadonlyArray<Sent> = [
          { body: fix("a", 0) },
          { body: fix("a", 0) },
          {
            body: [
              fix("a", 0),
              fix("a", 1, { lat: 91 }),
              { ...fix("a", 0), lon: 11 },
              fix("a", 2, { measurements: { temperature_c: 20 }, state: { door: 1 } })
            ]
          },
          { body: fix("ghost", 0) },
          { body: fix("a", 3, { device: undefined }) },
          { body: [] },
          { body: fix("a", 4, { lon: 0, lat: 0 }) },
          { body: { ...fix("a", 5), measurements: { ẞ: 1 } } },
          {
            text: `${JSON.stringify(fix("a", 6))}\n{"broken":\n`,
            headers: { "content-type": "application/x-ndjson" }
          },
          { text: "<xml/>" },
          { text: "{" },
          { text: " " },
          { text: new Uint8Array([0x7b, 0xff, 0x7d]) },
          { text: "[".repeat(33) + "]".repeat(33) },
          { text: `\ufeff${JSON.stringify(fix("a", 7))}` },
          { text: '{"device":"a\\u0000","time":1780000000,"lat":1,"lon":1}' }
        ]
        for (const sent of bodies) {
          const [short, long] = yield* Effect.forEach(ways, (headers, i) =>
            post(pastures[i]!, { ...sent, headers: { "x-request-id": "same", ...sent.headers, ...headers } })
          )
          assert.deepStrictEqual(told(short!), told(long!))
        }
        const [short, long] = yield* Effect.forEach(ways, (headers, i) =>
          post(pastures[i]!, { body: fix("a", 30), headers: { ...headers, "x-request-id": "not harmless!" } })
        )
        for (const answer of [short!, long!])
          assert.match(answer.headers.get("x-request-id")!, /^[0-9a-f-]{36}$/)
        assert.sameMembers([...short!.headers.keys()], [...long!.headers.keys()])
      })
    )

    it.effect.prop(
      "is answered the same both ways whatever its body says",
      { bodies: Schema.Array(AnyBody).check(Schema.isMinLength(1), Schema.isMaxLength(4)) },
      ({ bodies }) =>
        Effect.gen(function* () {
          const pastures = [yield* makePasture("a", "b"), yield* makePasture("a", "b")]
          for (const body of bodies) {
            const [short, long] = yield* Effect.forEach(ways, (headers, i) =>
              post(pastures[i]!, { body, headers: { "x-request-id": "same", ...headers } })
            )
            assert.deepStrictEqual(told(short!), told(long!))
            assert.isBelow(short!.status, 500)
          }
        }),
      { arbitrary: { runs: 40 }, timeout: 60_000 }
    )

    it.effect("is answered the same both ways when up to 64 KiB of body are made to hurt", () =>
      Effect.gen(function* () {
        const fill = (start: string, part: string, end: string) =>
          start + part.repeat(Math.floor((65_536 - start.length - end.length) / part.length)) + end
        const item = JSON.stringify(fix("a", 50)).slice(0, -1)
        const bodies: ReadonlyArray<readonly [expected: number, text: string, type?: string]> = [
          [422, fill("", "[", "")],
          [422, fill("", '{"a":', "")],
          [400, fill("", "{", "").slice(0, 32)],
          [202, `[${"{},".repeat(2500)}{}]`],
          [202, fill(`${item},"x":"`, "x", '"}')],
          [202, fill(`${item},"x":"`, "\\u0000", '"}')],
          [202, fill(`${item},"x":[`, "[],", "[]]}")],
          [202, fill('{"device":"', "\\ud800", '"}')],
          [202, `${item},${Array.from({ length: 5000 }, (_, i) => `"k${i}":${i % 10}`).join(",")}}`],
          [202, `${item},"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`],
          [400, fill("", " ", "")],
          [400, fill('"', "x", "")],
          [202, "{\n".repeat(2500), "application/x-ndjson"],
          [202, fill("", "\n", "{}"), "application/x-ndjson"]
        ]
        const pastures = [yield* makePasture("a"), yield* makePasture("a")]
        for (const [expected, text, type = "application/json"] of bodies) {
          const [short, long] = yield* Effect.forEach(ways, (headers, i) =>
            post(pastures[i]!, {
              text,
              headers: { "x-request-id": "same", "content-type": type, ...headers }
            })
          )
          const about = `${text.slice(0, 80)} … ${text.slice(-20)}`
          assert.strictEqual(short!.status, expected, about)
          assert.deepStrictEqual(told(short!), told(long!), about)
        }
        assert.notProperty({}, "polluted")
      })
    )

    it.effect(
      "is refused the same both ways at the door: wrong type, unknown source, bad token, too large",
      () =>
        Effect.gen(function* () {
          const { port } = yield* TestServer
          const pasture = yield* makePasture("a"),
            { source } = pasture
          assert.strictEqual((yield* post(pasture, { body: fix("a", 0) })).status, 202) // now it is in memory
          const doors: ReadonlyArray<readonly [expected: number, source: Source, headers: object]> = [
            [415, source, { "content-type": "text/plain" }],
            [415, source, { "content-type": "application/json; charset=latin1" }],
            [415, source, { "content-encoding": "gzip" }],
            [401, { ...source, id: "0197a1b2-0000-7000-8000-000000000000" }, {}],
            [401, source, { authorization: "Bearer another" }],
            [401, source, { authorization: "Basic YTpi" }],
            [401, source, { authorization: "" }],
            [401, { ...source, id: "no-source" }, {}],
            [401, { ...source, id: `${source.id}/another` }, {}], // where a token may stand in the address
            [404, { ...source, id: `${source.id}/another/more` }, {}],
            [413, source, { "content-length": 32 * 1024 * 1024 + 1 }],
            [400, source, { "content-length": "many" }]
          ]
          for (const [expected, from, headers] of doors) {
            const answers = yield* Effect.forEach(ways, (way) =>
              rawRequest(
                port,
                byHand(from, fix("a", 1), { connection: "close", "x-request-id": "same", ...headers, ...way })
              )
            )
            const [short, long] = answers.map(({ status, text }) => ({
              status,
              text: text.replace(/^Date: .*$/im, "").replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…")
            }))
            assert.strictEqual(short!.status, expected, JSON.stringify(headers))
            assert.deepStrictEqual(short, long)
          }
        })
    )

    it.effect("is refused the same both ways where only the transaction can tell", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const answers: Array<Answer> = []
        for (const headers of ways) {
          const pasture = yield* makePasture("a"),
            {
              source: { id }
            } = pasture
          assert.strictEqual((yield* post(pasture, { body: fix("a", 0) })).status, 202) // now it is in memory
          const sent = { body: fix("a", 1), headers: { "x-request-id": "same", ...headers } }
          yield* sql`update data_sources set enabled = false where id = ${id}::uuid`
          answers.push(yield* post(pasture, sent))
          yield* sql`update data_sources set enabled = true, token_hash = sha256(${id}::bytea)
            where id = ${id}::uuid`
          answers.push(yield* post(pasture, sent))
        }
        assert.deepStrictEqual(
          answers.map((a) => a.status),
          [403, 401, 403, 401]
        )
        assert.deepStrictEqual(answers.slice(0, 2).map(told), answers.slice(2).map(told))
      })
    )

    it.effect("is told to come again the same both ways when the database goes away", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const answers = yield* Effect.forEach(ways, (headers) =>
          Effect.gen(function* () {
            const pasture = yield* makePasture("a")
            assert.strictEqual((yield* post(pasture, { body: fix("a", 0) })).status, 202)
            return yield* sql.withTransaction(
              Effect.gen(function* () {
                yield* sql`lock table positions in exclusive mode`
                const waiting = yield* Effect.forkChild(
                  post(pasture, { body: fix("a", 1), headers: { "x-request-id": "same", ...headers } })
                )
                yield* untilWaiting(1)
                yield* endWaiting("positions")
                return yield* Fiber.join(waiting)
              })
            )
          })
        )
        assert.strictEqual(answers[0]!.status, 503)
        assert.strictEqual(answers[0]!.headers.get("retry-after"), "2")
        assert.deepStrictEqual(told(answers[0]!), told(answers[1]!))
      })
    )

    it.effect(
      "is logged the same both ways: a success not at all, a refusal and a caller that went away with " +
        "request and trace",
      () =>
        Effect.gen(function* () {
          const { port } = yield* TestServer
          const sql = yield* SqlClient.SqlClient
          const pastures = [yield* makePasture("a"), yield* makePasture("a")]
          const linesOf = <R>(sending: (way: object, pasture: Pasture) => Effect.Effect<unknown, never, R>) =>
            Effect.forEach(ways, (way, i) =>
              Effect.gen(function* () {
                lines.length = 0
                yield* sending(way, pastures[i]!)
                return lines.map((line) => {
                  assert.match(line.traceId!, /^[0-9a-f]{32}$/)
                  return JSON.stringify({ ...line, traceId: null })
                    .replaceAll(pastures[i]!.source.id, "…")
                    .replace(/"ms":\d+/, '"ms":0')
                })
              })
            )
          const leave = (way: object, { source }: Pasture) =>
            sql.withTransaction(
              Effect.gen(function* () {
                yield* sql`lock table positions in exclusive mode`
                const socket = connect(port, "127.0.0.1")
                socket.write(byHand(source, fix("a", 1), { "x-request-id": "r-3", ...way }))
                yield* untilWaiting(1)
                socket.destroy()
                yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => lines.length > 0 })
              })
            )
          const [shortGood, longGood] = yield* linesOf((way, pasture) =>
            post(pasture, { body: fix("a", 0), headers: { "x-request-id": "r-1", ...way } })
          )
          assert.deepStrictEqual([shortGood, longGood], [[], []])
          const [shortBad, longBad] = yield* linesOf((way, pasture) =>
            post(pasture, { text: "{", headers: { "x-request-id": "r-2", ...way } })
          )
          assert.lengthOf(shortBad!, 1)
          assert.include(shortBad![0], '"status":400')
          assert.deepStrictEqual(shortBad, longBad)
          const [shortGone, longGone] = yield* linesOf((way, pasture) => Effect.orDie(leave(way, pasture)))
          assert.include(shortGone![0], '"status":499')
          assert.deepStrictEqual(shortGone, longGone)
        })
    )
  }
)

layer(Layer.empty, { excludeTestServices: true, timeout: "60 seconds" })("a server that closes", (it) => {
  /**
   * Requests of both ways that wait for the database while their server is told to close; `meanwhile` may let
   * them go on.
   */
  const closing = (meanwhile: (release: Effect.Effect<unknown>) => Effect.Effect<unknown>) =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>(),
        ready = yield* Deferred.make<Context.Context<TestServer | SqlClient.SqlClient>>()
      const server = yield* Effect.forkChild(
        Effect.scoped(
          Effect.gen(function* () {
            yield* Deferred.succeed(ready, yield* Layer.build(serve()))
            yield* Deferred.await(closed)
          })
        )
      )
      return yield* Effect.provideContext(
        Effect.gen(function* () {
          const { port } = yield* TestServer
          const sql = yield* SqlClient.SqlClient
          const pasture = yield* makePasture("a")
          assert.strictEqual((yield* post(pasture, { body: fix("a", 0) })).status, 202)
          const release = yield* Deferred.make<void>()
          const lock = yield* Effect.forkChild(
            sql.withTransaction(
              Effect.gen(function* () {
                yield* sql`set local idle_in_transaction_session_timeout = 0`
                yield* sql`lock table positions in exclusive mode`
                yield* Deferred.await(release)
              })
            )
          )
          yield* Effect.repeat(locksOn("positions"), {
            until: (locks) => locks.some((lock) => lock.mode === "ExclusiveLock")
          })
          const waiting = yield* Effect.forEach(ways, (headers, i) =>
            Effect.forkChild(
              rawRequest(
                port,
                byHand(pasture.source, fix("a", i + 1), {
                  connection: "close",
                  "x-request-id": "same",
                  ...headers
                })
              )
            )
          )
          yield* untilWaiting(1)
          yield* Deferred.succeed(closed, undefined)
          yield* meanwhile(Deferred.succeed(release, undefined))
          const answers = yield* Effect.forEach(waiting, Fiber.join)
          yield* Deferred.succeed(release, undefined)
          yield* Fiber.join(lock)
          yield* Fiber.join(server)
          return answers.map(({ status, text }) => ({ status, text: text.replace(/^Date: .*$/m, "") }))
        }),
        yield* Deferred.await(ready)
      )
    })

  it.effect("answers who is in it, both ways", () =>
    Effect.gen(function* () {
      const answers = yield* closing((release) => release)
      assert.strictEqual(answers[0]!.status, 202)
      assert.deepStrictEqual(answers[0], answers[1])
    })
  )

  it.effect("ends who is still in it after its time of grace, both ways", () =>
    Effect.gen(function* () {
      const [short, long] = yield* closing(() => Effect.void)
      assert.strictEqual(short!.status, 503)
      assert.deepStrictEqual(short, long)
    })
  )
})
