// Every adapter's recorded payloads on their whole way: over HTTP or through a broker into the tables, with
// the device they name on an animal. What must be stored is worked out from the recordings by plain words,
// not by the code that stores.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { listenLayer } from "../../../../src/roles/listen.ts"
import { DatabaseUrl } from "../../../../src/store/sql/Pg.ts"
import {
  bodyOf,
  type Recorded,
  recorded,
  recordedAdapters,
  RECEIVED_AT
} from "../../../domain/intake/decode/fixtures.ts"
import { openBroker, openPublisher } from "../../../support/outside/broker.ts"
import { type Answer, serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, fresh, makeDevice, makeEntity, makeProject } from "../../../support/http/tracking.ts"
import { until } from "../../../support/until.ts"

type Adapter = (typeof recordedAdapters)[number] | "generic_http"

interface Item {
  readonly [member: string]: unknown
  readonly device?: string
  readonly time: string | number
  readonly metric?: string
}

/** Our own format, as the guide sends it. */
const own: ReadonlyArray<Recorded> = [
  {
    name: "a fix, two values and a state in one",
    body: {
      device: "collar-7",
      time: "2026-05-01T04:40:00Z",
      lat: 51.205,
      lon: 10.51,
      speed_mps: 0.4,
      accuracy_m: 6,
      satellites: 8,
      measurements: { battery_voltage: 3.7, moving: true },
      state: { mode: "grazing" },
      lot: "B"
    },
    items: [
      {
        device: "collar-7",
        time: "2026-05-01T04:40:00Z",
        lat: 51.205,
        lon: 10.51,
        speed_mps: 0.4,
        accuracy_m: 6,
        satellites: 8,
        measurements: { battery_voltage: 3.7, moving: true },
        state: { mode: "grazing" },
        attributes: { lot: "B" }
      }
    ]
  },
  {
    name: "lines",
    contentType: "application/x-ndjson",
    text: '{"device":"a","time":1777610400,"lat":1,"lon":2}\nnonsense\n',
    items: [{ device: "a", time: 1777610400, lat: 1, lon: 2 }, { unreadable: "JSON" }]
  }
]

const all: ReadonlyArray<{ readonly adapter: Adapter; readonly recording: Recorded }> = [
  ...recordedAdapters.map((adapter) => [adapter, recorded(adapter).cases] as const),
  ["generic_http" as const, own] as const
].flatMap(([adapter, cases]) => cases.map((recording) => ({ adapter, recording })))

const throughBroker = all.filter(({ recording }) => recording.topic !== undefined),
  overHttp = all.filter(({ recording }) => recording.topic === undefined)

const saneOf = ({ items = [], sane }: Recorded): ReadonlyArray<Item> =>
  sane === 0 ? [] : (items as ReadonlyArray<Item>).filter((item) => !("unreadable" in item))

/** An instant, or that it is about now. */
const timeOf = (time: string | number): string => {
  const at = typeof time === "string" ? Date.parse(time) : time < 1e11 ? time * 1000 : time
  return at === RECEIVED_AT || Math.abs(at - Date.now()) < 300_000 ? "now" : new Date(at).toISOString()
}

/** As text that does not tell in which order members were written. */
const textOf = (line: ReadonlyArray<unknown>): string =>
  JSON.stringify(line, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value
  )

const named = new Set([
  "device",
  "device_name",
  "time",
  "lat",
  "lon",
  "altitude_m",
  "speed_mps",
  "heading_deg",
  "accuracy_m",
  "satellites",
  "record_type",
  "measurements",
  "metric",
  "value",
  "state",
  "events",
  "attributes"
])

/** What of the sane items must be in the tables, as sorted lines of text. */
const expectedOf = (recording: Recorded): ReadonlyArray<string> =>
  saneOf(recording)
    .flatMap((item) => {
      const time = timeOf(item.time),
        { device } = item
      const line = (...what: ReadonlyArray<unknown>) => textOf([device, time, ...what])
      const measurements = {
        ...(item["measurements"] as object),
        ...(item.metric === undefined ? {} : { [item.metric]: item["value"] })
      }
      const others = Object.fromEntries(Object.entries(item).filter(([member]) => !named.has(member)))
      const attributes = { ...others, ...(item["attributes"] as object) }
      return [
        ...(item["lat"] === undefined
          ? []
          : [
              line(
                "position",
                item["lon"],
                item["lat"],
                ...["altitude_m", "speed_mps", "heading_deg", "accuracy_m", "satellites"].map(
                  (m) => item[m] ?? null
                ),
                item["record_type"] ?? "gnss",
                attributes
              )
            ]),
        ...Object.entries(measurements).map(([key, value]) => line("measurement", key, value)),
        ...Object.entries(item["state"] ?? {}).map(([key, value]) => line("state", key, value)),
        ...((item["events"] as ReadonlyArray<{ type: string; title: string; severity?: string }>) ?? []).map(
          ({ severity = "info", title, type }) => line("event", type, title, severity)
        )
      ]
    })
    .sort()

/** A source of the adapter, and an animal on each device that the recording names. */
const prepare = Effect.fnUntraced(function* (adapter: Adapter, recording: Recorded, config: object) {
  const project = yield* makeProject()
  const source = yield* expectStatus(201, "POST", "/data-sources", {
    name: fresh(adapter),
    adapter_key: adapter,
    config
  })
  const externalIds = [...new Set(saneOf(recording).map(({ device }) => device!))]
  const devices = yield* Effect.forEach(
    externalIds,
    Effect.fnUntraced(function* (external_id) {
      const device = yield* makeDevice({ external_id, data_source_id: source.id }),
        animal = yield* makeEntity(project.id)
      yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, {
        project_id: project.id,
        valid_from: "2020-01-01T00:00:00Z"
      })
      yield* expectStatus(201, "POST", `/projects/${project.id}/entity-assignments`, {
        device_id: device.id,
        entity_id: animal.id,
        valid_from: "2020-01-01T00:00:00Z"
      })
      return { id: device.id as string, animal: animal.id as string, external_id }
    })
  )
  return { id: source.id as string, token: source.token as string, project: project.id as string, devices }
})
type Prepared = Effect.Success<ReturnType<typeof prepare>>

/** What is in the tables of the source's devices, each row on its animal, in the words of `expectedOf`. */
const storedOf = Effect.fnUntraced(function* ({ devices, project }: Prepared) {
  const sql = yield* SqlClient.SqlClient
  const lines: Array<string> = []
  for (const { animal, external_id, id } of devices) {
    const line = (time: Date, ...what: ReadonlyArray<unknown>) =>
      lines.push(textOf([external_id, timeOf(time.getTime()), ...what]))
    const whose = sql`device_id = ${id}::uuid and entity_id = ${animal}::uuid
      and project_id = ${project}::uuid`
    for (const r of yield* sql<{ t: Date; v: ReadonlyArray<unknown>; attributes: object | null }>`
      select original_time as t, jsonb_build_array(lon, lat, altitude_m, speed_mps, heading_deg, accuracy_m,
        satellites, record_type) as v, attributes from positions where ${whose}`) {
      line(r.t, "position", ...r.v, r.attributes ?? {})
    }
    for (const r of yield* sql<{ t: Date; metric_key: string; v: unknown }>`
      select original_time as t, metric_key,
        coalesce(to_jsonb(value_number), to_jsonb(value_boolean), to_jsonb(value_text)) as v from measurements
        where ${whose} and derived is null`)
      line(r.t, "measurement", r.metric_key, r.v)
    for (const r of yield* sql<{
      t: Date
      state_key: string
      value: unknown
    }>`select original_time as t, state_key, value from device_states where ${whose}`)
      line(r.t, "state", r.state_key, r.value)
    for (const r of yield* sql<{
      t: Date
      event_type: string
      title: string
      severity: string
    }>`select time as t, event_type, title, severity::text from events where ${whose}`)
      line(r.t, "event", r.event_type, r.title, r.severity)
  }
  return lines.sort()
})

/** What of it was refused, by the traces. */
const tracedOf = (source: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ code: string }>`select code from processing_traces where data_source_id = ${source}::uuid`,
      (rows) => rows.map(({ code }) => code)
    )
  )

const refusalsOf = ({ items = [], refused, sane }: Recorded): number =>
  refused !== undefined ? 1 : sane === 0 ? items.length : items.length - saneOf({ items, name: "" }).length

/** Sends as the format's senders do: OsmAnd's by an address alone, the others with the token in a header. */
const post = Effect.fnUntraced(function* (
  adapter: Adapter,
  recording: Recorded,
  { id, token }: Prepared
): Effect.fn.Return<Answer, never, TestServer> {
  const { send } = yield* TestServer
  const query = recording.query === undefined ? "" : `?${recording.query}`,
    contentType = recording.contentType ?? "application/json"
  if (adapter !== "osmand")
    return yield* send("POST", `/ingest/http/${id}${query}`, {
      token,
      text: bodyOf(recording),
      headers: { "content-type": contentType }
    })
  const address = `/ingest/osmand/${id}/${token}${query}`
  return yield* contentType === ""
    ? send("GET", address, { token: null })
    : send("POST", address, {
        token: null,
        text: bodyOf(recording),
        headers: { "content-type": contentType }
      })
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("recorded payloads", (it) => {
  it.effect.each(overHttp.map(({ adapter, recording }) => [adapter, recording.name, recording] as const))(
    "of %s over HTTP end as the right records: %s",
    ([adapter, , recording]) =>
      Effect.gen(function* () {
        const prepared = yield* prepare(adapter, recording, recording.config ?? {})
        const answer = yield* post(adapter, recording, prepared)
        if (recording.refused !== undefined) {
          assert.deepInclude(answer.body, { status: 400, code: "PAYLOAD_DECODE_FAILED" })
          assert.include(answer.body.detail, recording.refused)
        } else assert.include([200, 202], answer.status, JSON.stringify(answer.body))
        assert.deepStrictEqual(yield* storedOf(prepared), expectedOf(recording))
        assert.lengthOf(yield* tracedOf(prepared.id), refusalsOf(recording))
        // whoever had no answer sends again
        yield* post(adapter, recording, prepared)
        if (expectedOf(recording).every((line) => !line.includes('"now"')))
          assert.deepStrictEqual(yield* storedOf(prepared), expectedOf(recording))
      })
  )

  it.effect(
    "through a broker end as the right records, whoever made them",
    () =>
      Effect.gen(function* () {
        const url = yield* DatabaseUrl
        assert.sameMembers(
          [...new Set(throughBroker.map((t) => t.adapter))],
          ["owntracks", "chirpstack", "generic_mqtt", "meshtastic"]
        )
        const waiting = yield* Effect.forEach(
          throughBroker,
          Effect.fnUntraced(function* ({ adapter, recording }) {
            const broker = yield* openBroker,
              { publish } = yield* openPublisher(broker.url)
            const topics = recording.config?.mqtt?.topics ?? [recording.topic!]
            const prepared = yield* prepare(adapter, recording, {
              ...recording.config,
              mqtt: { url: broker.url, topics }
            })
            const tell = publish(recording.topic!, bodyOf(recording), recording.retained)
            // what a broker keeps was told before anybody listened
            if (recording.retained === true) yield* tell
            return { broker, prepared, recording, tell }
          })
        )
        yield* Layer.build(
          listenLayer({
            websocketAllowPrivate: false,
            maxFutureSeconds: 300,
            maxUnreadRows: 1_000_000,
            maxUnreadRowsPerProject: 1_000_000
          }).pipe(Layer.provide(Layer.succeed(DatabaseUrl, url)))
        ).pipe(Effect.orDie)
        for (const { broker, prepared, recording, tell } of waiting) {
          yield* until(
            expectStatus(200, "GET", `/data-sources/${prepared.id}`),
            ({ connection }) => connection?.status === "connected"
          )
          if (recording.retained !== true) yield* tell
          yield* until(
            Effect.sync(() => broker.acknowledged(`pugmark-${prepared.id}`)),
            (n) => n === 1
          )
          assert.deepStrictEqual(yield* storedOf(prepared), expectedOf(recording), recording.name)
          assert.lengthOf(yield* tracedOf(prepared.id), refusalsOf(recording), recording.name)
        }
      }).pipe(Effect.scoped),
    60_000
  )

  it.effect("a token that was changed opens for another day beside the new one, and not longer", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const prepared = yield* prepare("generic_http", own[0]!, {})
      const statusOf = (token: string) =>
        Effect.map(post("generic_http", own[0]!, { ...prepared, token }), (answer) => answer.status)
      const first = yield* expectStatus(200, "POST", `/data-sources/${prepared.id}/rotate-token`)
      assert.deepStrictEqual(
        yield* Effect.forEach([prepared.token, first.token, "src_guess"], statusOf),
        [202, 202, 401]
      )
      const second = yield* expectStatus(200, "POST", `/data-sources/${prepared.id}/rotate-token`)
      assert.deepStrictEqual(yield* Effect.forEach([first.token, second.token], statusOf), [202, 202])
      yield* sql`update data_sources set previous_token_until = now() where id = ${prepared.id}::uuid`
      yield* until(statusOf(first.token), (status) => status === 401)
      assert.deepStrictEqual(yield* Effect.forEach([prepared.token, second.token], statusOf), [401, 202])
    })
  )

  it.effect("a source's password in Basic credentials is its token, for phones that know nothing else", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const recording = recorded("owntracks").cases[1]!
      const prepared = yield* prepare("owntracks", recording, {})
      const basic = (password: string) =>
        send("POST", `/ingest/http/${prepared.id}`, {
          token: null,
          text: bodyOf(recording),
          headers: { authorization: `Basic ${Buffer.from(`alma:${password}`).toString("base64")}` }
        })
      assert.strictEqual((yield* basic("guess")).status, 401)
      const { body, status } = yield* basic(prepared.token)
      assert.deepStrictEqual([status, body], [200, []]) // the answer of OwnTracks' own server
      assert.deepStrictEqual(yield* storedOf(prepared), expectedOf(recording))
    })
  )
})
