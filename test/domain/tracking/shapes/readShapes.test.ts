// Files of places, read in one way for imports into a project and for the areas of an analysis.
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import {
  featuresOf,
  hasShape,
  leftOutOf,
  readShapesAtOnce,
  type ShapeFile,
  type ShapeOptions
} from "../../../../src/domain/tracking/shapes/readShapes.ts"
import type { AttributeType, Circles } from "../../../../src/domain/tracking/FeatureImport.ts"
import type { ShapesUnread } from "../../../../src/domain/tracking/shapes/ShapesUnread.ts"

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

const textOf = (file: unknown): string => (typeof file === "string" ? file : JSON.stringify(file))

const read = (file: unknown) => {
  const { shapes } = Result.getOrThrow(readShapesAtOnce(textOf(file)))
  return featuresOf(shapes, undefined).map(({ geometry, name }, i) => ({
    name,
    type: (geometry as { readonly type: string } | null)?.type ?? null,
    isTaken: hasShape(shapes[i]!),
    leftOut: leftOutOf(shapes[i]!)
  }))
}
const refusalOf = (file: unknown, options: ShapeOptions = {}) => {
  const refused = readShapesAtOnce(textOf(file), options)
  assert.isTrue(Result.isFailure(refused))
  return (refused as Result.Failure<ShapeFile, ShapesUnread>).failure
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
    [
      { name: "urn:ogc:def:crs:EPSG::4202" },
      "SYSTEM_UNKNOWN",
      "are in urn:ogc:def:crs:EPSG::4202. EPSG:4202"
    ],
    [{ code: 99_999 }, "SYSTEM_UNKNOWN", "are in EPSG:99999."],
    [{ href: "https://example.org/crs" }, "SYSTEM_UNKNOWN", "are in https://example.org/crs."],
    [{}, "SYSTEM_UNKNOWN", "are in a system that it does not name."]
  ])("in a system that is not known is refused by its name: %j", (properties, code, words) => {
    const crs = { type: "name", properties }
    for (const file of [
      { ...collection(feature({})), crs },
      { ...polygon, crs },
      { ...feature({}), crs },
      collection({ ...feature({}), crs })
    ]) {
      const refusal = refusalOf(file)
      assert.strictEqual(refusal.code, code)
      assert.include(refusal.detail, words)
    }
  })

  it("in another system is reprojected, with the heights left as they are", () => {
    // a square of 1 km in UTM zone 30 N, whose west side is the zone's middle: 3 degrees west
    const utm = {
      type: "Polygon",
      coordinates: [
        [
          [500_000, 4_500_000, 700],
          [501_000, 4_500_000, 700],
          [501_000, 4_501_000, 700],
          [500_000, 4_501_000, 700],
          [500_000, 4_500_000, 700]
        ]
      ]
    }
    const crs = { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::32630" } }
    const said = Result.getOrThrow(
      readShapesAtOnce(textOf({ ...collection(feature({ name: "A" }, utm)), crs }))
    )
    assert.strictEqual(said.reprojectedFrom?.name, "EPSG:32630 (WGS 84 / UTM zone 30N)")
    const [ring] = (
      said.shapes[0]!.geometry as {
        readonly coordinates: ReadonlyArray<ReadonlyArray<ReadonlyArray<number>>>
      }
    ).coordinates
    assert.deepStrictEqual(ring![0], [-3, 40.65085652, 700])
    assert.isAbove(ring![1]![0]!, -2.989)
    const told = Result.getOrThrow(
      readShapesAtOnce(textOf(collection(feature({ name: "A" }, utm))), { system: "EPSG:32630" })
    )
    assert.deepStrictEqual(told.shapes[0]!.geometry, said.shapes[0]!.geometry)
    const missing = refusalOf(collection(feature({ name: "A" }, utm)))
    assert.strictEqual(missing.code, "SYSTEM_MISSING")
    assert.include(missing.detail, "the first are 500000, 4500000")
    const collected = {
      type: "GeometryCollection",
      geometries: [utm, { type: "Point", coordinates: [500_000, 4_500_000] }]
    }
    const [shape] = Result.getOrThrow(
      readShapesAtOnce(textOf(feature({}, collected)), { system: "EPSG:32630" })
    ).shapes
    assert.deepStrictEqual(
      (shape!.geometry as { readonly geometries: ReadonlyArray<unknown> }).geometries[1],
      { type: "Point", coordinates: [-3, 40.65085652] }
    )
  })

  it("keeps the shapes whose places a system can place, and says which it cannot", () => {
    const { shapes } = Result.getOrThrow(
      readShapesAtOnce(
        textOf(
          collection(
            feature({ name: "A" }, { type: "Point", coordinates: [500_000, 4_500_000] }),
            feature({ name: "B" }, { type: "Point", coordinates: [9_000_000, 4_500_000] })
          )
        ),
        { system: "EPSG:32630" }
      )
    )
    assert.isUndefined(shapes[0]!.trouble)
    assert.deepStrictEqual(shapes[1]!.trouble, {
      code: "OUTSIDE_SYSTEM",
      detail:
        "Its position 9000000, 4500000 lies outside of where EPSG:32630 (WGS 84 / UTM zone 30N) is used."
    })
  })

  it("of several systems, or of KML that is told a system, is refused", () => {
    const crs = (name: string) => ({ crs: { type: "name", properties: { name } } })
    assert.strictEqual(
      refusalOf(
        collection({ ...feature({}), ...crs("EPSG:32630") }, { ...feature({}), ...crs("EPSG:32631") })
      ).code,
      "GEOJSON_CRS"
    )
    assert.deepInclude(refusalOf(kml(`<Placemark>${area}</Placemark>`), { system: "EPSG:32630" }), {
      code: "SYSTEM_KNOWN",
      pointer: "/system"
    })
  })
})

describe("the attributes of a file", () => {
  const rows = [
    { name: "A", ha: 12.5, plot: "0071", owner: "Ines", since: "2024-05-01", size: "3", wet: true, mixed: 1 },
    { name: "B", ha: 3, plot: "12", owner: null, since: "2024-06-01", size: "4.5", wet: false, mixed: "x" }
  ]
  const geojson = collection(...rows.map((row) => feature(row)))
  const asKml = kml(
    rows
      .map(
        ({ name, ...data }) =>
          `<Placemark><name>${name}</name><description>12</description><ExtendedData>${Object.entries(data)
            .map(([key, value]) => `<Data name="${key}"><value>${value ?? ""}</value></Data>`)
            .join("")}</ExtendedData>${area}</Placemark>`
      )
      .join("")
  )
  const typesOf = (file: unknown, options: ShapeOptions = {}) =>
    Object.fromEntries(
      Result.getOrThrow(readShapesAtOnce(textOf(file), options)).attributes.map(
        ({ looks_like, name, type }) => [name, [type, looks_like]]
      )
    )

  it("of GeoJSON stay as they are, and it is said what they look like", () => {
    assert.deepStrictEqual(typesOf(geojson), {
      ha: ["number", "number"],
      plot: ["text", "text"],
      owner: ["text", "text"],
      since: ["date", "date"],
      size: ["text", "number"],
      wet: ["other", "other"],
      mixed: ["text", "text"]
    })
    const { attributes, shapes } = Result.getOrThrow(readShapesAtOnce(textOf(geojson)))
    assert.deepStrictEqual(
      shapes.map(({ properties }) => properties),
      rows
    )
    assert.deepStrictEqual(attributes[2], {
      name: "owner",
      type: "text",
      looks_like: "text",
      count: 1,
      samples: ["Ines"]
    })
  })

  it("of KML, which has texts alone, are numbers where all of them are", () => {
    assert.deepStrictEqual(typesOf(asKml), {
      description: ["text", "number"],
      ha: ["number", "number"],
      plot: ["text", "text"],
      owner: ["text", "text"],
      since: ["date", "date"],
      size: ["number", "number"],
      wet: ["text", "text"],
      mixed: ["text", "text"]
    })
    const [first] = Result.getOrThrow(readShapesAtOnce(asKml)).shapes
    assert.deepInclude(first!.properties, { ha: 12.5, plot: "0071", size: 3, description: "12" })
  })

  it("are what a person says of them", () => {
    const { shapes } = Result.getOrThrow(
      readShapesAtOnce(
        textOf(collection(feature({ size: "1,5", since: "1.5.2024", ha: 3, wet: true, none: "n/a" }))),
        {
          attributes: { size: "number", since: "date", ha: "text", wet: "text", none: "number" }
        }
      )
    )
    assert.deepStrictEqual(shapes[0]!.properties, { size: 1.5, since: "2024-05-01", ha: "3", wet: "true" })
  })

  it.each<readonly [AttributeType, unknown, string]>([
    ["number", "soon", 'Its attribute "x" is no number: "soon".'],
    ["number", "1,234", 'Its attribute "x" is no number: "1,234".'],
    ["date", "2024-02-30", 'Its attribute "x" is no date: "2024-02-30".'],
    ["date", 5, 'Its attribute "x" is no date: 5.']
  ])("that are no %s are said with their shape: %j", (type, value, detail) => {
    const { shapes } = Result.getOrThrow(
      readShapesAtOnce(textOf(collection(feature({ x: value }))), { attributes: { x: type } })
    )
    assert.deepStrictEqual(shapes[0]!.trouble, { code: "ATTRIBUTE_UNREADABLE", detail })
  })

  it("that the file has not are refused with those that it has", () => {
    const refusal = refusalOf(geojson, { attributes: { hectares: "number" } })
    assert.deepInclude(refusal, { code: "ATTRIBUTE_UNKNOWN", pointer: "/attributes" })
    assert.include(refusal.detail, 'it has "ha", "plot"')
  })
})

describe("points as circles", () => {
  const point = (properties: unknown, coordinates: unknown = [10, 51], type = "Point") =>
    feature(properties, { type, coordinates })
  const circlesIn = (file: unknown, circles: Circles) =>
    featuresOf(Result.getOrThrow(readShapesAtOnce(textOf(file), { circles })).shapes, undefined).map(
      ({ attributes = {}, feature_type, geometry, name }) => [name, feature_type, geometry, attributes]
    )

  it("have the radius that is said, as a drawn circle has it", () => {
    assert.deepStrictEqual(
      circlesIn(
        collection(
          point({ name: "Well" }, [10, 51, 300]),
          point(
            { name: "Posts" },
            [
              [1, 2],
              [3, 4]
            ],
            "MultiPoint"
          ),
          feature({ name: "Meadow" })
        ),
        { radius_m: 100 }
      ),
      [
        ["Well", "zone", null, { shape: "circle", centre: [10, 51], radius_m: 100 }],
        ["Posts", "zone", null, { shape: "circle", centre: [1, 2], radius_m: 100 }],
        ["Posts (2)", "zone", null, { shape: "circle", centre: [3, 4], radius_m: 100 }],
        ["Meadow", "zone", polygon, {}]
      ]
    )
  })

  it("have the radius of an attribute, with its unit", () => {
    const found = circlesIn(collection(point({ r: 50 }), point({ r: "0.5 km" }), point({ r: "80" })), {
      radius_attribute: "r"
    })
    assert.deepStrictEqual(
      found.map(([, , , attributes]) => (attributes as { readonly radius_m: number }).radius_m),
      [50, 500, 80]
    )
    const { shapes } = Result.getOrThrow(
      readShapesAtOnce(textOf(collection(point({ r: -1 }), point({ r: "wide" }), point({}))), {
        circles: { radius_attribute: "r" }
      })
    )
    assert.deepStrictEqual(
      shapes.map(({ trouble }) => trouble?.detail),
      [
        'Its "r" is no radius in metres: -1.',
        'Its "r" is no radius in metres: "wide".',
        'It has no "r", which radii are read from.'
      ]
    )
  })

  it("are refused where there is none, or no such attribute", () => {
    assert.deepInclude(refusalOf(collection(feature({})), { circles: { radius_m: 5 } }), {
      code: "NO_POINTS",
      pointer: "/circles"
    })
    assert.deepInclude(refusalOf(collection(point({ a: 1 })), { circles: { radius_attribute: "r" } }), {
      code: "ATTRIBUTE_UNKNOWN",
      pointer: "/circles"
    })
  })
})
