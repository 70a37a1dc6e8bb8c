// Features out of a file: all of its shapes or none, each with what is wrong with it and where.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeProject, square } from "../../../support/http/tracking.ts"

const feature = (name: string, geometry: unknown, properties: object = {}) => ({
  type: "Feature",
  properties: { name, ...properties },
  geometry
})
const collection = (...features: ReadonlyArray<unknown>) =>
  JSON.stringify({ type: "FeatureCollection", features })
const bow = {
  type: "Polygon",
  coordinates: [
    [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0]
    ]
  ]
}

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("an import of features", (it) => {
  const send = (project: string, text: string, query = "", more: object = {}) =>
    expectStatus(200, "POST", `/projects/${project}/features/import${query}`, { text, ...more })
  const list = (project: string) =>
    Effect.map(expectStatus(200, "GET", `/projects/${project}/features`), ({ items }) => items)

  it.effect("makes one of each shape, of the type that the file says, the caller, or the shape", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const text = collection(
        feature("Meadow", square(1, 1), { colour: "red" }),
        feature("Path", {
          type: "LineString",
          coordinates: [
            [1, 1],
            [2, 2]
          ]
        }),
        feature("Well", { type: "Point", coordinates: [1, 1] }),
        feature("Barn", square(2, 2), { feature_type: "site" }),
        feature("Round", null, { shape: "circle", centre: [10, 50], radius_m: 100 }),
        { type: "Feature", id: 7, properties: null, geometry: square(3, 3) }
      )
      const { created, items } = yield* send(id, text)
      assert.strictEqual(created, 6)
      assert.deepStrictEqual(
        items.map(({ index, name, status }: Record<string, unknown>) => [index, name, status]),
        ["Meadow", "Path", "Well", "Barn", "Round", "7"].map((name, index) => [index, name, "created"])
      )
      const made = yield* Effect.forEach(items as ReadonlyArray<{ readonly id: string }>, (item) =>
        expectStatus(200, "GET", `/projects/${id}/features/${item.id}`)
      )
      assert.deepStrictEqual(
        made.map((f) => f.feature_type),
        ["zone", "route", "site", "site", "zone", "zone"]
      )
      assert.deepStrictEqual(made[0].attributes, { colour: "red" })
      assert.deepStrictEqual(made[0].geometry, square(1, 1))
      assert.strictEqual(made[4].geometry.type, "Polygon")
      const typed = yield* send(id, collection(feature("Fence", square(1, 1))), "", {
        feature_type: "geofence"
      })
      assert.strictEqual(
        (yield* expectStatus(200, "GET", `/projects/${id}/features/${typed.items[0].id}`)).feature_type,
        "geofence"
      )
      const { items: acts } = yield* expectStatus(200, "GET", `/projects/${id}/audit?action=feature.imported`)
      assert.deepInclude(acts[1].detail, { count: 6 })
    })
  )

  it.effect("takes what has a shape, and says what it left out", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const ring = square(1, 1)
        .coordinates[0]!.map((place) => place.join(","))
        .join(" ")
      const area = `<Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
      const { created, items } = yield* send(
        id,
        `<kml><Placemark><name>Meadow</name><MultiGeometry>${area}<Point><coordinates>1,1</coordinates></Point>
          </MultiGeometry></Placemark><Placemark><name>Note</name></Placemark>
          <Placemark><name>Meadow</name>${area}</Placemark></kml>`
      )
      assert.strictEqual(created, 2)
      assert.deepStrictEqual(
        items.map(({ code, detail, name, status }: Record<string, unknown>) => [name, status, code, detail]),
        [
          ["Meadow", "created", "LEFT_OUT", "Left out: its label point."],
          ["Note", "left_out", "LEFT_OUT", "It has no shape."],
          ["Meadow (2)", "created", null, null]
        ]
      )
    })
  )

  it.effect("makes none where one is invalid, and says where on the map", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const open = { type: "Polygon", coordinates: [square(5, 5).coordinates[0]!.slice(0, 4)] }
      const text = collection(feature("Good", square(1, 1)), feature("Bow", bow), feature("Open", open), {
        type: "Feature",
        properties: { name: "Nothing" },
        geometry: null
      })
      const { created, items } = yield* send(id, text)
      assert.strictEqual(created, 0)
      assert.deepStrictEqual(
        items.map(({ at, code, name, status }: Record<string, unknown>) => [name, status, code, at]),
        [
          ["Good", "valid", null, null],
          ["Bow", "invalid", "RING_CROSSING", [0.5, 0.5]],
          ["Open", "invalid", "RING_UNCLOSED", open.coordinates[0]!.at(-1)],
          ["Nothing", "left_out", "LEFT_OUT", null]
        ]
      )
      assert.deepStrictEqual(yield* list(id), [])
      const single = yield* expectStatus(422, "POST", `/projects/${id}/features`, {
        feature_type: "zone",
        name: "Bow",
        geometry: bow
      })
      assert.deepStrictEqual(single.errors[0].at, [0.5, 0.5])
    })
  )

  it.effect("only says what it would do where it is asked to", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const text = collection(feature("A", square(1, 1)), feature("Bow", bow))
      const { created, items } = yield* send(id, text, "?dry_run=true", { feature_type: "geofence" })
      assert.deepStrictEqual([created, items[0].status, items[0].id], [0, "valid", null])
      assert.deepStrictEqual(
        items.map((item: Record<string, unknown>) => [item["feature_type"], item["geometry"]]),
        [
          ["geofence", square(1, 1)],
          ["geofence", null]
        ]
      )
      assert.deepStrictEqual(yield* list(id), [])
    })
  )

  it.effect("reads KML, which begins with <, byte order mark or not", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const text =
        '\uFEFF<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Well</name>' +
        "<Point><coordinates>10,50</coordinates></Point></Placemark></kml>"
      assert.strictEqual((yield* send(id, text)).created, 1)
      assert.deepInclude((yield* list(id))[0], { name: "Well", feature_type: "site" })
    })
  )

  it.effect("refuses what is no such file, and who may not make features", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const { id } = yield* makeProject()
      const path = `/projects/${id}/features/import`
      const refused: ReadonlyArray<readonly [code: string, text: string]> = [
        ["NEITHER_FORMAT", "hello"],
        ["GEOJSON_TYPE", "[]"],
        ["GEOJSON_TYPE", '{"type":"FeatureCollection"}'],
        [
          "SYSTEM_UNKNOWN",
          '{"type":"FeatureCollection","crs":{"properties":{"name":"EPSG:4202"}},"features":[]}'
        ],
        ["NO_SHAPES", collection()],
        ["TOO_MANY_SHAPES", collection(...Array.from({ length: 1001 }, () => feature("A", null)))],
        ["KML_BROKEN", "<html>"],
        ["TOO_DEEP", `{"type":"Feature","properties":${"[".repeat(40)}${"]".repeat(40)}}`]
      ]
      for (const [code, text] of refused) {
        const answer = yield* server.send("POST", path, { body: { text } })
        assert.deepStrictEqual([answer.status, answer.body.code], [422, code], text.slice(0, 80))
      }
      const crs =
        '{"type":"FeatureCollection","crs":{"properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},"features":['
      assert.strictEqual(
        (yield* send(id, `${crs}${JSON.stringify(feature("A", square(1, 1)))}]}`)).created,
        1
      )
      const viewer = yield* makeMember(id, "viewer")
      assert.strictEqual((yield* viewer.ask("POST", path, { body: { text: collection() } })).status, 403)
    })
  )
})
