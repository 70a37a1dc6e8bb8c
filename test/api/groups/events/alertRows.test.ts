// What an alert says of its event: all that a row of the inbox shows, in the list, alone, with the event and on
// the stream alike.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { appendStream } from "../../../../src/store/events/EventStream.ts"
import { addRule, type Farm, makeFarm } from "../../../support/sql/farm.ts"
import { fire } from "../../../support/sql/fire.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { connect } from "../../../support/http/stream.ts"

const at = (farm: Farm, path = "") => `/projects/${farm.project}/alerts${path}`
const low = {
  trigger: { kind: "measurement" },
  conditions: { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 },
  event: { event_type: "BATTERY_LOW", title: "t" }
}
const voltage = { values: { battery_voltage: 3.14 }, metric: "battery_voltage", value: 3.14 }

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("a row of the inbox", (it) => {
  it.effect("has names, rule, age and the figure that decided, wherever the alert is read", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        const rule = yield* addRule(farm, "Battery low", low)
        const { alert, id } = yield* fire(farm, rule, {
          context: voltage,
          eventType: "BATTERY_LOW",
          late: true
        })
        // the animal has another name by now: the alert tells of that moment
        yield* sql`update entities set name = 'Berta' where id = ${farm.animal}::uuid`
        const listed = (yield* send("GET", at(farm))).body.items
        assert.lengthOf(listed, 1)
        assert.deepInclude(listed[0], {
          id: alert,
          entity_name: "Alma",
          device_name: "Collar 1",
          event_type: "BATTERY_LOW",
          event_time: "2026-05-01T12:00:00.000Z",
          rule: { id: rule, name: "Speed", version: 1 },
          sample_age_seconds: 3.5,
          late: true,
          superseded: false,
          headline: { label: "Battery voltage", value: 3.14, op: "<", limit: 3.2, unit: "V" },
          acknowledged_by: null
        })
        assert.deepStrictEqual((yield* send("GET", at(farm, `/${alert}`))).body, listed[0])
        assert.deepStrictEqual(
          (yield* send("GET", `/projects/${farm.project}/events/${id}`)).body.alert,
          listed[0]
        )
        const reader = yield* connect(farm, "?types=alert.created,alert.updated")
        yield* sql.withTransaction(
          appendStream(sql, [
            {
              projectId: farm.project,
              type: "alert.created",
              objectId: alert,
              entityId: farm.animal,
              deviceId: farm.collar
            }
          ])
        )
        const [created] = yield* reader.take(1)
        assert.deepStrictEqual(created!.data, listed[0])
        const moved = (yield* send("POST", at(farm, `/${alert}/acknowledge`))).body
        const [told] = yield* reader.take(1)
        assert.deepStrictEqual(told!.data, moved)
        const [token] = yield* sql<{ id: string; name: string }>`select id, name from api_tokens`
        assert.deepStrictEqual(moved.acknowledged_by, { ...token })
      })
    )
  )

  it.effect("is counted in the unit that the project gave its own metric", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      yield* sql`insert into sent_metrics (owner_id, key, label, unit, value_type)
        values (${farm.project}::uuid, 'battery_voltage', 'Cell', 'mV', 'number')`
      const { alert } = yield* fire(farm, yield* addRule(farm, "Battery low", low), { context: voltage })
      assert.deepInclude((yield* send("GET", at(farm, `/${alert}`))).body.headline, {
        label: "Cell",
        unit: "mV"
      })
    })
  )

  it.effect("says how long it was held where no number decided", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const rule = yield* addRule(farm, "Stays", {
        trigger: { kind: "position" },
        conditions: { type: "spatial", relation: "inside" },
        for_seconds: 300,
        event: { event_type: "STAYS", title: "t" }
      })
      const kept = { context: { kind: "rise", values: {} }, eventType: "STAYS" }
      const since = Date.parse("2026-05-01T11:52:48Z")
      const { alert } = yield* fire(farm, rule, { ...kept, evidence: { state_before: { since, holds: [] } } })
      assert.deepStrictEqual((yield* send("GET", at(farm, `/${alert}`))).body.headline, {
        label: "Held",
        value: 432,
        op: ">=",
        limit: 300,
        unit: "s"
      })
      const older = yield* fire(farm, rule, kept)
      assert.isNull((yield* send("GET", at(farm, `/${older.alert}`))).body.headline)
    })
  )

  it.effect("has no rule and no figure where somebody reported it", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const made = (yield* send("POST", `/projects/${farm.project}/events`, {
        body: {
          event_type: "WOLF_SEEN",
          title: "A wolf",
          create_alert: true,
          context: { metric: "battery_voltage", values: { battery_voltage: 1 } }
        }
      })).body
      assert.deepInclude((yield* send("GET", at(farm, `/${made.alert.id}`))).body, {
        event_type: "WOLF_SEEN",
        event_time: made.time,
        entity_name: null,
        device_name: null,
        rule: null,
        headline: null,
        late: false,
        superseded: false
      })
    })
  )

  it.effect("is found by rule, by type of event, and by any of several statuses", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const [one, other] = [yield* addRule(farm, "One", low), yield* addRule(farm, "Other", low)]
      const a = (yield* fire(farm, one)).alert,
        b = (yield* fire(farm, other, { eventType: "BATTERY_LOW" })).alert,
        c = (yield* fire(farm, one)).alert
      yield* send("POST", at(farm, `/${a}/acknowledge`))
      yield* send("POST", at(farm, `/${b}/resolve`))
      for (const [query, expected] of [
        [`?rule_id=${one}`, [c, a]],
        [`?rule_id=${other}`, [b]],
        ["?event_type=BATTERY_LOW", [b]],
        ["?event_type=battery_low", []],
        ["?status=open&status=acknowledged", [c, a]],
        ["?status=resolved&status=acknowledged", [b, a]],
        [`?status=open&rule_id=${one}`, [c]]
      ] as const)
        assert.deepStrictEqual(
          (yield* send("GET", at(farm, query))).body.items.map((i: { readonly id: string }) => i.id),
          expected,
          query
        )
      for (const [query, pointer] of [
        ["?rule_id=one", "/rule_id"],
        ["?status=open&status=closed", "/status/1"]
      ] as const) {
        const refused = yield* send("GET", at(farm, query))
        assert.strictEqual(refused.status, 422, query)
        assert.include(JSON.stringify(refused.body.errors), pointer.split("/")[1]!)
      }
    })
  )
})
