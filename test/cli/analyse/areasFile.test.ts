// The areas of an analysis of files: read as an import into a project reads them, with a word on what was left out.
import { readFileSync } from "node:fs"
import { afterAll, assert, describe, it } from "vitest"
import { type AreaFile, readableAreas, refusedAreas, refusedArchives } from "../../support/areaFiles.ts"
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

interface GeoFile {
  readonly features: ReadonlyArray<{
    readonly geometry: { readonly coordinates: ReadonlyArray<ReadonlyArray<readonly [number, number]>> }
  }>
}

const boxOf = (ring: ReadonlyArray<readonly [number, number]>) => {
  const [lons, lats] = [ring.map(([lon]) => lon), ring.map(([, lat]) => lat)]
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]
}

const graze = (name: string, areas: string | Uint8Array, ...more: ReadonlyArray<string>) => {
  const file = write(name, typeof areas === "string" ? areas : Buffer.from(areas))
  return run(["analyse", "grazing", "--csv", cows, "--areas", file, "--out", `${folder}/out`, ...more])
}

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

  const flags = ({ options }: AreaFile): ReadonlyArray<string> => [
    ...(options?.system === undefined ? [] : ["--areas-crs", options.system]),
    ...(options?.circles === undefined ? [] : ["--circles", String(Object.values(options.circles)[0])])
  ]

  it.each(readableAreas)("are read as by an import: $what", async (each) => {
    const { code, said } = await graze(each.name, each.bytes, ...flags(each))
    assert.strictEqual(code, 0, said)
    if (each.from !== null) assert.include(said, `The areas were reprojected from ${each.from}`)
    const { features } = JSON.parse(readFileSync(`${folder}/out/geometries.geojson`, "utf8")) as GeoFile
    const ring = features[0]!.geometry.coordinates[0]!
    for (const [at, degrees] of boxOf(ring).entries()) assert.closeTo(degrees, each.box[at]!, 1e-5)
  })

  it.each([...refusedAreas, ...refusedArchives])("are refused with their reason: $what", async (each) => {
    const { code, said } = await graze(each.name, each.bytes, ...flags(each))
    assert.strictEqual(code, 1)
    assert.include(said, each.words)
    assert.include(said, each.name)
  })

  it("that need a system are read as the refusal proposes", async () => {
    const metres = refusedAreas.find(({ name }) => name === "metres.geojson")!
    assert.include((await graze(metres.name, metres.bytes)).said, "--areas-crs")
    assert.strictEqual((await graze(metres.name, metres.bytes, "--areas-crs", "EPSG:25833")).code, 0)
    const wrong = await graze(metres.name, metres.bytes, "--areas-crs", "EPSG:4202")
    assert.include(wrong.said, "--areas-crs: EPSG:4202 is none")
  })
})
