// `pugmark analyse` on files: what is written, and what is said when it cannot be done.
import { assert, describe, it } from "@effect/vitest"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { runCommand } from "../../src/cli/commands.ts"

const directory = mkdtempSync(join(tmpdir(), "pugmark-analyse-"))
afterAll(() => rmSync(directory, { recursive: true }))

/** Runs a command; its exit code and everything it said. */
const run = async (...argv: ReadonlyArray<string>) => {
  const said: Array<string> = []
  const code = await runCommand(argv, {}, { say: (line) => said.push(line), progress: () => undefined, complain: (message) => said.push(message) })
  return { code, said: said.join("\n") }
}

/** Two animals, hourly for four days: one on a square of a kilometre, one at rest. */
const csv = (() => {
  const rows = ["individual_id,timestamp,lon,lat"]
  for (let n = 0; n < 96; n++) {
    const at = new Date(Date.UTC(2024, 2, 30, n)).toISOString()
    const [x, y] = [[0, 0], [1, 0], [1, 1], [0, 1]][n % 4]!
    rows.push(`walker,${at},${10 + x! * 0.014},${50 + y! * 0.009}`, `"<rester>",${at},${10.05 + (n % 3) * 1e-6},50.05`)
  }
  return rows.join("\n") + "\n"
})()
const file = join(directory, "tracks.csv")
writeFileSync(file, csv)

describe("pugmark analyse movement", () => {
  it("writes document.json, tables, geometries.geojson and a report that is complete in itself", async () => {
    const out = join(directory, "movement")
    const { code, said } = await run("analyse", "movement", "--csv", file, "--out", out, "--timezone", "Europe/Berlin", "--cell-m", "50")
    assert.strictEqual(code, 0, said)
    assert.match(said, /192 fixes of 2 animals/)
    const document = JSON.parse(readFileSync(join(out, "document.json"), "utf8"))
    assert.strictEqual(document.method_version, "movement/1")
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
    for (const out of [a, b]) assert.strictEqual((await run("analyse", "movement", "--csv", file, "--out", out)).code, 0)
    assert.strictEqual(readFileSync(join(a, "document.json"), "utf8"), readFileSync(join(b, "document.json"), "utf8"))
  })

  it("names the flag that cannot be used", async () => {
    const refused = async (...more: ReadonlyArray<string>) => {
      const { code, said } = await run("analyse", "movement", "--csv", file, "--out", join(directory, "none"), ...more)
      assert.strictEqual(code, 1)
      return said
    }
    assert.match(await refused("--kde-grid", "251"), /--kde-grid/)
    assert.match(await refused("--cell-m", "wide"), /--cell-m/)
    assert.match(await refused("--timezone", "Mars/Olympus"), /--timezone Mars\/Olympus is not a time zone/)
    assert.match(await refused("--from", "yesterday"), /--from yesterday is not a time/)
    assert.match(await refused("--individuals", "nobody"), /has no fixes of nobody; it has <rester>, walker/)
    assert.match(await refused("--max-fixes", "10"), /192 fixes .* --max-fixes is 10/)
    assert.match(await refused("--bogus", "1"), /bogus/)
    assert.match((await run("analyse", "movement", "--csv", join(directory, "gone.csv"), "--out", directory)).said, /there is no such file/)
    assert.match((await run("analyse", "movement")).said, /--csv FILE --out DIR/)
  })
})
