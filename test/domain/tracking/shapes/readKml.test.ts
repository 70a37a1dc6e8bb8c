// What KML files hold, and that nothing in one is fetched, expanded or believed.
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { readShapesAtOnce } from "../../../../src/domain/tracking/shapes/readShapes.ts"

const readKml = (text: string) => Result.getOrThrow(readShapesAtOnce(text)).shapes

const kml = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`
const ring = "10,51 10.1,51 10.1,51.1 10,51"
const closed = [
  [10, 51],
  [10.1, 51],
  [10.1, 51.1],
  [10, 51]
]

describe("a KML file", () => {
  it("is its placemarks with their names and data, in whatever folders", () => {
    const found = readKml(
      kml(`<name>Not of a place</name><Folder><Placemark id="p1"><name> Upper &amp; lower </name>
          <description><![CDATA[<b>wet</b>]]></description>
          <ExtendedData><Data name="owner"><value>Ines</value></Data>
            <SchemaData><SimpleData name="ha">12.5</SimpleData></SchemaData></ExtendedData>
          <Polygon><outerBoundaryIs><LinearRing><coordinates>
            10,51,100   10.1,51,100
            10.1,51.1,100 10,51,100
          </coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>${ring}
          </coordinates></LinearRing></innerBoundaryIs></Polygon></Placemark></Folder>
          <Placemark><Point><coordinates>10.5,51.2</coordinates></Point></Placemark>
          <Placemark><LineString><coordinates>10,51 11,52</coordinates></LineString></Placemark>`)
    )
    assert.deepStrictEqual(found, [
      {
        geometry: {
          type: "Polygon",
          coordinates: [closed.map((position) => [...position, 100]), closed]
        },
        properties: { name: "Upper & lower", description: "<b>wet</b>", owner: "Ines", ha: 12.5 }
      },
      { geometry: { type: "Point", coordinates: [10.5, 51.2] }, properties: {} },
      {
        geometry: {
          type: "LineString",
          coordinates: [
            [10, 51],
            [11, 52]
          ]
        },
        properties: {}
      }
    ])
  })

  it("may have a blank after a comma, and is not guessed at where that could join two places", () => {
    const lineOf = (at: string) => {
      const [line] = readKml(
        kml(`<Placemark><LineString><coordinates>${at}</coordinates></LineString></Placemark>`)
      )
      return (line!.geometry as { readonly coordinates: unknown }).coordinates
    }
    const line = [
      [8.5, 49.3],
      [8.6, 49.4]
    ]
    assert.deepStrictEqual(lineOf("8.5, 49.3 8.6,\n49.4"), line)
    assert.deepStrictEqual(
      lineOf("8.5, 49.3, 100 8.6, 49.4, 100"),
      line.map((position) => [...position, 100])
    )
    assert.deepStrictEqual(lineOf("8.5,49.3, 8.6,49.4"), [[Number.NaN, Number.NaN, Number.NaN, Number.NaN]])
  })

  it("has shapes of several parts: of one kind, or a collection of several kinds", () => {
    const part = (at: string) =>
      `<Polygon><outerBoundaryIs><LinearRing><coordinates>${at}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
    const line = "<LineString><coordinates>1, 2 3,4</coordinates></LineString>"
    const geometries = readKml(
      kml(`<Placemark><MultiGeometry>${part(ring)}${part("1,1 2,1 2,2 1,1")}</MultiGeometry></Placemark>
          <Placemark><MultiGeometry>${part(ring)}${line}</MultiGeometry></Placemark>
          <Placemark><name>Nowhere</name></Placemark>`)
    ).map(({ geometry }) => geometry)
    assert.deepStrictEqual(geometries, [
      {
        type: "MultiPolygon",
        coordinates: [
          [closed],
          [
            [
              [1, 1],
              [2, 1],
              [2, 2],
              [1, 1]
            ]
          ]
        ]
      },
      {
        type: "GeometryCollection",
        geometries: [
          { type: "Polygon", coordinates: [closed] },
          {
            type: "LineString",
            coordinates: [
              [1, 2],
              [3, 4]
            ]
          }
        ]
      },
      undefined
    ])
  })

  it("reads numbers that are none as none", () => {
    const [found] = readKml(
      kml("<Placemark><LineString><coordinates>10,,5 0x10,1 1e1,-.5</coordinates></LineString></Placemark>")
    )
    assert.deepStrictEqual(found!.geometry, {
      type: "LineString",
      coordinates: [
        [10, Number.NaN, 5],
        [Number.NaN, 1],
        [10, -0.5]
      ]
    })
  })

  it("is refused with its line where it is no KML, or more than KML", () => {
    const refused: ReadonlyArray<readonly [text: string, reason: RegExp]> = [
      ["<gpx></gpx>", /line 1: the text is no KML, it begins with <gpx>/],
      [kml("<Placemark>\n\n</Document>"), /line \d+: it is not well-formed XML/],
      ["<kml><Document>", /it is not well-formed XML/],
      ['<!DOCTYPE kml [<!ENTITY a "aaaa">]><kml>&a;</kml>', /document type/],
      [kml("<name>&undefined;</name>"), /not well-formed/],
      [`<kml>${"<Folder>".repeat(70)}`, /more than 64 deep/]
    ]
    for (const [text, reason] of refused) {
      const unread = readShapesAtOnce(text)
      if (Result.isSuccess(unread)) throw new Error(text)
      assert.strictEqual(unread.failure.code, "KML_BROKEN")
      assert.match(unread.failure.detail, reason)
    }
  })

  it("names nothing but its own members", () => {
    const data = (name: string) => `<Data name="${name}"><value>x</value></Data>`
    const [found] = readKml(
      kml(`<Placemark><ExtendedData>${data("__proto__")}${data("constructor")}</ExtendedData></Placemark>`)
    )
    assert.deepStrictEqual(Object.keys(found!.properties), ["__proto__", "constructor"])
    assert.strictEqual(Object.getPrototypeOf(found!.properties), Object.prototype)
  })
})
