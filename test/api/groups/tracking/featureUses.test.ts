// What keeps a feature from being removed: the enabled rules that name it, and what they made of it.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { addFence, addRule, makeFarm } from "../../../support/sql/farm.ts"
import { fire } from "../../../support/sql/fire.ts"
import { serve, TestServer } from "../../../support/http/server.ts"

const entering = (fence: string) => ({
  trigger: { kind: "position" },
  conditions: { type: "spatial", relation: "enter", feature_ids: [fence] },
  event: { event_type: "ENTERED", title: "t" }
})

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("a feature", (it) => {
  it.effect(
    "that enabled rules name says which they are, twenty at most, and how many events they made of it",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const farm = yield* makeFarm
        const [fence, other] = [yield* addFence(farm, "Lower", 0), yield* addFence(farm, "Upper", 5)]
        const path = `/projects/${farm.project}/features/${fence}`
        const b = yield* addRule(farm, "B", entering(fence)),
          a = yield* addRule(farm, "A", entering(fence)),
          off = yield* addRule(farm, "Off", entering(fence)),
          elsewhere = yield* addRule(farm, "Elsewhere", entering(other))
        yield* sql`update rules set enabled = false where id = ${off}::uuid`
        for (const [rule, feature] of [
          [a, fence],
          [a, fence],
          [b, fence],
          [b, other],
          [off, fence],
          [elsewhere, other]
        ] as const) {
          const { id } = yield* fire(farm, rule)
          yield* sql`update events set feature_id = ${feature}::uuid where id = ${id}::uuid`
        }
        const refused = yield* send("DELETE", path)
        assert.strictEqual(refused.status, 409)
        assert.deepInclude(refused.body, {
          code: "IN_USE",
          conflicting_id: a,
          used_by: [
            { type: "rule", id: a, name: "A" },
            { type: "rule", id: b, name: "B" }
          ],
          events: 3
        })
        for (let n = 0; n < 20; n++) yield* addRule(farm, `N${n}`, entering(fence))
        const many = (yield* send("DELETE", path)).body
        assert.lengthOf(many.used_by, 20)
        assert.include(many.detail, "21 more")
        yield* sql`update rules set enabled = false where project_id = ${farm.project}::uuid`
        assert.strictEqual((yield* send("DELETE", path)).status, 204)
      })
  )
})
