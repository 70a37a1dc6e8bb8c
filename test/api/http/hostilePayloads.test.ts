// Every adapter, on the whole way of what comes in, fed what no sender would send: recorded payloads cut off
// anywhere, and with each member replaced by each wrong type. Whatever it is, it gets a status, a code and a
// trace; nothing breaks, and its neighbours are taken.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { InboxLive } from "../../../src/listeners/inbox.ts"
import type { AdapterKey } from "../../../src/domain/tracking/DataSource.ts"
import { Inbox } from "../../../src/listeners/ports.ts"
import { IntakeSql } from "../../../src/store/intake/IntakeSql.ts"
import { pool } from "../../../src/store/sql/Pg.ts"
import { bodyOf, type Recorded, recorded, recordedAdapters } from "../../domain/intake/decode/fixtures.ts"
import { assertUnhurt } from "../../support/http/badInputs.ts"
import { cuts, mutations, some } from "../../support/http/hostile.ts"
import { type Answer, serve, TestServer } from "../../support/http/server.ts"
import { expectStatus, fresh } from "../../support/http/tracking.ts"
import { casesOf, REPEATED } from "../../support/stories.ts"

/** Of each recording, of the thousands that can be made. */
const TRIES = casesOf(40)

const makeSource = (adapter: AdapterKey, config: object) =>
  Effect.map(
    expectStatus(201, "POST", "/data-sources", { name: fresh(adapter), adapter_key: adapter, config }),
    ({ id, token }) => ({ id: String(id), token: String(token) })
  )
type Source = Effect.Success<ReturnType<typeof makeSource>>

interface Traced {
  readonly code: string | null
  readonly error: string | null
  readonly is_kept: boolean
}

const tracesOf = (source: Source) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.orDie(
      sql<Traced>`select code, error, payload is not null as is_kept from processing_traces
        where data_source_id = ${source.id}::uuid and status = 'failed'`
    )
  )

/** Each trace says what was wrong, and with what. */
const assertTold = (traces: ReadonlyArray<Traced>) => {
  for (const { code, error, is_kept } of traces)
    assert.isTrue(
      code !== null && error !== null && error !== "" && is_kept,
      JSON.stringify({ code, error, is_kept })
    )
}

const hostile = (recording: Recorded): ReadonlyArray<string> => [
  ...some(cuts(bodyOf(recording)), TRIES / 4),
  ...(recording.body === undefined ? [] : some(mutations(recording.body), TRIES))
]

/**
 * How many traces an answer promises: of a body that was refused one, of items one each, and of those that
 * never say it (null) nobody knows.
 */
const refusedIn = ({ body, status }: Answer, sent: string): number | null => {
  const what = `${status} ${JSON.stringify(body).slice(0, 300)} to ${sent.slice(0, 300)}`
  assert.include([200, 202, 400, 422], status, what)
  if (status >= 400) {
    assert.isString(body.code, what)
    return 1
  }
  if (!Array.isArray(body?.items)) return null
  const refused = body.items.filter(
    (item: { readonly status: string }) => item.status !== "accepted" && item.status !== "duplicate"
  )
  for (const { code, trace_id } of refused)
    assert.isTrue(typeof code === "string" && typeof trace_id === "string", what)
  return refused.length
}

const own: ReadonlyArray<Recorded> = [
  {
    name: "all that our own format knows",
    body: {
      device: "collar",
      time: "2026-05-01T04:40:00Z",
      lat: 51.2,
      lon: 10.5,
      altitude_m: 3,
      speed_mps: 0.4,
      heading_deg: 7,
      accuracy_m: 6,
      satellites: 8,
      record_type: "gnss",
      measurements: { battery_voltage: 3.7 },
      state: { mode: "x" },
      events: [{ type: "SEEN", title: "x" }],
      attributes: { lot: "B" }
    }
  }
]

layer(serve(), { excludeTestServices: true, timeout: "120 seconds" })("hostile payloads", (it) => {
  it.effect.each([
    "generic_http" as const,
    ...recordedAdapters.filter((adapter) => adapter !== "generic_mqtt")
  ])(
    "to %s over HTTP get a status, a code and a trace, and those who are well are taken after them",
    (adapter) =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        for (const recording of adapter === "generic_http"
          ? own
          : recorded(adapter).cases.filter(({ topic }) => topic === undefined)) {
          const source = yield* makeSource(adapter, recording.config ?? {})
          const post = (query: string, text: string) => {
            const tail = query === "" ? "" : `?${query}`,
              contentType = recording.contentType ?? "application/json"
            if (adapter !== "osmand")
              return send("POST", `/ingest/http/${source.id}${tail}`, {
                token: source.token,
                text,
                headers: { "content-type": contentType }
              })
            const address = `/ingest/osmand/${source.id}/${source.token}${tail}`
            return contentType === ""
              ? send("GET", address, { token: null })
              : send("POST", address, { token: null, text, headers: { "content-type": contentType } })
          }
          const query = recording.query ?? ""
          const bodies = recording.contentType === "" ? [] : hostile(recording),
            queries = some(cuts(query), TRIES / 4)
          const answers = yield* Effect.forEach(
            [
              ...bodies.map((body) => [query, body] as const),
              ...queries.map((q) => [q, bodyOf(recording)] as const)
            ],
            ([q, body]) => Effect.map(post(q, body), (answer) => refusedIn(answer, `${q} ${body}`)),
            { concurrency: 8 }
          )
          const traces = yield* tracesOf(source),
            promised = answers.reduce<number>((sum, n) => sum + (n ?? 0), 0)
          assertTold(traces)
          assert.isAtLeast(traces.length, promised, recording.name)
          if (!answers.includes(null)) assert.lengthOf(traces, promised, recording.name)
          const { status } = yield* post(query, bodyOf(recording))
          assert.strictEqual(status >= 400, recording.refused !== undefined, recording.name)
        }
        yield* assertUnhurt
      }),
    REPEATED
  )

  it.effect("among items that are well are told apart from them", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const source = yield* makeSource("generic_http", {})
      const good = (n: number) =>
        JSON.stringify({ device: "well", time: Date.UTC(2026, 4, 1) + n, lat: 51, lon: 10 })
      // what is no JSON, or nested too deeply, is said of a body as a whole
      const items = some(
        mutations(own[0]!.body).filter((text) => !/NaN[\],}]|^NaN|\[{33}/.test(text)),
        200
      )
      for (let from = 0; from < items.length; from += 20) {
        const bad = items.slice(from, from + 20)
        const answer = yield* send("POST", `/ingest/http/${source.id}`, {
          token: source.token,
          text: `[${bad.map((text, i) => `${good(from + i)},${text}`).join(",")}]`
        })
        assert.strictEqual(answer.status, 202, JSON.stringify(answer.body).slice(0, 300))
        const statuses: ReadonlyArray<string> = answer.body.items.map(
          (item: { readonly status: string }) => item.status
        )
        assert.deepStrictEqual(
          statuses.filter((_, i) => i % 2 === 0),
          bad.map(() => "unassigned")
        )
        assert.lengthOf(statuses, 2 * bad.length)
      }
    })
  )

  it.effect("through a broker are acknowledged, traced, and hold up nothing", () =>
    Effect.gen(function* () {
      const inbox = yield* Inbox
      for (const adapter of ["generic_mqtt", "owntracks", "chirpstack"] as const)
        for (const recording of recorded(adapter).cases.filter(({ topic }) => topic !== undefined)) {
          const source = yield* makeSource(adapter, {
            ...recording.config,
            mqtt: { url: "mqtt://127.0.0.1:1", topics: recording.config?.mqtt?.topics ?? [recording.topic!] }
          })
          const sql = yield* SqlClient.SqlClient
          const [row] = yield* sql<{
            hash: Uint8Array
            config: Recorded["config"]
          }>`select token_hash as hash, config from data_sources where id = ${source.id}::uuid`
          const config = row!.config!
          const listening = {
            id: source.id,
            adapterKey: adapter,
            config,
            broker: config.mqtt!,
            password: null,
            tokenHash: row!.hash,
            edition: ""
          }
          const hear = (payload: Uint8Array, topic = recording.topic!) =>
            inbox.take(listening, [{ payload, topic, retained: recording.retained === true, at: Date.now() }])
          const text = bodyOf(recording)
          for (const body of hostile(recording)) yield* hear(Buffer.from(body))
          for (const topic of [
            ...cuts(recording.topic!),
            "\ud800",
            "\u0000",
            "/".repeat(1000),
            "a/b/event/toString",
            "__proto__/constructor"
          ])
            yield* hear(Buffer.from(text), topic)
          for (const bytes of [[0xff, 0xfe], [0xc3], [0xed, 0xa0, 0x80]]) yield* hear(Uint8Array.from(bytes))
          yield* hear(Buffer.from(text))
          const traces = yield* tracesOf(source)
          assertTold(traces)
          assert.isAtLeast(traces.length, 3, recording.name)
        }
      yield* assertUnhurt
    }).pipe(
      Effect.provide(
        InboxLive.pipe(
          Layer.provide(
            IntakeSql({
              maxFutureSeconds: 300,
              maxUnreadRows: 1_000_000,
              maxUnreadRowsPerProject: 1_000_000
            })
          ),
          Layer.provide(
            pool({
              role: "pugmark_ingest",
              copies: true,
              maxConnections: 2,
              applicationName: "hostile",
              statementTimeoutMs: 10_000
            })
          )
        )
      )
    )
  )
})
