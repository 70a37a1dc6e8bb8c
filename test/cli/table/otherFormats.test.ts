// Files that are no CSV, through the commands that read them: what is taken, what is said, and which command takes
// what another does not.
import { afterAll, assert, describe, it } from "vitest"
import { fileCommands } from "../../support/cli/fileCommands.ts"
import { kml, kmz, xlsx } from "../../support/tracks/trackFiles.ts"

const { read, remove } = fileCommands()
afterAll(remove)

const hours = [1, 2, 3, 4, 5, 6]
const at = (hour: number) => `2024-05-01T0${hour}:00:00Z`

const document = kml(
  `<Placemark><name>Alma</name><gx:Track>${hours.map((hour) => `<when>${at(hour)}</when>`).join("")}` +
    `${hours.map((hour) => `<gx:coord>8.${hour} 47.5 0</gx:coord>`).join("")}</gx:Track></Placemark>` +
    "<Placemark><name>Meadow</name></Placemark>"
)
const geojson = JSON.stringify({
  type: "FeatureCollection",
  features: hours.map((hour) => ({
    type: "Feature",
    properties: { animal: "Alma", time: at(hour) },
    geometry: { type: "Point", coordinates: [8 + hour / 10, 47.5] }
  }))
})
const workbook = async () =>
  Buffer.from(
    await xlsx({
      Fixes: [
        ["animal", "time", "lon", "lat"],
        ...hours.map((hour) => ["Alma", at(hour), 8 + hour / 10, 47.5])
      ],
      Notes: [["nothing"]]
    })
  )

describe("a file of six fixes", () => {
  it.each([
    ["import kml", document, "1 placemark without a time"],
    ["import kml", Buffer.from(kmz(document)), "1 placemark without a time"],
    ["analyse movement", Buffer.from(kmz(document)), "1 placemark without a time"],
    ["import geojson", geojson, "A line is the number of a feature"],
    ["analyse movement", geojson, "A line is the number of a feature"]
  ] as const)("is taken by %s", async (command, content, words) => {
    const { said, taken } = await read(command, content)
    assert.strictEqual(taken, 6, said)
    assert.include(said, words)
  })

  it.each(["import excel", "import csv", "analyse movement"] as const)(
    "in a workbook is taken by %s, which says the sheet",
    async (command) => {
      const { said, taken } = await read(command, await workbook())
      assert.strictEqual(taken, 6, said)
      assert.include(said, 'The sheet "Fixes" is read, and not "Notes"')
    }
  )

  it("is named with its command by the others", async () => {
    const table = "animal,time,lon,lat\nAlma,2024-05-01T01:00:00Z,8,47\n"
    for (const [command, content, words] of [
      ["import csv", document, "is a KML or KMZ file: it is imported with pugmark import kml"],
      ["import gpx", Buffer.from(kmz(document)), "it is imported with pugmark import kml"],
      ["import csv", geojson, "is JSON: it is imported with pugmark import geojson"],
      ["import kml", await workbook(), "is a workbook: it is imported with pugmark import excel"],
      ["import kml", table, "it is imported with pugmark import csv"],
      ["import geojson", "<gpx></gpx>", "it is imported with pugmark import gpx"],
      ["import kml", Buffer.from(kmz("<a/>")).subarray(0, 100), "was cut off, or is damaged"]
    ] as const) {
      const { code, said } = await read(command, content)
      assert.strictEqual(code, 1)
      assert.include(said, words)
      const proposed = /pugmark (import \w+)/u.exec(said)?.[1]
      if (proposed !== undefined)
        assert.notInclude((await read(proposed as "import kml", content)).said, "it is imported with")
    }
  })

  it("that names its system cannot be given another", async () => {
    assert.include(
      (await read("analyse movement", document, "--crs", "EPSG:32633")).said,
      "the file has longitudes and latitudes by its format, and no other system"
    )
    assert.match(
      (await read("import csv", "", "--crs", "EPSG:4202")).said,
      /^--crs: EPSG:4202 is none of the coordinate systems/
    )
  })
})
