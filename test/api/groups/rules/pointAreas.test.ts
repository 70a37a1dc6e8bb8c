// A point or several with a radius in their attributes are places like circles: entered live and in the rule test,
// explained, told with the distance to their border, and verified.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { engineLayer } from "../../../../src/roles/engine.ts"
import { serve } from "../../../support/http/server.ts"
import { expectStatus } from "../../../support/http/tracking.ts"
import { fixAt as fix, makeWatched, minuteAt as at } from "../../../support/http/watched.ts"

/** Fixes are at latitude 0.002; a thousandth of a degree is 111.2 m. */
const shapes = [
  { type: "Point", coordinates: [1, 0.002] },
  {
    type: "MultiPoint",
    coordinates: [
      [5, 0.002],
      [1, 0.002]
    ]
  }
]

layer(engineLayer({ tickGraceSeconds: 20, lateQuietMs: 0 }).pipe(Layer.provideMerge(serve())), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("a feature with attributes.radius_m 100, used by an enter rule", (it) => {
  it.effect.each(shapes)("$type: works like a circle", (geometry) =>
    Effect.gen(function* () {
      const { alma, path, report, rule } = yield* makeWatched
      const well = yield* expectStatus(201, "POST", `${path}/features`, {
        feature_type: "zone",
        name: "Well",
        geometry,
        attributes: { radius_m: 100 }
      })
      const document = {
        trigger: { kind: "position" },
        conditions: { type: "spatial", relation: "enter", feature_ids: [well.id] },
        event: { event_type: "DRINKS", title: "{entity} at {feature}", create_alert: true }
      }
      const saved = yield* rule("Drinks", document)
      assert.deepStrictEqual(saved.warnings, [])
      // 111 m from it, then 56 m
      yield* report([fix(alma.name, 0, 1.001), fix(alma.name, 10, 1.0005), fix(alma.name, 20, 1.001)])

      const { items: events } = yield* expectStatus(200, "GET", `${path}/events?event_type=DRINKS`)
      assert.deepStrictEqual(
        events.map((e: { readonly time: string; readonly title: string }) => [e.time, e.title]),
        [[at(10), `${alma.name} at Well`]]
      )
      const tested = yield* expectStatus(200, "POST", `${path}/rules/test-document`, {
        document,
        from: at(0),
        to: at(60)
      })
      assert.deepStrictEqual(
        tested.events.map((e: { readonly time: string; readonly title: string }) => [e.time, e.title]),
        [[at(10), `${alma.name} at Well`]]
      )
      const why = yield* expectStatus(
        200,
        "GET",
        `${path}/rules/${saved.id}/explain?entity_id=${alma.id}&at=${at(10)}`
      )
      assert.deepInclude(why, { fired: true, first_stop: null, inside: [{ id: well.id, name: "Well" }] })
      const { distance } = yield* expectStatus(200, "GET", `${path}/events/${events[0].id}/evidence`)
      assert.deepStrictEqual(
        distance.points.map((p: { readonly value: number }) => p.value),
        [11, -44, 11]
      )
      assert.deepStrictEqual(yield* expectStatus(200, "POST", `${path}/events/${events[0].id}/verify`), {
        result: "match",
        difference: []
      })
    })
  )
})
