// The text formats of exports: what is in a file does not depend on how it was put together, and no name
// breaks out of its place.
import { assert, describe, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Effect, Schema } from "effect"
import { type Place, placeOf, type Row } from "../../../src/domain/export/Row.ts"
import { pieceOf } from "../../../src/domain/export/Writer.ts"
import { writerOf } from "../../../src/domain/export/writerOf.ts"
import { findColumns } from "../../../src/domain/intake/columns.ts"
import { propertyRuns } from "../../support/propertyRuns.ts"

const DAY = Date.parse("2026-05-01T00:00:00Z"),
  HOUR = 3_600_000
const textFormats = ["csv", "json", "geojson", "gpx", "movebank"] as const
type TextFormat = (typeof textFormats)[number]

const rowOf = (id: number, subject: string, name: string, hour: number, more: object = {}): Row => {
  const time = new Date(DAY + hour * HOUR).toISOString()
  return {
    subject,
    place_time: time.replace("Z", "000Z"),
    id,
    time,
    original_time: time,
    received_at: time,
    entity_id: subject,
    entity_name: name,
    device_id: subject,
    device_name: name,
    record_type: "gnss",
    lon: 10 + id / 8,
    lat: 50,
    altitude_m: 1e-7,
    speed_mps: 0.5,
    heading_deg: null,
    accuracy_m: 3,
    satellites: 7,
    valid: true,
    curated_fields: [],
    attributes: { note: name },
    taxon: null,
    study: name,
    individual: name,
    tag: name,
    ...more
  }
}

const wholeOf = (format: TextFormat, rows: ReadonlyArray<Row>) => {
  const last = rows.at(-1)
  return pieceOf(writerOf("positions", format), rows, null, last === undefined ? null : placeOf(last), true)
}

const Name = Schema.String.check(Schema.isMaxLength(12))
const World = Schema.Array(
  Schema.Struct({
    name: Name,
    hours: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))).check(
      Schema.isMaxLength(4)
    )
  })
).check(Schema.isMaxLength(4))
const Cuts = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 16 }))).check(
  Schema.isMaxLength(4)
)

const hostile = [
  "=cmd|' /C calc'!A0",
  'a "quoted", name',
  "two\nlines\r\n",
  "<b>&amp;</b>]]>",
  "@SUM(1)",
  "Ørsted 山羊 💥",
  "\u0000\u0007bell",
  "\u202e=1",
  "-1+1",
  "\ttab"
]

describe("the text of an export", () => {
  it.effect.prop(
    "is the same in one piece and in many, wherever it was broken off",
    { world: World, cuts: Cuts },
    ({ cuts, world }) =>
      Effect.sync(() => {
        let hour = 0
        const rows = world.flatMap(({ hours, name }, s) =>
          hours.map((more) => rowOf(++hour, `subject ${s}`, name, (hour += more)))
        )
        const at = [...new Set([0, ...cuts.map((cut) => Math.min(cut, rows.length)), rows.length])].toSorted(
          (a, b) => a - b
        )
        for (const format of textFormats) {
          const writer = writerOf("positions", format)
          let text = "",
            last: Place | null = null
          for (const [i, from] of at.slice(0, -1).entries()) {
            const piece = rows.slice(from, at[i + 1]),
              after: Place | null = piece.length === 0 ? last : placeOf(piece.at(-1)!)
            text += pieceOf(writer, piece, last, after, i === at.length - 2)
            last = after
          }
          assert.strictEqual(rows.length === 0 ? wholeOf(format, rows) : text, wholeOf(format, rows), format)
        }
      }),
    propertyRuns(200)
  )

  it("of no rows is a file all the same", () => {
    assert.deepStrictEqual(JSON.parse(wholeOf("json", [])), [])
    assert.deepStrictEqual(JSON.parse(wholeOf("geojson", [])), { type: "FeatureCollection", features: [] })
    assert.match(wholeOf("gpx", []), /^<\?xml[^>]+>\n<gpx [^>]+>\n<\/gpx>\n$/)
    assert.lengthOf(parse(wholeOf("csv", [])), 1)
    assert.lengthOf(parse(wholeOf("movebank", [])), 1)
  })

  it("csv: formula injection is guarded; quotes, commas and line breaks stay in their cell", () => {
    const rows = hostile.map((name, i) => rowOf(i, String(i), name, i))
    for (const format of ["csv", "movebank"] as const) {
      const [header, ...read] = parse(wholeOf(format, rows)) as ReadonlyArray<ReadonlyArray<string>>
      assert.lengthOf(read, hostile.length)
      for (const cells of read) {
        assert.lengthOf(cells, header!.length)
        for (const cell of cells)
          if (!/^-?\d/.test(cell)) assert.notMatch(cell, /^[\s\p{Cf}]*[=+\-@]|[\p{Cc}]/u)
      }
      assert.include(wholeOf(format, rows), '"a ""quoted"", name"')
      assert.include(wholeOf(format, rows), "Ørsted 山羊 💥")
    }
  })

  it("gpx: no name breaks out of its element, and no character is one that XML has not", () => {
    const text = wholeOf(
      "gpx",
      hostile.map((name, i) => rowOf(i, String(i), name, i))
    )
    assert.lengthOf(text.match(/<trk>/g)!, hostile.length)
    assert.include(text, "<name>&lt;b&gt;&amp;amp;&lt;/b&gt;]]&gt;</name>")
    // oxlint-disable-next-line no-control-regex -- these are what is looked for
    assert.notMatch(text, /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|<b>/)
  })

  it("gpx 1.1: one trk a subject, one trkseg a stretch without a gap of more than four hours; decimals have no exponent, and longitudes end before 180", () => {
    const text = wholeOf("gpx", [
      rowOf(1, "a", "A", 0),
      rowOf(2, "a", "A", 4),
      rowOf(3, "a", "A", 8.01),
      rowOf(4, "b", "B", 9, { lon: 180, valid: false, curated_fields: ["valid"] })
    ])
    assert.deepStrictEqual(text.match(/<\/?trk(?:seg)?>|<trkpt/g), [
      "<trk>",
      "<trkseg>",
      "<trkpt",
      "<trkpt",
      "</trkseg>",
      "<trkseg>",
      "<trkpt",
      "</trkseg>",
      "</trk>",
      "<trk>",
      "<trkseg>",
      "<trkpt",
      "</trkseg>",
      "</trk>"
    ])
    assert.include(text, "<ele>0.0000001</ele><time>2026-05-01T00:00:00.000Z</time><sat>7</sat>")
    assert.include(text, 'lon="-180"')
    assert.include(text, "<cmt>marked as wrong; curated: valid</cmt>")
  })

  it("movebank: the header is Movebank's, times are `yyyy-MM-dd HH:mm:ss.SSS`, and what is wrong is not visible", () => {
    const rows = [
      rowOf(1, "a", "A", 0.5),
      rowOf(2, "a", "A", 1, { valid: false, curated_fields: ["valid"] }),
      rowOf(3, "a", "A", 2, { valid: false, record_type: "network" })
    ]
    const imported = (["manually", "algorithm"] as const).map((outlier, i) =>
      rowOf(4 + i, "a", "A", 3 + i, { valid: false, attributes: { valid: false, outlier } })
    )
    const [head, ...marked] = parse(wholeOf("movebank", imported)) as ReadonlyArray<ReadonlyArray<string>>
    assert.deepStrictEqual(
      ["visible", "manually-marked-outlier", "algorithm-marked-outlier"].map((name) =>
        marked.map((cells) => cells[head!.indexOf(name)])
      ),
      [
        ["false", "false"],
        ["true", ""],
        ["", "true"]
      ]
    )
    const [header, ...read] = parse(wholeOf("movebank", rows)) as ReadonlyArray<ReadonlyArray<string>>
    assert.deepStrictEqual(header!.slice(0, 5), [
      "event-id",
      "visible",
      "timestamp",
      "location-long",
      "location-lat"
    ])
    assert.deepStrictEqual(header!.slice(-5), [
      "sensor-type",
      "individual-taxon-canonical-name",
      "tag-local-identifier",
      "individual-local-identifier",
      "study-name"
    ])
    const column = (name: string) => read.map((cells) => cells[header!.indexOf(name)])
    assert.deepStrictEqual(column("timestamp"), [
      "2026-05-01 00:30:00.000",
      "2026-05-01 01:00:00.000",
      "2026-05-01 02:00:00.000"
    ])
    assert.deepStrictEqual(column("visible"), ["true", "false", "false"])
    assert.deepStrictEqual(column("manually-marked-outlier"), ["", "true", ""])
    assert.deepStrictEqual(column("algorithm-marked-outlier"), ["", "", "true"])
    assert.deepStrictEqual(column("sensor-type"), ["gps", "gps", "argos-doppler-shift"])
    assert.notProperty(findColumns(header!, new Map()), "missing")
  })
})
