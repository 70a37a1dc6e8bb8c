// The areas of an analysis of files: read as an import into a project reads them, with a word on what was left out.
import { afterAll, assert, describe, it } from "vitest"
import { fileCommands } from "../../support/cli/fileCommands.ts"

const { folder, remove, run, write } = fileCommands()
afterAll(remove)

const ring = "10,50 10.1,50 10.1,50.1 10,50.1 10,50"
const area = `<Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
const point = "<Point><coordinates>10,50</coordinates></Point>"
const polygon = {
  type: "Polygon",
  coordinates: [ring.split(" ").map((place) => place.split(",").map(Number))]
}
const cows = write(
  "cows.csv",
  "animal,time,lon,lat\nAlma,2024-05-01T00:00:00Z,10.05,50.05\nAlma,2024-05-01T01:00:00Z,10.051,50.05\n"
)

const graze = (name: string, areas: string) =>
  run(["analyse", "grazing", "--csv", cows, "--areas", write(name, areas), "--out", `${folder}/out`])

describe("areas of an analysis", () => {
  it.each([
    ["marked.geojson", `\uFEFF${JSON.stringify(polygon)}`, ""],
    [
      "labelled.kml",
      `<kml><Placemark><name>A</name><MultiGeometry>${area}${point}</MultiGeometry></Placemark><Placemark><name>Gate</name>${point}</Placemark></kml>`,
      "A: Left out: its label point.\nGate: It is no area and was left out."
    ]
  ])("are taken of %s, and what is left out is said", async (name, areas, words) => {
    const { code, said } = await graze(name, areas)
    assert.strictEqual(code, 0, said)
    assert.include(said, words)
  })

  it("in a system that is not known are refused by its name", async () => {
    const crs = { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::4202" } }
    const { code, said } = await graze("agd.geojson", JSON.stringify({ ...polygon, crs }))
    assert.strictEqual(code, 1)
    assert.include(said, "The file's coordinates are in urn:ogc:def:crs:EPSG::4202.")
  })
})
