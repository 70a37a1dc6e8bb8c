// Senders that can only be given an address: the token is in it, forms are read, and each is answered as it expects.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { redactPath } from "../../../../src/api/http/redactPath.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeSource } from "../../../support/http/tracking.ts"

const FORM = "application/x-www-form-urlencoded"
const fix = { device: "collar", time: "2026-05-01T12:00:00Z", lat: 51, lon: 14 }

interface Opened {
  readonly id: string
  readonly token: string
}

const post = Effect.fnUntraced(function* ({ id, token }: Opened, text: string, type = "application/json") {
  const { send } = yield* TestServer
  return yield* send("POST", `/ingest/http/${id}/${token}`, {
    token: null,
    text,
    headers: { "content-type": type }
  })
})

layer(serve(), { excludeTestServices: true })("an address with the token in it", (it) => {
  it.effect("opens its source alone, as the header does, and answers 200", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const source: Opened = yield* makeSource(),
        other: Opened = yield* makeSource()
      const answer = yield* post(source, JSON.stringify([fix, { ...fix, lat: "north" }]))
      assert.strictEqual(answer.status, 200)
      assert.deepInclude(answer.body, { unassigned: 1, rejected: 1 })
      const byHeader = yield* send("POST", `/ingest/http/${source.id}`, { token: "src_never", body: [fix] })
      for (const token of ["src_never", other.token, `${source.token}x`, "%00"]) {
        const refused = yield* post({ id: source.id, token }, JSON.stringify([fix]))
        assert.strictEqual(refused.status, 401, token)
        assert.deepStrictEqual(
          [refused.body.code, refused.body.detail],
          [byHeader.body.code, byHeader.body.detail]
        )
      }
      // a good header does not help a wrong address
      assert.strictEqual(
        (yield* send("POST", `/ingest/http/${source.id}/src_never`, { token: source.token, body: [fix] }))
          .status,
        401
      )
      yield* expectStatus(200, "PATCH", `/data-sources/${source.id}`, { enabled: false })
      assert.strictEqual((yield* post(source, JSON.stringify([fix]))).status, 403)
    })
  )

  it.effect("leaves no token in logs and traces", () =>
    Effect.gen(function* () {
      const source: Opened = yield* makeSource()
      const address = `/api/v1/ingest/http/${source.id}/${source.token}`
      for (const path of [address, `${address}?a=1`, `${address}/`, address.replace("http", "%68ttp")])
        assert.notInclude(redactPath(path), source.token)
      const { body } = yield* post(source, JSON.stringify([{ ...fix, lat: "north" }]))
      const trace = yield* expectStatus(200, "GET", `/traces/${body.items[0].trace_id}`)
      assert.notInclude(JSON.stringify(trace), source.token)
    })
  )

  it.effect("takes a form of a satellite modem", () =>
    Effect.gen(function* () {
      const source: Opened = yield* makeSource({
        config: {
          fields: {
            device: "imei",
            time: "transmit_time",
            lat: "iridium_latitude",
            lon: "iridium_longitude",
            accuracy_m: { path: "iridium_cep", factor: 1000 }
          },
          time_format: "yymmdd_utc",
          record_type: "network"
        }
      })
      const form =
        "imei=300234010753370&momsn=12345&transmit_time=26-05-01+12%3A00%3A00&iridium_latitude=52.3867" +
        "&iridium_longitude=0.2938&iridium_cep=8&data=48656c6c6f"
      const answer = yield* post(source, form, FORM)
      assert.strictEqual(answer.status, 200)
      assert.deepInclude(answer.body, { unassigned: 1, rejected: 0 })
      // with the token in the header, and a charset behind the type
      const { send } = yield* TestServer
      const again = yield* send("POST", `/ingest/http/${source.id}`, {
        token: source.token,
        text: form,
        headers: { "content-type": `${FORM}; charset=utf-8` }
      })
      assert.strictEqual(again.status, 202)
      // a format that is JSON alone takes none
      const phones: Opened = yield* makeSource({ adapter_key: "overland" })
      assert.strictEqual((yield* post(phones, form, FORM)).status, 415)
    })
  )

  it.effect("answers Overland with what makes it forget a batch", () =>
    Effect.gen(function* () {
      const source: Opened = yield* makeSource({ adapter_key: "overland" })
      const location = {
        type: "Feature",
        geometry: { type: "Point", coordinates: [14, 51] },
        properties: { timestamp: "2026-05-01T12:00:00Z", device_id: "erik" }
      }
      const { body, status } = yield* post(source, JSON.stringify({ locations: [location] }))
      assert.deepStrictEqual([status, body], [200, { result: "ok" }])
      const { items } = yield* expectStatus(200, "GET", `/unknown-identities?data_source_id=${source.id}`)
      assert.strictEqual(items[0].external_id, "erik")
    })
  )
})
