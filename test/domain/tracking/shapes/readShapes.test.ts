// Files of places, read in one way for imports into a project and for the areas of an analysis.
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import {
  featuresOf,
  hasShape,
  leftOutOf,
  readShapesAtOnce
} from "../../../../src/domain/tracking/shapes/readShapes.ts"

const polygon = {
  type: "Polygon",
  coordinates: [
    [
      [10, 51],
      [10.1, 51],
      [10.1, 51.1],
      [10, 51]
    ]
  ]
}
const feature = (properties: unknown, geometry: unknown = polygon) => ({
  type: "Feature",
  properties,
  geometry
})
const collection = (...features: ReadonlyArray<unknown>) => ({ type: "FeatureCollection", features })
const kml = (inside: string) => `<kml><Document>${inside}</Document></kml>`
const area =
  "<Polygon><outerBoundaryIs><LinearRing><coordinates>10,51 10.1,51 10.1,51.1 10,51</coordinates></LinearRing></outerBoundaryIs></Polygon>"

const read = (file: unknown) => {
  const shapes = Result.getOrThrow(readShapesAtOnce(typeof file === "string" ? file : JSON.stringify(file)))
  return featuresOf(shapes, undefined).map(({ geometry, name }, i) => ({
    name,
    type: (geometry as { readonly type: string } | null)?.type ?? null,
    isTaken: hasShape(shapes[i]!),
    leftOut: leftOutOf(shapes[i]!)
  }))
}
const taken = (name: string, type = "Polygon") => ({ name, type, isTaken: true, leftOut: null })

describe("a file of places", () => {
  it.each<readonly [what: string, file: unknown, expected: ReadonlyArray<unknown>]>([
    ["with a mark of UTF-8", `\uFEFF${JSON.stringify(collection(feature({ name: "A" })))}`, [taken("A")]],
    ["of a bare polygon", polygon, [taken("Shape 1")]],
    [
      "with two areas of one name",
      collection(feature({ name: "A" }), feature({ Name: "A" })),
      [taken("A"), taken("A (2)")]
    ],
    [
      "with an empty name",
      collection(feature({ name: " " }), feature(null)),
      [taken("Shape 1"), taken("Shape 2")]
    ],
    [
      "with a feature without a geometry",
      collection(feature({ name: "A" }), feature({ name: "B" }, null)),
      [taken("A"), { name: "B", type: null, isTaken: false, leftOut: "It has no shape." }]
    ],
    [
      "of a polygon and its label point",
      kml(
        `<Placemark><name>A</name><MultiGeometry>${area}<Point><coordinates>10,51</coordinates></Point></MultiGeometry></Placemark>`
      ),
      [{ ...taken("A"), leftOut: "Left out: its label point." }]
    ],
    [
      "of a placemark without geometry",
      kml(`<Placemark><name>A</name></Placemark><Placemark><name>B</name>${area}</Placemark>`),
      [{ name: "A", type: null, isTaken: false, leftOut: "It has no shape." }, taken("B")]
    ],
    [
      "of a track of Google Earth",
      kml(
        `<Placemark><name>A</name><gx:Track><when>2024-05-01T00:00:00Z</when><gx:coord>1 2 3</gx:coord></gx:Track></Placemark>`
      ),
      [{ name: "A", type: null, isTaken: false, leftOut: "Left out: its track (gx:Track)." }]
    ],
    [
      "in WGS 84 that says so",
      {
        ...collection(feature({ name: "A" })),
        crs: { type: "name", properties: { name: "urn:ogc:def:crs:OGC:1.3:CRS84" } }
      },
      [taken("A")]
    ]
  ])("%s is read", (_, file, expected) => assert.deepStrictEqual(read(file), expected))

  it.each([
    [{ name: "urn:ogc:def:crs:EPSG::4301" }, "urn:ogc:def:crs:EPSG::4301"],
    [{ name: "EPSG:4267" }, "EPSG:4267"],
    [{ code: 3857 }, "EPSG:3857"]
  ])("in another system is refused by its name: %j", (properties, name) => {
    const crs = { type: "name", properties }
    for (const file of [
      { ...collection(feature({})), crs },
      { ...polygon, crs },
      { ...feature({}), crs },
      collection({ ...feature({}), crs })
    ]) {
      const shapes = readShapesAtOnce(JSON.stringify(file))
      assert.isTrue(Result.isFailure(shapes))
      if (Result.isFailure(shapes)) {
        assert.strictEqual(shapes.failure.code, "GEOJSON_CRS")
        assert.include(shapes.failure.detail, `are in ${name}, and not WGS 84`)
      }
    }
  })
})
