// A file as requests: every row once, in order, whatever the size of the pieces and wherever it was taken up
// again.
import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { runCommand } from "../../src/cli/commands.ts"
import type { Answers } from "../../src/cli/flags.ts"
import { type Batch, batchTable } from "../../src/tracks/batchTable.ts"
import { readImportOptions } from "../../src/cli/import/importOptions.ts"
import { openTable } from "../../src/cli/table/openTable.ts"

const folder = mkdtempSync(join(tmpdir(), "pugmark-"))
afterAll(() => rmSync(folder, { recursive: true }))

const tableOf = (text: string, given: Answers = {}) => {
  const file = join(folder, "table.csv")
  writeFileSync(file, text)
  return Effect.runPromise(
    Effect.flatMap(
      readImportOptions({ words: [file], project: "p", "times-in": "UTC", ...given }, "csv"),
      openTable
    )
  )
}

const rows = Array.from({ length: 53 }, (_, i) =>
  i % 10 === 3
    ? `Cilla,no time ${i},31,-24`
    : i % 10 === 4
      ? `Cilla,2005-07-14 05:00:00,,`
      : `Cilla,2005-07-14 05:00:${String(i).padStart(2, "0")},31,-24.5`
)
const text = ["individual_id,timestamp,lon,lat", ...rows].join("\n")

const batchesOf = async (...args: Parameters<typeof batchTable>) => {
  const batches: Array<Batch> = []
  for await (const batch of batchTable(...args)) batches.push(batch)
  return batches
}

const itemsOf = (batches: ReadonlyArray<Batch>) =>
  batches.flatMap(
    (b) => JSON.parse(b.body) as ReadonlyArray<{ device: string; time: string; lon: number; lat: number }>
  )

describe("the pieces of a table", () => {
  it("hold every row once and in order", async () => {
    const table = await tableOf(text)
    for (const size of [1, 7, 500]) {
      const batches = await batchesOf(table, table.body, size, (_, individual) => `collar of ${individual}`)
      const items = itemsOf(batches)
      assert.strictEqual(items.length, 43)
      assert.deepStrictEqual(items[0], {
        device: "collar of Cilla",
        time: "2005-07-14T05:00:00.000Z",
        lon: 31,
        lat: -24.5
      })
      assert.deepStrictEqual(
        items.map((i) => i.time),
        items.map((i) => i.time).toSorted()
      )
      assert.deepStrictEqual(
        batches.flatMap((b) => b.refused.map((r) => r.line)),
        [5, 15, 25, 35, 45]
      )
      assert.strictEqual(
        batches.reduce((sum, b) => sum + b.rows, 0),
        53
      )
      assert.deepStrictEqual(batches.flatMap((b) => b.sources.map((s) => s.line)).length, items.length)
    }
  })

  it("taken up at the end of a piece are the pieces that were missing", async () => {
    const table = await tableOf(text)
    const deviceOf = () => "collar"
    const all = await batchesOf(table, table.body, 7, deviceOf)
    for (const [i, batch] of all.entries())
      assert.deepStrictEqual(await batchesOf(table, batch.end, 7, deviceOf), all.slice(i + 1))
  })

  it("are of one animal where it is said whose all rows are, whatever the table calls it", async () => {
    for (const nameless of ["timestamp,lon,lat\n2005-07-14 05:00,31,-24", text]) {
      const table = await tableOf(nameless, { animal: "Rex" })
      const names = new Set<string>()
      await batchesOf(table, table.body, 500, (tag, individual) => {
        names.add(`${tag}|${individual}`)
        return "collar"
      })
      assert.deepStrictEqual([...names], ["|Rex"])
    }
  })

  it("see semicolons and tabs from the header", async () => {
    for (const delimiter of [";", "\t"]) {
      const table = await tableOf(text.replaceAll(",", delimiter))
      assert.strictEqual(itemsOf(await batchesOf(table, table.body, 500, () => "collar")).length, 43)
    }
  })
})

describe("a file that cannot be imported", () => {
  const reason = (text: string, given: Answers = {}) =>
    tableOf(text, given).then(
      () => "",
      (error: unknown) => (error instanceof Error ? error.message : "")
    )

  it("says which column is missing, and which there are", async () => {
    assert.strictEqual(
      await reason("name,when,lon,lat\nA,2020-01-01,1,2\n"),
      "no column says the animal; name it: pugmark import csv ... --individual-column NAME, or say whose " +
        "all rows are: --animal NAME\nno column says the time; name it: pugmark import csv ... --time-column NAME\nits columns are: name, when, " +
        "lon, lat"
    )
    assert.include(
      await reason("name,when,lon,lat\n", { "individual-column": "Name", "time-column": "when" }),
      `the file has no column "Name"`
    )
  })

  it("is empty, not there, or no table", async () => {
    assert.match(await reason(""), /table.csv is empty$/)
    assert.match(await reason(`"a,b\n1,2\n`), /line \d: a quote is opened and never closed$/)
    const none = await Effect.runPromise(
      Effect.flip(
        Effect.flatMap(readImportOptions({ words: ["none.csv"], project: "p" }, "movebank"), openTable)
      )
    )
    assert.strictEqual(none.message, "none.csv: there is no such file")
  })
})

describe("the words behind an import", () => {
  const failure = async (...argv: ReadonlyArray<string>) => {
    const complaints: Array<string> = []
    const screen = {
      say: () => {},
      progress: () => {},
      complain: (line: string) => void complaints.push(line)
    }
    assert.strictEqual(await runCommand(["import", "movebank", ...argv], {}, screen), 1)
    return complaints.join("\n")
  }

  it("say what is wrong with them", async () => {
    assert.strictEqual(await failure(), "say which file to import")
    assert.match(await failure("a.csv"), /^say where to import to: --project SLUG/)
    assert.strictEqual(
      await failure("a.csv", "b.csv", "--project", "p"),
      "one file at a time: b.csv is too much"
    )
    assert.strictEqual(
      await failure("a.csv", "--project", "p", "--from", "31.12.2020"),
      `--from 31.12.2020 is not a time: write 2009-02-11 or "2009-02-11 12:00"`
    )
    assert.strictEqual(
      await failure("a.csv", "--project", "p", "--from", "2020-01-02", "--to", "2020-01-02"),
      "--from must be before --to"
    )
    assert.strictEqual(
      await failure("a.csv", "--project", "p", "--batch", "0"),
      "--batch takes a whole number from 1 to 5000"
    )
    assert.match(await failure("a.csv", "--project", "p", "--colour", "red"), /--colour/)
    assert.match(await failure("a.csv", "--project", "p", "--lon-column", "x"), /--lon-column/)
  })
})
