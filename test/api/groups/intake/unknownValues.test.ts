// What senders write where they know no value, through the running service: a position is kept and its rule fires, a
// place at 0/0 is used by nothing and counted, and an uplink that no codec decoded leaves a trace.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { engineLayer } from "../../../../src/roles/engine.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeDevice, makeSource } from "../../../support/http/tracking.ts"
import { makeWatched } from "../../../support/http/watched.ts"
import { until } from "../../../support/until.ts"

const MINUTE = 60_000

layer(engineLayer({ tickGraceSeconds: 20, lateQuietMs: 0 }).pipe(Layer.provideMerge(serve())), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("values that are not known", (it) => {
  const left = {
    trigger: { kind: "position" },
    conditions: { type: "spatial", relation: "exit" },
    event: { event_type: "LEFT", title: "{entity} left", create_alert: true }
  }

  it.effect("of speed, heading, accuracy and satellites cost no position, and the exit fires", () =>
    Effect.gen(function* () {
      const { alma, path, report, rule, source } = yield* makeWatched
      const { send } = yield* TestServer
      yield* rule("Left", left)
      const now = Date.now()
      const sent = (minute: number, lon: number, more: object) => ({
        device: alma.name,
        time: now - (30 - minute) * MINUTE,
        lat: 0.002,
        lon,
        ...more
      })
      const { body } = yield* send("POST", `/ingest/http/${source.id}`, {
        token: source.token,
        body: [
          sent(0, 0.005, { speed: -1 }),
          sent(1, 0.005, { heading: -1 }),
          sent(2, 0.005, { accuracy: -1 }),
          sent(3, 0.005, { satellites: -1 }),
          sent(4, 0.005, { speed: 4000 })
        ]
      })
      assert.deepStrictEqual(
        body.items.map((i: Record<string, unknown>) => [i["status"], i["code"], i["pointer"]]),
        [
          ["accepted", "FIELD_UNKNOWN", "/speed"],
          ["accepted", "FIELD_UNKNOWN", "/heading"],
          ["accepted", "FIELD_UNKNOWN", "/accuracy"],
          ["accepted", "FIELD_UNKNOWN", "/satellites"],
          ["rejected", "ITEM_INVALID", "/speed"]
        ]
      )
      yield* report([sent(5, 0.03, { speed: -1 })])
      const { items } = yield* expectStatus(200, "GET", `${path}/events?event_type=LEFT`)
      assert.lengthOf(items, 1)
    })
  )

  it.effect(
    "of a place, which is 0/0 then, are stored and used by nothing: no rule, no way, no last position; and counted",
    () =>
      Effect.gen(function* () {
        const { alma, path, project, report, rule, source } = yield* makeWatched
        yield* rule("Left", left)
        const now = Date.now()
        const sent = (minute: number, lat: number, lon: number, more: object = {}) => ({
          device: alma.name,
          time: now - (10 - minute) * MINUTE,
          lat,
          lon,
          ...more
        })
        yield* report([sent(0, 0.002, 0.005)])
        yield* report([sent(1, 0, 0), sent(2, 0.0009, -0.0009), sent(3, 48, 8, { satellites: 0 })])
        yield* report([sent(4, 0.002, 0.005)])
        const { items } = yield* expectStatus(200, "GET", `${path}/events`)
        assert.isEmpty(items)
        const track = yield* expectStatus(
          200,
          "GET",
          `${path}/positions?entity_id=${alma.id}&from=${new Date(now - 60 * MINUTE).toISOString()}&to=${new Date(now + MINUTE).toISOString()}`
        )
        assert.lengthOf(track.items, 2)
        const matter = yield* until(
          Effect.map(expectStatus(200, "GET", `/projects/${project}/needs-attention`), ({ items }) =>
            items.find((m: { readonly code: string }) => m.code === "POSITIONS_WITHOUT_FIX")
          ),
          (found) => found !== undefined
        )
        assert.deepInclude(matter, {
          count: 3,
          object: { type: "data_source", id: source.id, name: "LoRa north" }
        })
      })
  )

  it.effect("of a clock name the device, with what it is out by: minutes ahead, or decades behind", () =>
    Effect.gen(function* () {
      const { alma, project, source, wolf } = yield* makeWatched
      const { send } = yield* TestServer
      const now = Date.now()
      const fix = (device: string, time: number) => ({ device, time, lat: 0.002, lon: 0.005 })
      yield* send("POST", `/ingest/http/${source.id}`, {
        token: source.token,
        body: [fix(alma.name, now + 6 * MINUTE), fix(wolf.name, now - 1024 * 7 * 86_400_000)]
      })
      const clocks = yield* until(
        Effect.map(
          expectStatus(200, "GET", `/projects/${project}/needs-attention`),
          ({ items }): ReadonlyArray<{ readonly detail: string; readonly object: { readonly id: string } }> =>
            items.filter((m: { readonly code: string }) => m.code === "CLOCK_WRONG")
        ),
        (found) => found.length === 2
      )
      const detailOf = (device: string) => clocks.find(({ object }) => object.id === device)!.detail
      assert.match(detailOf(alma.device), /3[56]\d s ahead of its arrival/)
      assert.include(detailOf(wolf.device), "19.6 years behind its arrival")
    })
  )

  it.effect(
    "of an uplink, which no codec has decoded, leave a trace that says what to do, and traffic of it",
    () =>
      Effect.gen(function* () {
        const { project } = yield* makeWatched
        const { send } = yield* TestServer
        const source = yield* makeSource({ adapter_key: "chirpstack", project_ids: [project] })
        const device = yield* makeDevice({ external_id: "a84041", data_source_id: source.id })
        assert.isString(device.id)
        const uplink = (more: object) => ({
          deviceInfo: { devEui: "a84041" },
          time: new Date().toISOString(),
          fPort: 2,
          data: "AQID",
          ...more
        })
        const post = (more: object) =>
          send("POST", `/ingest/http/${source.id}?event=up`, { token: source.token, body: uplink(more) })
        for (const more of [{}, { object: {} }, { object: { list: [1] } }]) {
          const { body } = yield* post(more)
          assert.deepInclude(body, { accepted: 0, rejected: 1 })
          assert.strictEqual(body.items[0].code, "PAYLOAD_DECODE_FAILED")
          const trace = yield* expectStatus(200, "GET", `/traces/${body.items[0].trace_id}`)
          assert.include(JSON.stringify(trace), "config.fields")
        }
        assert.deepStrictEqual((yield* post({ fPort: 0 })).body.items, [])
        const traffic = yield* until(
          Effect.map(
            expectStatus(200, "GET", `/data-sources/${source.id}/traffic?status=rejected`),
            ({ items }): ReadonlyArray<Record<string, unknown>> => items
          ),
          (items) => items.length === 3
        )
        for (const item of traffic)
          assert.deepInclude(item, { code: "PAYLOAD_DECODE_FAILED", external_id: "a84041" })
      })
  )
})
