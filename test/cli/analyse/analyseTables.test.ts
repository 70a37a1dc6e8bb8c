// Tables as people really have them, through `pugmark analyse`: what is read, what is asked for, which rows
// are refused and why.
import { assert, describe, it } from "@effect/vitest"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { runCommand } from "../../../src/cli/commands.ts"

const directory = mkdtempSync(join(tmpdir(), "pugmark-tables-"))
afterAll(() => rmSync(directory, { recursive: true }))

const run = async (...argv: ReadonlyArray<string>) => {
  const said: Array<string> = []
  const code = await runCommand(
    argv,
    {},
    { say: (line) => said.push(line), progress: () => undefined, complain: (message) => said.push(message) }
  )
  return { code, said: said.join("\n") }
}

const out = join(directory, "out")

/** Runs `analyse movement` on a table; gives the summary of the main period too, where there is one. */
const analyse = async (table: string | Buffer, ...more: ReadonlyArray<string>) => {
  const file = join(directory, "table.csv")
  writeFileSync(file, table)
  rmSync(out, { recursive: true, force: true })
  const { code, said } = await run("analyse", "movement", "--csv", file, "--out", out, ...more)
  const document = existsSync(join(out, "document.json"))
    ? JSON.parse(readFileSync(join(out, "document.json"), "utf8"))
    : null
  return { code, said, document, summary: document?.summary.main }
}

const header = "individual_id,timestamp,lon,lat"
const hour = (n: number, from = Date.UTC(2024, 2, 1)) => new Date(from + n * 3_600_000).toISOString()
const walk = (name: string, count: number, from?: number) =>
  Array.from(
    { length: count },
    (_, n) => `${name},${hour(n, from)},${10 + (n % 7) * 0.001},${50 + (n % 5) * 0.001}`
  )

describe("a table to analyse", () => {
  it(
    "of 1970, tomorrow or nowhere in one row: the row is refused with its line and reason, the " +
      "others are taken",
    async () => {
      const { code, said, summary } = await analyse(
        [
          header,
          ...walk("Alma", 48),
          "Alma,1970-01-01T00:00:00Z,10,50",
          "Alma,2099-01-01T00:00:00Z,10,50",
          "Alma,2024-03-01T00:30:00Z,10,500",
          "Alma,2024-03-01T00:40:00Z,ten,50"
        ].join("\n")
      )
      assert.strictEqual(code, 0, said)
      assert.strictEqual(summary.Alma.fixes, 48)
      assert.include(said, "4 rows could not be taken:")
      for (const line of [
        "line 50  TIMESTAMP_INVALID  1970-01-01T00:00:00.000Z is before 1990",
        "line 51  TIMESTAMP_INVALID  2099-01-01T00:00:00.000Z is in the future",
        "line 52  POSITION_OUT_OF_RANGE  latitude 500 is not between -90 and 90",
        'line 53  ITEM_INVALID  lon: "ten" is not a number'
      ])
        assert.include(said, line)
    }
  )

  it("whose rows cannot be read says which and why, not only that it has no fixes", async () => {
    const { code, said } = await analyse([header, "Alma,soon,10,50", "Alma,later,10,50"].join("\n"))
    assert.strictEqual(code, 1)
    assert.match(said, /has no fixes\n {2}line 2 {2}TIMESTAMP_INVALID {2}"soon" is not a time\n/)
  })

  it("without a time zone asks for it and never guesses; Movebank's times are UTC", async () => {
    const local = [header, ...walk("Alma", 30)].join("\n").replaceAll("Z,", ",")
    const asked = await analyse(local)
    assert.strictEqual(asked.code, 1)
    assert.match(
      asked.said,
      /line 2: "2024-03-01T00:00:00\.000" names no time zone; say which: --times-in UTC/
    )
    assert.strictEqual(
      (await analyse(local, "--times-in", "Europe/Berlin")).document.periods[0].from,
      "2024-02-29T23:00:00.000Z"
    )
    assert.strictEqual(
      (await analyse(local.replace("lon,lat", "location-long,location-lat"))).document.periods[0].from,
      "2024-03-01T00:00:00.000Z"
    )
    assert.match((await analyse(local, "--times-in", "CEST")).said, /--times-in CEST is not a time zone/)
  })

  it(
    "with days first, seconds since 1970, decimal commas or UTF-16 says which option reads it, and " +
      "is read with it",
    async () => {
      const rows = (time: (n: number) => string, of = (x: number) => String(x)) =>
        [
          header.replaceAll(",", ";"),
          ...Array.from({ length: 30 }, (_, n) => `Alma;${time(n)};${of(10 + n / 1000)};${of(50.5)}`)
        ].join("\r\n")
      const dayFirst = rows(
        (n) => `${String(n + 1).padStart(2, "0")}.03.2024 12:00`,
        (x) => String(x).replace(".", ",")
      )
      assert.match((await analyse(dayFirst)).said, /say which: --time-format dmy, or --time-format mdy/)
      const read = await analyse(
        Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(dayFirst, "utf16le")]),
        "--time-format",
        "dmy",
        "--times-in",
        "UTC"
      )
      assert.deepStrictEqual(
        [read.summary.Alma.fixes, read.document.periods[0].to],
        [30, "2024-03-30T12:00:00.001Z"]
      )
      const seconds = rows((n) => String(Date.UTC(2024, 2, 1, n) / 1000))
      assert.match(
        (await analyse(seconds)).said,
        /may be seconds since 1970, which is not said; if it is: --time-format epoch-s/
      )
      assert.strictEqual(
        (await analyse(seconds, "--time-format", "epoch-s")).document.periods[0].from,
        "2024-03-01T00:00:00.000Z"
      )
      const quoted = [header, ...Array.from({ length: 3 }, (_, n) => `Alma,${hour(n)},"10,5","50,5"`)].join(
        "\n"
      )
      assert.match(
        (await analyse(quoted)).said,
        /lon: "10,5" is not a number; if the comma stands for a decimal point: --decimal comma/
      )
      assert.strictEqual((await analyse(quoted, "--decimal", "comma")).summary.Alma.fixes, 3)
      const latin = Buffer.from([header, ...walk("Kühe", 3)].join("\n"), "latin1")
      assert.match((await analyse(latin)).said, /line 2: .* say which it is: --encoding latin1/)
      assert.strictEqual((await analyse(latin, "--encoding", "latin1")).summary["Kühe"].fixes, 3)
      assert.match(
        (await analyse(Buffer.from(header, "utf16le"))).said,
        /is not UTF-8: say --encoding utf-16le/
      )
    }
  )

  it("without a column is explained with the options of this command", async () => {
    const { said } = await analyse(["who,when,lon,lat", "Alma,2024-03-01T00:00:00Z,10,50"].join("\n"))
    assert.include(said, "no column says the time; name it: pugmark analyse movement ... --time-column NAME")
    assert.notInclude(said, "import csv")
    const { summary } = await analyse(
      ["who|when|lon|lat", "Alma|2024-03-01T00:00:00Z|10|50"].join("\n"),
      "--individual-column",
      "who",
      "--time-column",
      "when"
    )
    assert.strictEqual(summary.Alma.fixes, 1)
  })
})

describe("a GPX file to analyse", () => {
  it("is read as a table is", async () => {
    const points = walk("", 40)
      .map((row) => row.split(","))
      .map(([, time, lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"><time>${time}</time></trkpt>`)
    const gpx = (inside: string) =>
      `<?xml version="1.0"?><gpx version="1.1" ` +
      `creator="x"><trk><name>Rex</name><trkseg>${inside}</trkseg></trk></gpx>`
    const table = await analyse([header, ...walk("Rex", 40)].join("\n"))
    assert.deepStrictEqual((await analyse(gpx(points.join("\n")))).document, table.document)
    assert.property((await analyse(gpx(points.join("\n")), "--animal", "Alma")).summary, "Alma")
    assert.match((await analyse(gpx(""))).said, /table\.csv has no fixes/)
    assert.match(
      (await analyse(`<!DOCTYPE gpx>${gpx(points.join("\n"))}`)).said,
      /line 1: the file has a document type \(DTD\)/
    )
  })
})

describe("animals of a table", () => {
  const two = [header, ...walk("Alma", 240), ...walk("Berta", 48)].join("\n")

  it(
    "are judged over the common period, and with --period own each from its first fix to its last, " +
      "as the decisions say",
    async () => {
      const own = await analyse(two, "--period", "own")
      assert.deepStrictEqual(
        [own.summary.Alma.gap_share, own.summary.Berta.gap_share, own.summary.Berta.covered_share],
        [0, 0, 1]
      )
      assert.notInclude(own.said, "silence")
      assert.match(own.document.provenance.decisions.judged_over, /first fix to its last/)
      const common = await analyse(two)
      assert.deepStrictEqual(common.document, (await analyse(two, "--period", "common")).document)
      assert.notProperty(common.document.provenance.decisions, "judged_over")
      assert.approximately(common.summary.Berta.gap_share, 1 - 47 / 239, 1e-6)
      assert.match(common.said, /Berta: 80% of the period is silence/)
      assert.include(
        common.said,
        "--period own judges the silence of each animal from its first fix to its last"
      )
      const silent = [header, ...walk("Alma", 24), ...walk("Alma", 24, Date.UTC(2024, 2, 9))].join("\n")
      assert.match(
        (await analyse(silent, "--from", "2024-02-01", "--period", "own")).said,
        /of the time from the first fix to the last is silence: 1 gap longer than 4 h\.\n/
      )
      assert.match((await analyse(two, "--period", "mine")).said, /--period takes own or common/)
    }
  )

  it(
    "lose the positions that a device sends without a fix with --drop-sentinels, and every number " +
      "is without them",
    async () => {
      const table = [
        header,
        ...walk("Alma", 40),
        ...Array.from({ length: 62 }, (_, n) => `Alma,${hour(n / 2 + 0.25)},0,0`)
      ].join("\n")
      const kept = await analyse(table, "--max-speed-mps", "1000")
      assert.match(
        kept.said,
        /at exactly one position \(0, 0\)[\s\S]*--drop-sentinels leaves such positions out/
      )
      assert.isAbove(kept.summary.Alma.max_displacement_km, 1000)
      assert.match(
        (await analyse(table)).said,
        /All 62 fixes are at exactly one position \(0, 0\)[\s\S]*--drop-sentinels leaves such positions out/
      )
      const dropped = await analyse(table, "--max-speed-mps", "1000", "--drop-sentinels")
      assert.deepStrictEqual([dropped.summary.Alma.fixes, dropped.summary.Alma.excluded_fixes], [40, 62])
      assert.isBelow(dropped.summary.Alma.max_displacement_km, 10)
      assert.match(
        dropped.said,
        /62 fixes \(61%\) at a far position that the device repeats \(0, 0\) were left out, as asked/
      )
      assert.match(dropped.document.provenance.decisions.sentinels, /0, 0.*left out before all else/)
      assert.match(
        dropped.document.provenance.method,
        /\. 62 fixes at far positions that a device repeats .* were left out first\./
      )
      const quality = dropped.document.tables.find(({ key }: { key: string }) => key === "quality")
      assert.deepStrictEqual([quality.columns.at(-1).key, quality.rows[0].at(-1)], ["sentinels", 62])
      assert.notProperty(kept.document.provenance.decisions, "sentinels")
    }
  )
})

describe("rows of a table marked as outliers", () => {
  it("are in no figure but the count of what was left out, as on a server", async () => {
    const rows = walk("Alma", 40).map(
      (row, n) => `${row.replace("10.00", n === 7 ? "60.00" : "10.00")},${n === 7 || n === 9},${n !== 11}`
    )
    const { document, said, summary } = await analyse(
      [`${header},manually-marked-outlier,visible`, ...rows].join("\n"),
      "--max-speed-mps",
      "1000"
    )
    assert.deepStrictEqual([summary.Alma.fixes, summary.Alma.excluded_fixes], [37, 3])
    assert.include(said, "3 rows left out: marked as outlier.")
    assert.deepInclude(
      document.warnings.find((w: { code: string }) => w.code === "timestamp_anomalies").counts,
      { invalid: 3 }
    )
  })
})

describe("what a run takes at most", () => {
  it("holds as on the server, in its words, and says what to do", async () => {
    const long = await analyse(
      [header, "Alma,2020-01-01T00:00:00Z,10,50", "Alma,2023-01-01T00:00:00Z,10,50"].join("\n")
    )
    assert.strictEqual(long.code, 1)
    assert.match(
      long.said,
      /^The period has 1096 days, and a run takes 366\. Say which part: --from and --to; --beyond-limits takes it/
    )
    const year = [header, "Alma,2024-01-01T00:00:00Z,10,50", "Alma,2025-01-01T00:00:00Z,10,50"].join("\n")
    assert.strictEqual((await analyse(year)).code, 0)
    assert.match(
      (await analyse(year.replace("2025-01-01T00", "2025-01-01T01"))).said,
      /^The period has 366 days and 1 h, and a run takes 366\./
    )
    assert.match(
      (await analyse(year, "--max-fixes", "1")).said,
      /^The subjects have 2 fixes in the period, and a run takes 1\. .* --max-fixes N takes more$/
    )
    const many = await analyse(
      [header, ...Array.from({ length: 26 }, (_, n) => walk(`A${n}`, 1)).flat()].join("\n")
    )
    assert.match(
      many.said,
      /^26 subjects are chosen, and a run takes 25\. Say which: --individuals A,B; --beyond-limits takes/
    )
  })

  it("is not held with --beyond-limits, which the result and its report say; what keeps to memory is", async () => {
    const file = join(directory, "long.csv")
    const late = Date.UTC(2024, 2, 1 + 500)
    writeFileSync(
      file,
      [
        header,
        ...Array.from({ length: 26 }, (_, n) => walk(`Animal ${n}`, 30)).flat(),
        ...walk("Animal 0", 30, late)
      ].join("\n")
    )
    const flags = ["analyse", "movement", "--csv", file, "--out", out, "--beyond-limits"]
    const beyond = await run(...flags)
    assert.strictEqual(beyond.code, 0, beyond.said)
    const document = JSON.parse(readFileSync(join(out, "document.json"), "utf8"))
    assert.strictEqual(document.warnings[0].code, "beyond_limits")
    assert.match(
      document.warnings[0].text,
      /^26 subjects are chosen, and a run takes 25\. The period has 50\d days.*, and a run takes 366\. Computed beyond/
    )
    assert.deepStrictEqual(document.provenance.beyond_limits.subjects, { limit: 25, value: 26 })
    assert.include(readFileSync(join(out, "report.html"), "utf8"), document.warnings[0].text)
    assert.match(
      (await run(...flags, "--max-fixes", "700")).said,
      /^The subjects have 810 fixes in the period, and a run takes 700\./
    )
  })

  it("of areas is fifty, and of days of grazing 366", async () => {
    const file = join(directory, "cows.csv"),
      areas = join(directory, "areas.geojson")
    writeFileSync(file, [header, ...walk("Alma", 3)].join("\n"))
    const ring = (n: number) => [
      [n, 0],
      [n + 0.1, 0],
      [n + 0.1, 0.1],
      [n, 0.1],
      [n, 0]
    ]
    writeFileSync(
      areas,
      JSON.stringify({
        type: "FeatureCollection",
        features: Array.from({ length: 51 }, (_, n) => ({
          type: "Feature",
          properties: { name: `F${n}` },
          geometry: { type: "Polygon", coordinates: [ring(n)] }
        }))
      })
    )
    const { code, said } = await run("analyse", "grazing", "--csv", file, "--areas", areas, "--out", out)
    assert.strictEqual(code, 1)
    assert.match(said, /^51 areas are chosen, and a run takes 50\./)
    writeFileSync(
      file,
      [header, ...walk("Alma", 1), ...walk("Alma", 1, Date.UTC(2024, 2, 1 + 950))].join("\n")
    )
    assert.match(
      (await run("analyse", "grazing", "--csv", file, "--areas", areas, "--out", out)).said,
      /^The period has 950 days, and a run takes 366\./
    )
  })
})
