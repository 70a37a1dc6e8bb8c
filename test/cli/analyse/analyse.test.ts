// `pugmark analyse` on files: what is written, and what is said when it cannot be done.
import { assert, describe, it } from "@effect/vitest"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { runCommand } from "../../../src/cli/commands.ts"
import { describeShared } from "../../support/describeShared.ts"
import { type Fixtures, fixtures } from "../../support/fixtures.ts"

const directory = mkdtempSync(join(tmpdir(), "pugmark-analyse-"))
afterAll(() => rmSync(directory, { recursive: true }))

/** Runs a command; its exit code and everything it said. */
const run = async (...argv: ReadonlyArray<string>) => {
  const said: Array<string> = []
  const code = await runCommand(
    argv,
    {},
    { say: (line) => said.push(line), progress: () => undefined, complain: (message) => said.push(message) }
  )
  return { code, said: said.join("\n") }
}

/** Two animals, hourly for four days: one on a square of a kilometre, one at rest. */
const csv = (() => {
  const rows = ["individual_id,timestamp,lon,lat"]
  for (let n = 0; n < 96; n++) {
    const at = new Date(Date.UTC(2024, 2, 30, n)).toISOString()
    const [x, y] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1]
    ][n % 4]!
    rows.push(
      `walker,${at},${10 + x! * 0.014},${50 + y! * 0.009}`,
      `"<rester>",${at},${10.05 + (n % 3) * 1e-6},50.05`
    )
  }
  return rows.join("\n") + "\n"
})()
const file = join(directory, "tracks.csv")
writeFileSync(file, csv)

describe("pugmark analyse movement", () => {
  it("writes document.json, tables, geometries.geojson and a report that is complete in itself", async () => {
    const out = join(directory, "movement")
    const { code, said } = await run(
      "analyse",
      "movement",
      "--csv",
      file,
      "--out",
      out,
      "--timezone",
      "Europe/Berlin",
      "--cell-m",
      "50"
    )
    assert.strictEqual(code, 0, said)
    assert.match(said, /192 fixes of 2 animals/)
    const document = JSON.parse(readFileSync(join(out, "document.json"), "utf8"))
    assert.strictEqual(document.method_version, "movement/3")
    assert.strictEqual(document.summary.main.walker.fixes, 96)
    // three sides of a square of 0.014 by 0.009 degrees, and its diagonal home, are all of about a kilometre
    assert.approximately(document.summary.main.walker.distance_km, 95, 5)
    assert.strictEqual(document.summary.main["<rester>"].moving_share, 0)
    const shapes = JSON.parse(readFileSync(join(out, "geometries.geojson"), "utf8"))
    assert.isAbove(shapes.features.length, 0)
    assert.isTrue(existsSync(join(out, "tables", `${document.tables[0].key}.csv`)))
    const page = readFileSync(join(out, "report.html"), "utf8")
    assert.include(page, "<svg")
    assert.notMatch(page, /<script|src=|https?:\/\//)
    assert.notInclude(page, "<rester>", "names of a file are text, not markup")
  })

  it("gives the same bytes for the same file", async () => {
    const [a, b] = [join(directory, "a"), join(directory, "b")]
    for (const out of [a, b])
      assert.strictEqual((await run("analyse", "movement", "--csv", file, "--out", out)).code, 0)
    assert.strictEqual(
      readFileSync(join(a, "document.json"), "utf8"),
      readFileSync(join(b, "document.json"), "utf8")
    )
  })

  it("into a folder with a result of another run leaves no table of that one", async () => {
    const out = join(directory, "twice")
    const compared = ["--from", "2024-03-31", "--to", "2024-04-01", "--comparison", "2024-04-01..2024-04-02"]
    assert.strictEqual((await run("analyse", "movement", "--csv", file, "--out", out, ...compared)).code, 0)
    assert.isTrue(existsSync(join(out, "tables", "comparison.csv")))
    writeFileSync(join(out, "tables", "mine.csv"), "kept")
    assert.strictEqual((await run("analyse", "movement", "--csv", file, "--out", out)).code, 0)
    assert.isFalse(existsSync(join(out, "tables", "comparison.csv")))
    assert.isTrue(existsSync(join(out, "tables", "mine.csv")), "what is somebody's own stays")
  })

  it("names the flag that cannot be used", async () => {
    const refused = async (...more: ReadonlyArray<string>) => {
      const { code, said } = await run(
        "analyse",
        "movement",
        "--csv",
        file,
        "--out",
        join(directory, "none"),
        ...more
      )
      assert.strictEqual(code, 1)
      return said
    }
    assert.match(await refused("--kde-grid", "251"), /--kde-grid/)
    assert.match(await refused("--cell-m", "wide"), /--cell-m/)
    assert.match(await refused("--timezone", "Mars/Olympus"), /--timezone Mars\/Olympus is not a time zone/)
    assert.match(await refused("--from", "yesterday"), /--from yesterday is not a time/)
    assert.match(await refused("--individuals", "nobody"), /has no fixes of nobody; it has <rester>, walker/)
    assert.match(
      await refused("--max-fixes", "10"),
      /The subjects have 192 fixes in the period, and a run takes 10\..* --max-fixes N takes more/
    )
    assert.match(await refused("--bogus", "1"), /bogus/)
    assert.match(
      (await run("analyse", "movement", "--csv", join(directory, "gone.csv"), "--out", directory)).said,
      /there is no such file/
    )
    assert.match((await run("analyse", "movement")).said, /--csv FILE --out DIR/)
  })
})

/**
 * Two pastures side by side, ten by ten hundredths of a degree; the walker's square is in the first, the
 * rester in neither.
 */
const pasture = (name: string, west: number, more: object = {}) => ({
  type: "Feature",
  properties: { name, ...more },
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [west, 49.99],
        [west + 0.02, 49.99],
        [west + 0.02, 50.02],
        [west, 50.02],
        [west, 49.99]
      ]
    ]
  }
})
const collection = (...features: ReadonlyArray<object>) => {
  const path = join(directory, `areas-${features.length}-${JSON.stringify(features).length}.geojson`)
  writeFileSync(path, JSON.stringify({ type: "FeatureCollection", features }))
  return path
}
const areas = collection(pasture("West", 9.995, { carrying_capacity: 2 }), pasture("East", 10.03))
const graze = async (name: string, ...more: ReadonlyArray<string>) => {
  const out = join(directory, name)
  const { code, said } = await run(
    "analyse",
    "grazing",
    "--csv",
    file,
    "--areas",
    areas,
    "--out",
    out,
    "--timezone",
    "Europe/Berlin",
    "--entity-type",
    "cow",
    ...more
  )
  assert.strictEqual(code, 0, said)
  return {
    said,
    out,
    document: JSON.parse(readFileSync(join(out, "document.json"), "utf8")),
    table: (key: string) =>
      readFileSync(join(out, "tables", `${key}.csv`), "utf8")
        .trim()
        .split("\r\n")
  }
}

describe("pugmark analyse grazing", () => {
  it(
    "counts the hours of each animal in each pasture, and draws them with names, a rest calendar " +
      "and a map",
    async () => {
      const { document, out, table } = await graze("grazing")
      assert.strictEqual(document.method_version, "grazing/3")
      assert.approximately(document.summary.main.West.animal_hours, 95, 1e-9)
      assert.strictEqual(document.summary.main.East.animal_hours, 0)
      assert.strictEqual(document.summary.main.herd.share_outside, 0.5)
      assert.deepStrictEqual(table("areas").length, 3)
      // 95 animal-hours over 95 hours and the millisecond after the last fix: one animal at a time, half of
      // what West carries
      assert.include(table("stocking")[0]!, `"share_of_capacity [each animal counts one]"`)
      assert.match(table("stocking")[1]!, /,0\.4999999\d*$/)
      const page = readFileSync(join(out, "report.html"), "utf8")
      for (const part of [
        "Rest calendar",
        "West",
        "East",
        "Relative pressure",
        "2 of 2 animals tracked",
        "<svg"
      ])
        assert.include(page, part)
      assert.notMatch(page, /<script|src=|https?:\/\/|NaN|undefined/)
    }
  )

  it("takes days and times of the zone: 31 March has 23 hours in Berlin", async () => {
    const { document } = await graze(
      "dst",
      "--from",
      "2024-03-31",
      "--to",
      "2024-04-01",
      "--individuals",
      "walker"
    )
    assert.deepStrictEqual(document.periods, [
      { key: "main", from: "2024-03-30T23:00:00.000Z", to: "2024-03-31T22:00:00.000Z" }
    ])
    assert.strictEqual(document.summary.main.herd.animals_tracked, 1)
  })

  it("compares with another herd over the same dates", async () => {
    const { document, table } = await graze("herds", "--herd-b", "<rester>")
    assert.approximately(document.summary.main.West.animal_hours, 95, 1e-9)
    assert.strictEqual(document.summary.comparison.West.animal_hours, 0)
    assert.strictEqual(document.summary.comparison.herd.herd_size, 1)
    assert.deepStrictEqual(document.periods[0].from, document.periods[1].from)
    assert.include(table("comparison")[0]!, `"change"`)
  })

  it("weighs animals by a table, and parts the period into seasons", async () => {
    const animals = join(directory, "animals.csv")
    writeFileSync(animals, "individual_id;mass\nwalker;300\n")
    const { document, said, table } = await graze(
      "weights",
      "--weighting",
      "attribute",
      "--weight-key",
      "mass",
      "--animals",
      animals,
      "--seasons",
      "late:03-01:03-31,early:04-01:04-30"
    )
    assert.approximately(
      document.summary.main.West.weighted_animal_days_per_ha / document.summary.main.West.animal_days_per_ha,
      300,
      1e-6
    )
    assert.match(said, /1 of 2 animals lack a usable number "mass" and count one: <rester>/)
    assert.deepStrictEqual(
      table("seasons")
        .slice(1)
        .map((line) => line.split(",")[0]),
      [`"late"`, `"late"`, `"early"`, `"early"`]
    )
    for (const key of ["areas", "summary", "seasons", "stocking", "area_animals"])
      assert.include(table(key)[0]!, "[by mass]", `the header of ${key} names the weighting`)
  })

  it("says what is wrong with areas, herds and weights, by name", async () => {
    const refused = async (...more: ReadonlyArray<string>) => {
      const { code, said } = await run(
        "analyse",
        "grazing",
        "--csv",
        file,
        "--out",
        join(directory, "none"),
        ...more
      )
      assert.strictEqual(code, 1)
      return said
    }
    const bowtie = {
      type: "Feature",
      properties: { name: "Bowtie" },
      geometry: {
        type: "Polygon",
        coordinates: [
          [
            [10, 50],
            [10.1, 50.1],
            [10.1, 50],
            [10, 50.1],
            [10, 50]
          ]
        ]
      }
    }
    const tiny = {
      type: "Feature",
      properties: { name: "Tiny" },
      geometry: {
        type: "Polygon",
        coordinates: [
          [
            [10, 50],
            [10.0005, 50],
            [10.0005, 50.0005],
            [10, 50]
          ]
        ]
      }
    }
    const both = await refused("--areas", collection(bowtie, tiny))
    assert.match(both, /Bowtie has an invalid shape/)
    assert.match(both, /Tiny has 0\.\d+ hectares: an area needs 1/)
    assert.match(await refused("--areas", file), /is no GeoJSON with features/)
    assert.match(await refused(), /--areas FILE\.geojson/)
    assert.match(await refused("--areas", areas, "--herd-b", "nobody"), /has no fixes of nobody/)
    assert.match(
      await refused("--areas", areas, "--individuals", "walker", "--herd-b", "walker"),
      /walker is in both herds/
    )
    assert.match(
      await refused("--areas", areas, "--herd-b", "walker,<rester>"),
      /every animal is in the other herd/
    )
    assert.match(
      await refused("--areas", areas, "--weighting", "metabolic"),
      /--weight-key: The weighting metabolic needs/
    )
    assert.match(
      await refused("--areas", areas, "--weighting", "metabolic", "--weight-key", "mass"),
      /Say --animals FILE/
    )
    assert.match(await refused("--areas", areas, "--seasons", "x:02-30:03-01"), /--seasons/)
    assert.match(
      await refused("--areas", areas, "--herd-b", "walker", "--comparison", "2024-01-01..2024-02-01"),
      /Compare with one/
    )
  })

  it("keeps areas of one name apart", async () => {
    const twins = collection(pasture("Field", 9.995), pasture("Field", 10.03))
    const { document } = await graze("twins", "--areas", twins)
    assert.sameMembers(Object.keys(document.summary.main), ["herd", "Field", "Field (2)"])
  })
})

/** Numbers of the reference have nine digits. */
const PRINTED = 1e-8

interface Expected {
  readonly [member: string]: number
}

/**
 * What `analyse grazing` says of real livestock, area by area beside what an independent computation has of
 * it.
 */
const grazeLivestock = async (from: Fixtures) => {
  const folder = mkdtempSync(join(directory, "livestock-"))
  const areas = from.unpack("reference/grazing/areas.geojson", folder),
    out = join(folder, "out")
  // the reference leaves no fix out as too fast
  const { code, said } = await run(
    "analyse",
    "grazing",
    "--csv",
    from.unpackCsv("livestock_5min", folder),
    "--areas",
    areas,
    "--out",
    out,
    "--timezone",
    "Europe/Madrid",
    "--from",
    "2022-01-29",
    "--to",
    "2022-04-04",
    "--max-speed-mps",
    "1000"
  )
  assert.strictEqual(code, 0, said)
  const { summary } = JSON.parse(readFileSync(join(out, "document.json"), "utf8"))
  const expected = JSON.parse(from.text("reference/grazing/grazing_full_equal.json"))
  const features: ReadonlyArray<{ properties: { key: string; name: string } }> = JSON.parse(
    readFileSync(areas, "utf8")
  ).features
  const each = features.map(({ properties: { key, name } }) => ({
    key,
    area: summary.main[name],
    its: expected.areas[key] as Expected
  }))
  return { each, herd: summary.main.herd, expected }
}

describe("on one real animal", () => {
  it("gives the hours, days and hectares of an independent computation", async () => {
    const { each, expected } = await grazeLivestock(fixtures)
    for (const { area, its, key } of each) {
      const { fixes, hours } = expected.areas[key].animals.AV571
      assert.approximately(area.animal_hours, hours, 1e-6 + PRINTED * hours, key)
      assert.approximately(area.hectares / its["hectares"]!, 1, 1e-7, key)
      assert.strictEqual(area.animals_used, fixes > 0 ? 1 : 0, key)
      assert.approximately(area.animal_days_per_ha, hours / 24 / its["hectares"]!, PRINTED * 10, key)
    }
  })
})

describeShared("on real livestock", (shared) => {
  it("gives the hours, days, visits and shares of an independent computation", async () => {
    const { each, expected, herd } = await grazeLivestock(shared)
    assert.approximately(herd.tracked_animal_hours, expected.herd.tracked_animal_hours_capped, 1e-5)
    assert.approximately(herd.share_inside, expected.herd.share_inside_any_capped, 1e-8)
    for (const { area, its, key } of each) {
      assert.approximately(
        area.animal_hours / (its["animal_hours"]! || 1),
        its["animal_hours"] === 0 ? 0 : 1,
        PRINTED,
        key
      )
      assert.approximately(area.hectares / its["hectares"]!, 1, 1e-7, key)
      assert.strictEqual(area.animals_used, its["animals_used"], key)
      assert.approximately(area.animal_days_per_ha, its["animal_days_per_ha"]!, PRINTED * 10, key)
      assert.approximately(area.share_of_herd_time, its["share_of_herd_time"]!, 1e-8, key)
    }
  })
})
