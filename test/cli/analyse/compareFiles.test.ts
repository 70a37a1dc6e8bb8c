// `pugmark analyse compare`: results in files side by side.
import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { movement } from "../../../sandbox/movement/movement.ts"
import { runCommand } from "../../../src/cli/commands.ts"
import { comparison, jobOf, main, START, subjectOf, DAY_MS } from "../../sandbox/job.ts"
import { wander } from "../../sandbox/movement/walks.ts"

const directory = mkdtempSync(join(tmpdir(), "pugmark-compare-"))
afterAll(() => rmSync(directory, { recursive: true }))

const run = async (...argv: ReadonlyArray<string>) => {
  const said: Array<string> = [],
    complaints: Array<string> = []
  const code = await runCommand(
    argv,
    {},
    {
      say: (line) => said.push(line),
      progress: () => undefined,
      complain: (message) => complaints.push(message)
    }
  )
  return { code, said, complaints: complaints.join("\n") }
}

const before = START - 40 * DAY_MS
/** Writes a result as an analysis of files does, whose animals are called by their names. */
const written = (name: string, cell_m: number, more: object = {}): string => {
  const file = join(directory, name)
  const { document } = movement(
    jobOf({
      periods: [main(10), comparison(10, before)],
      subjects: [subjectOf(1, { id: "Alma", name: "Alma" })],
      rows: [{ main: wander(1, 100), comparison: wander(2, 50, { start: before }) }],
      parameters: { cell_m, kde_grid: 20 }
    }),
    () => undefined
  )
  writeFileSync(file, JSON.stringify({ ...document, ...more }))
  return file
}
const one = written("one.json", 100),
  other = written("other.json", 50)

describe("pugmark analyse compare", () => {
  it("says in what two results are unlike, and has a row for each metric", async () => {
    const { code, complaints, said } = await run("analyse", "compare", one, other)
    assert.strictEqual(code, 0, complaints)
    assert.strictEqual(complaints, "The option Cell differs: 100 m, and 50 m in the comparison.")
    assert.strictEqual(said[0], "name\tmetric\tunit\tmain\tcomparison\tchange\tchange_share\tunlike")
    assert.include(said, "Alma\tfixes\t\t100\t100\t0\t0\t")
    assert.isTrue(said.some((line) => /^Alma\thotspot_count\t.*\tparameter$/u.test(line)))
  })

  it("compares the two periods of one result, also as JSON", async () => {
    const { said } = await run("analyse", "compare", one, "--json")
    const { kind, rows } = JSON.parse(said.join(""))
    assert.strictEqual(kind, "compared")
    assert.deepInclude(rows[0], { name: "Alma", metric: "fixes", main: 100, comparison: 50, change: 50 })
  })

  it("refuses what cannot be compared, in words", async () => {
    const odd = join(directory, "odd.json")
    writeFileSync(odd, '{"version": 1}')
    const older = written("older.json", 100, { method_version: "movement/1" })
    for (const [words, message] of [
      [[one, older], /^The runs were computed by unlike methods, movement\/3 and movement\/1\./u],
      [[one, odd], /odd\.json is no result of an analysis: give the document\.json/u],
      [[join(directory, "none.json")], /none\.json cannot be read/u],
      [[], /^say which results, one file or two/u]
    ] as const) {
      const { code, complaints } = await run("analyse", "compare", ...words)
      assert.strictEqual(code, 1)
      assert.match(complaints, message)
    }
  })
})
