// The catalogue of permissions over HTTP.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { permissions } from "../../../../src/domain/access/Permission.ts"
import { browserOf, makePerson } from "../../../support/http/people.ts"
import { routes } from "../../../support/http/routes.ts"
import { serve } from "../../../support/http/server.ts"
import { expectStatus } from "../../../support/http/tracking.ts"

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("the catalogue of permissions", (it) => {
  it.effect(
    "lists every key with its area and a label, for every known caller, from those of viewers to those of admins",
    () =>
      Effect.gen(function* () {
        const browser = yield* browserOf(yield* makePerson())
        const { body } = yield* browser("GET", "/permissions")
        assert.deepStrictEqual(
          body.items.map((p: { key: string }) => p.key),
          [...permissions]
        )
        assert.deepStrictEqual(
          body.items
            .filter((p: { area: string }) => p.area === "exports_and_analysis")
            .map((p: { key: string }) => p.key),
          ["exports:create", "views:write", "dashboards:write"]
        )
        for (const item of body.items)
          assert.deepStrictEqual(
            [Object.keys(item).toSorted(), item.label.length > 3],
            [["area", "key", "label", "reserved"], true]
          )
        // what guards nothing says so, and nothing else does
        const guarding = new Set(routes.map(({ need }) => String(need)))
        assert.deepStrictEqual(
          body.items.filter((p: { reserved: boolean }) => p.reserved).map((p: { key: string }) => p.key),
          permissions.filter((key) => !guarding.has(key))
        )
        const first = yield* expectStatus(200, "GET", "/permissions?limit=7")
        const next = yield* expectStatus(200, "GET", `/permissions?limit=500&cursor=${first.next_cursor}`)
        assert.deepStrictEqual([...first.items, ...next.items], body.items)
        assert.isNull(next.next_cursor)
      })
  )
})
