// Members of a source's configuration that its adapter has no use for: refused by their name, and no stored source
// becomes unchangeable by one.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { adapterKeys } from "../../../../src/domain/tracking/DataSource.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeSource } from "../../../support/http/tracking.ts"

const VALUES = { items: "data", device: "meta.id", time_format: "utc", record_type: "network" }
const GENERIC = ["generic_http", "generic_mqtt", "generic_websocket"]

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a configuration", (it) => {
  it.effect("of an adapter that has no use for a member is refused by its name", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      for (const adapter_key of adapterKeys)
        for (const [member, value] of Object.entries(VALUES)) {
          const body = { name: `${adapter_key} ${member}`, adapter_key, config: { [member]: value } }
          const answer = yield* send("POST", "/data-sources", { body })
          if (GENERIC.includes(adapter_key)) assert.strictEqual(answer.status, 201, adapter_key)
          else
            assert.deepStrictEqual(
              [answer.status, answer.body.errors[0].pointer, answer.body.errors[0].code],
              [422, `/config/${member}`, "CONFIG_UNUSED"]
            )
        }
    })
  )

  it.effect("is refused on a change too, and what a change of the adapter leaves without use", () =>
    Effect.gen(function* () {
      const phones = yield* makeSource({ adapter_key: "owntracks" })
      const path = `/data-sources/${phones.id}`
      const refused = yield* expectStatus(422, "PATCH", path, { config: { items: "data" } })
      assert.strictEqual(refused.errors[0].pointer, "/config/items")
      // the remedy that is named is taken
      yield* expectStatus(200, "PATCH", path, { config: { fields: { device: "meta.id" } } })
      const own = yield* makeSource({ adapter_key: "generic_http", config: { time_format: "utc" } })
      const changed = yield* expectStatus(422, "PATCH", `/data-sources/${own.id}`, { adapter_key: "tts" })
      assert.strictEqual(changed.errors[0].pointer, "/config/time_format")
      yield* expectStatus(200, "PATCH", `/data-sources/${own.id}`, { adapter_key: "tts", config: {} })
    })
  )

  it.effect("that was stored with one can be changed otherwise, and be sent back as it was read", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const phones = yield* makeSource({ adapter_key: "owntracks" })
      const path = `/data-sources/${phones.id}`
      yield* sql`update data_sources set config = '{"items":"data"}' where id = ${phones.id}::uuid`
      yield* expectStatus(200, "PATCH", path, { name: "Herders" })
      const { config } = yield* expectStatus(200, "PATCH", path, { config: { items: "data", history: true } })
      assert.deepStrictEqual(config, { items: "data", history: true })
      yield* expectStatus(422, "PATCH", path, { config: { items: "others" } })
      yield* expectStatus(200, "PATCH", path, { config: {} })
    })
  )
})
