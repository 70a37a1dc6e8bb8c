// Files of other formats than tables and GPX: which rows they are, and what they leave out.
import { strToU8, zipSync } from "fflate"
import { assert, describe, it } from "vitest"
import { TableBroken } from "../../src/domain/intake/TableBroken.ts"
import { kml, kmz, open, readReports, trackFile, xlsx } from "../support/tracks/trackFiles.ts"

const at = (minute: number) => `2024-05-01T00:${String(minute).padStart(2, "0")}:00Z`
const iso = (minute: number) => at(minute).replace("Z", ".000Z")

const track = (minutes: ReadonlyArray<number>, more = "") =>
  `<gx:Track>${more}${minutes.map((minute) => `<when>${at(minute)}</when>`).join("")}` +
  `${minutes.map((minute) => `<gx:coord>8.${10 + minute} 47.5 0</gx:coord>`).join("")}</gx:Track>`

const notesOf = async (...args: Parameters<typeof open>) => {
  const opened = await open(...args)
  assert.strictEqual(opened._tag, "Opened")
  return opened._tag === "Opened" ? opened.table.notes : []
}

const failure = (read: Promise<unknown>): Promise<string> =>
  read.then(
    () => "",
    (error: unknown) => String(error)
  )

describe("a KML file", () => {
  const inside =
    `<Placemark><name>Alma</name>${track([1, 2])}</Placemark>` +
    `<Placemark><name>Berta</name><gx:MultiTrack>${track([3])}${track([4], "<altitudeMode>absolute</altitudeMode>")}` +
    `</gx:MultiTrack></Placemark>` +
    `<Folder><name>Cilla</name><Placemark><name>first</name><TimeStamp><when>${at(5)}</when></TimeStamp>` +
    `<Point><coordinates>8.5,47.5,512.5</coordinates></Point></Placemark></Folder>` +
    `<Placemark>${track([6])}</Placemark>` +
    `<Placemark><name>Meadow</name><Point><coordinates>8,47</coordinates></Point></Placemark>`
  const rows = [
    { animal: "Alma", time: iso(1), report: { lon: 8.11, lat: 47.5 } },
    { animal: "Alma", time: iso(2), report: { lon: 8.12, lat: 47.5 } },
    { animal: "Berta", time: iso(3), report: { lon: 8.13, lat: 47.5 } },
    { animal: "Berta", time: iso(4), report: { lon: 8.14, lat: 47.5, altitude_m: 0 } },
    { animal: "Cilla", time: iso(5), report: { lon: 8.5, lat: 47.5, altitude_m: 512.5 } },
    { animal: "Rex", time: iso(6), report: { lon: 8.16, lat: 47.5 } }
  ]

  it("is its tracks and its points with a time, packed or not, in pieces of any length", async () => {
    for (const piece of [7, 10_000]) {
      assert.deepStrictEqual(await readReports(trackFile("a/Rex.kml", kml(inside), piece)), rows)
      assert.deepStrictEqual(await readReports(trackFile("Rex.kmz", kmz(kml(inside)), piece)), rows)
    }
    assert.match(
      (await notesOf(trackFile("Rex.kmz", kmz(kml(inside))))).join(),
      /1 placemark without a time: they are no positions; areas, lines and places are imported on the map/
    )
  })

  it("has times and places one after the other, or all of one first", async () => {
    const pairs = [1, 2].map((m) => `<when>${at(m)}</when><gx:coord>8.${10 + m} 47.5 0</gx:coord>`).join("")
    const placesFirst =
      [1, 2].map((m) => `<gx:coord>8.${10 + m} 47.5 0</gx:coord>`).join("") +
      [1, 2].map((m) => `<when>${at(m)}</when>`).join("")
    for (const track of [pairs, placesFirst])
      assert.deepStrictEqual(
        await readReports(trackFile("Alma.kml", kml(`<Placemark><gx:Track>${track}</gx:Track></Placemark>`))),
        rows.slice(0, 2)
      )
  })

  it("is refused where times and places do not pair, and where it has a document type", async () => {
    assert.match(
      await failure(
        readReports(
          trackFile(
            "a.kml",
            kml(
              `<Placemark><gx:Track><when>${at(1)}</when><when>${at(2)}</when>` +
                `<gx:coord>8 47 0</gx:coord></gx:Track></Placemark>`
            )
          )
        )
      ),
      /a track has 2 times \(when\) and 1 places \(gx:coord\)/
    )
    assert.match(
      await failure(readReports(trackFile("a.kmz", kmz(`<!DOCTYPE kml [<!ENTITY a "b">]>${kml("&a;")}`)))),
      /line 1: the file has a document type \(DTD\), which KML has not/
    )
  })
})

describe("a GeoJSON file", () => {
  const point = (minute: number, properties: object, coordinates = [8 + minute / 100, 47.5]) => ({
    type: "Feature",
    properties: { ...properties, time: at(minute) },
    geometry: { type: "Point", coordinates }
  })
  const collection = (features: ReadonlyArray<unknown>, more: object = {}) => ({
    type: "FeatureCollection",
    ...more,
    features
  })

  it("is its points, whose properties are columns", async () => {
    const file = collection([
      point(1, { animal: "Alma", speed_kmh: 36, note: 'a "quoted" {text], it is' }),
      point(2, { animal: "Berta", lon: 1, lat: 2, "gps:hdop": 1.5 }, [8.02, 47.5, 400]),
      { type: "Feature", properties: {}, geometry: { type: "Polygon", coordinates: [] } },
      point(3, { animal: "Alma" }, [8.03, 95])
    ])
    for (const text of [JSON.stringify(file), `\uFEFF${JSON.stringify(file, null, 2)}`])
      for (const piece of [3, 10_000])
        assert.deepStrictEqual(await readReports(trackFile("herd.geojson", text, piece)), [
          { animal: "Alma", time: iso(1), report: { lon: 8.01, lat: 47.5, speed_mps: 10 } },
          {
            animal: "Berta",
            time: iso(2),
            report: { lon: 8.02, lat: 47.5, altitude_m: 400, attributes: { hdop: 1.5 } }
          },
          "latitude 95 is not between -90 and 90"
        ])
    assert.match(
      (await notesOf(trackFile("herd.geojson", JSON.stringify(file)))).join(),
      /no points, and lines without times/
    )
  })

  it("is the points of lines that say their times, of the name or of the file", async () => {
    const line = (name: string | undefined, times: object) => ({
      type: "Feature",
      properties: { ...(name === undefined ? {} : { name }), ...times },
      geometry: {
        type: "LineString",
        coordinates: [
          [8.1, 47.5],
          [8.2, 47.5, 300]
        ]
      }
    })
    const rows = await readReports(
      trackFile(
        "Rex.geojson",
        JSON.stringify(
          collection([
            line("Alma", { coordTimes: [at(1), at(2)] }),
            line(undefined, { coordinateProperties: { times: [at(3), at(4)] } })
          ])
        )
      )
    )
    assert.deepStrictEqual(rows, [
      { animal: "Alma", time: iso(1), report: { lon: 8.1, lat: 47.5 } },
      { animal: "Alma", time: iso(2), report: { lon: 8.2, lat: 47.5, altitude_m: 300 } },
      { animal: "Rex", time: iso(3), report: { lon: 8.1, lat: 47.5 } },
      { animal: "Rex", time: iso(4), report: { lon: 8.2, lat: 47.5, altitude_m: 300 } }
    ])
    assert.lengthOf(
      await readReports(trackFile("Rex.json", JSON.stringify(line("Alma", { coordTimes: [at(1), at(2)] })))),
      2
    )
  })

  it("is read in the system that it names, if it is known, and refused by its name otherwise", async () => {
    const named = (name: string) =>
      trackFile(
        "a.geojson",
        JSON.stringify(
          collection([point(1, { animal: "Alma" }, [500_000, 5_400_000])], {
            crs: { type: "name", properties: { name } }
          })
        )
      )
    const [row] = await readReports(named("urn:ogc:def:crs:EPSG::32633"))
    assert.deepInclude(row, { report: { lon: 15, lat: 48.753013 } })
    assert.match(
      await failure(readReports(named("EPSG:4202"))),
      /EPSG:4202 is none of the coordinate systems/
    )
  })

  it("that is none, or broken, says so", async () => {
    assert.match(await failure(readReports(trackFile("a.json", `{"a": [1]}`))), /JSON and no GeoJSON/)
    assert.match(
      await failure(readReports(trackFile("a.json", `{"type":"FeatureCollection","features":[{"type":"Fe`))),
      /it ends in the middle/
    )
    assert.match(
      await failure(
        readReports(trackFile("a.json", `{"type":"FeatureCollection","features":[{"type":Fe}]}`))
      ),
      /feature 1 cannot be read/
    )
  })
})

describe("a workbook", () => {
  const header = ["animal", "timestamp", "lon", "lat", "visible"]
  const noon = new Date("2024-05-01T12:30:15.250Z")

  it("is its first sheet that is shown: numbers, texts, dates by their format", async () => {
    const rows = [
      header,
      ["Alma", noon, 8.1, 47.5, true],
      ["Berta", "2024-05-01 12:31", "8,2", { formula: "40+7.5", result: 47.5 }, false],
      [{ richText: [{ text: "Cil" }, { text: "la" }] }, new Date("2024-05-02T00:00:00Z"), 8.3, 47.5, null]
    ]
    for (const is1904 of [false, true]) {
      const file = trackFile(
        "herd.xlsx",
        await xlsx(
          { Old: [["nothing"]], Fixes: rows, Notes: [["hello"]] },
          { formats: { 2: "dd.mm.yyyy hh:mm" }, hidden: ["Old"], is1904 }
        )
      )
      assert.deepStrictEqual(await readReports(file, { timesIn: "UTC" }), [
        { animal: "Alma", time: noon.toISOString(), report: { lon: 8.1, lat: 47.5 } },
        {
          animal: "Berta",
          time: "2024-05-01T12:31:00.000Z",
          report: { lon: 8.2, lat: 47.5, valid: false, attributes: { outlier: "hidden" } }
        },
        { animal: "Cilla", time: "2024-05-02T00:00:00.000Z", report: { lon: 8.3, lat: 47.5 } }
      ])
      assert.include(
        (await notesOf(file, { timesIn: "UTC" })).join(),
        `The sheet "Fixes" is read, and not "Old", "Notes"`
      )
    }
  })

  it("has a day and a time of the day in two columns, below titles and above units", async () => {
    const file = trackFile(
      "herd.xlsx",
      await xlsx(
        {
          Sheet1: [
            ["Cattle of the valley"],
            [],
            ["animal", "Date", "Time", "Longitude", "Latitude", "Speed"],
            ["", "dd.mm.yyyy", "hh:mm", "deg", "deg", "km/h"],
            ["Alma", new Date("2024-05-01T00:00:00Z"), new Date("1899-12-30T06:15:00Z"), 8.1, 47.5, 36]
          ]
        },
        { formats: { 2: "dd/mm/yyyy", 3: "h:mm" } }
      )
    )
    assert.deepStrictEqual(await readReports(file, { timesIn: "Europe/Zurich" }), [
      { animal: "Alma", time: "2024-05-01T04:15:00.000Z", report: { lon: 8.1, lat: 47.5, speed_mps: 10 } }
    ])
    assert.strictEqual((await open(file))._tag, "Row")
  })

  it("that is hostile is refused by the name of what is wrong", async () => {
    const parts = {
      "xl/workbook.xml": strToU8(
        `<workbook xmlns:r="r"><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>`
      ),
      "xl/_rels/workbook.xml.rels": strToU8(
        `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/a.xml"/></Relationships>`
      )
    }
    const read = (sheet: Uint8Array | null, more: Record<string, Uint8Array> = {}) =>
      failure(
        readReports(
          trackFile(
            "herd.xlsx",
            zipSync({ ...parts, ...(sheet === null ? {} : { "xl/worksheets/a.xml": sheet }), ...more })
          )
        )
      )
    assert.match(await read(null), /the workbook has no sheet "A"/)
    assert.match(
      await read(strToU8(`<!DOCTYPE a [<!ENTITY l0 "ha">]><worksheet/>`)),
      /the file has a document type \(DTD\), which a workbook has not/
    )
    assert.match(
      await read(new Uint8Array(20_000_000)),
      /herd.xlsx: "xl\/worksheets\/a.xml" in it unpacks to more/
    )
    assert.match(
      await read(strToU8(`<worksheet><row r="1"><c r="ZZZ1"><v>1</v></c></row></worksheet>`)),
      /row 1 has more than 4096 columns/
    )
    assert.match(
      await read(strToU8("<worksheet/>"), { "xl/sharedStrings.xml": strToU8("<sst><si><t>a</si></sst>") }),
      /not well-formed XML/
    )
    assert.instanceOf(
      await readReports(trackFile("a.xlsx", zipSync(parts))).catch((error: unknown) => error),
      TableBroken
    )
  })
})
