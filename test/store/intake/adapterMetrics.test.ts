// Metrics that our own adapters name come defined in the project that has them.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { adapterMetrics } from "../../../src/domain/tracking/adapterMetrics.ts"
import { deliver, intakeOver, makePasture } from "../../support/sql/pasture.ts"

const at = (minute: number) => Date.UTC(2026, 5, 1, 10, minute)

interface Sent {
  readonly key: string
  readonly label: string | null
  readonly unit: string | null
  readonly value_type: string
  readonly category: string | null
  readonly defined: boolean
}

const pastureOf = Effect.fnUntraced(function* (adapter: string) {
  const sql = yield* SqlClient.SqlClient
  const pasture = yield* makePasture("a")
  yield* sql`update data_sources set adapter_key = ${adapter} where id = ${pasture.source.id}::uuid`
  return pasture
})

const sentBy = Effect.fnUntraced(function* (owner: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Sent>`
    select key, label, unit, value_type, category, defined from sent_metrics where owner_id = ${owner}::uuid
      order by key`
})

layer(intakeOver(), { excludeTestServices: true, timeout: "30 seconds" })("adapters' own metrics", (it) => {
  for (const [adapter, definitions] of Object.entries(adapterMetrics)) {
    it.effect(`of ${adapter} come defined, with type, unit and name`, () =>
      Effect.gen(function* () {
        const { project, source } = yield* pastureOf(adapter)
        const measurements = Object.fromEntries(
          Object.entries(definitions).map(([key, { valueType }]) => [key, valueType === "number" ? 1 : true])
        )
        const [outcome] = yield* deliver(source, [
          { device: "a", time: at(0), measurements: { ...measurements, of_the_sender: 1 } }
        ])
        assert.strictEqual(outcome!.status, "accepted")
        const found = new Map((yield* sentBy(project)).map(({ key, ...rest }) => [key, rest]))
        assert.deepInclude(found.get("of_the_sender"), { label: null, unit: null, defined: false })
        for (const [key, { category, label, unit, valueType }] of Object.entries(definitions)) {
          const expected = { label, unit, value_type: valueType, category, defined: true }
          assert.deepStrictEqual({ ...found.get(key) }, expected, key)
        }
      })
    )
  }

  it.effect("are the sender's where another type is sent, or another adapter sends them", () =>
    Effect.gen(function* () {
      const phone = yield* pastureOf("osmand"),
        other = yield* pastureOf("generic_http")
      // nothing is refused for a name
      for (const [{ source }, charging] of [
        [phone, "by sun"],
        [other, true]
      ] as const) {
        const [outcome] = yield* deliver(source, [{ device: "a", time: at(0), measurements: { charging } }])
        assert.strictEqual(outcome!.status, "accepted")
      }
      assert.deepInclude((yield* sentBy(phone.project))[0], {
        value_type: "text",
        label: null,
        defined: false
      })
      assert.deepInclude((yield* sentBy(other.project))[0], {
        value_type: "boolean",
        label: null,
        defined: false
      })
    })
  )
})
