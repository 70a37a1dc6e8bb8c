// Features whose geometry is a GeometryCollection, over HTTP.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeEntity, makeProject, square } from "../../../support/http/tracking.ts"

const geometry = {
  type: "GeometryCollection",
  geometries: [square(1, 1, 0.1), { type: "Point", coordinates: [2, 2] }]
}

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })(
  "a feature of several geometries",
  (it) => {
    it.effect(
      "is stored, listed, changed and imported as it is, and an analysis says that it wants polygons",
      () =>
        Effect.gen(function* () {
          const { send } = yield* TestServer
          const { id } = yield* makeProject()
          const path = `/projects/${id}/features`
          const made = yield* expectStatus(201, "POST", path, {
            feature_type: "zone",
            name: "Meadow and well",
            geometry,
            attributes: { radius_m: 100 }
          })
          assert.deepStrictEqual(made.geometry, geometry)
          assert.deepStrictEqual((yield* expectStatus(200, "GET", path)).items[0].geometry, geometry)

          const text = JSON.stringify({
            type: "FeatureCollection",
            features: [{ type: "Feature", properties: { name: "Second" }, geometry }]
          })
          const { created, items } = yield* expectStatus(200, "POST", `${path}/import`, { text })
          assert.deepStrictEqual([created, items[0].status], [1, "created"])

          const broken = yield* send("POST", path, {
            body: {
              feature_type: "zone",
              name: "Broken",
              geometry: {
                type: "GeometryCollection",
                geometries: [geometry.geometries[0], { type: "Point" }]
              }
            }
          })
          assert.strictEqual(broken.status, 422)
          assert.strictEqual(broken.body.errors[0].pointer, "/geometry/geometries/1/coordinates")

          const cow = yield* makeEntity(id)
          const refused = yield* send("POST", `/projects/${id}/analyses`, {
            body: {
              module: "grazing",
              parameters: {
                entity_ids: [cow.id],
                feature_ids: [made.id],
                time_from: "2026-03-01T00:00:00Z",
                time_to: "2026-03-02T00:00:00Z"
              }
            }
          })
          assert.strictEqual(refused.status, 422)
          assert.match(
            JSON.stringify(refused.body),
            /Meadow and well is a GeometryCollection: areas are polygons/
          )
        })
    )

    it.effect("a point with a radius is no pasture; made a circle, as the refusal proposes, it is one", () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const { id } = yield* makeProject()
        const path = `/projects/${id}/features`
        const cow = yield* makeEntity(id)
        const well = yield* expectStatus(201, "POST", path, {
          feature_type: "zone",
          name: "Well",
          geometry: { type: "Point", coordinates: [10, 50] },
          attributes: { radius_m: 100 }
        })
        const graze = send("POST", `/projects/${id}/analyses`, {
          body: {
            module: "grazing",
            parameters: {
              entity_ids: [cow.id],
              feature_ids: [well.id],
              time_from: "2026-03-01T00:00:00Z",
              time_to: "2026-03-02T00:00:00Z"
            }
          }
        })
        const refused = yield* graze
        assert.strictEqual(refused.status, 422)
        assert.match(JSON.stringify(refused.body), /Well is a Point: areas are polygons, .* make it a circle/)
        yield* expectStatus(200, "PATCH", `${path}/${well.id}`, {
          attributes: { shape: "circle", centre: [10, 50], radius_m: 100 }
        })
        assert.notInclude(JSON.stringify((yield* graze).body), "GEOMETRY_TYPE")
      })
    )
  }
)
