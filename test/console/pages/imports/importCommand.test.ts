// The command that the page of imports offers is read by the command line, and means what was answered on the page.
import { assert, describe, it } from "vitest"
import { Effect } from "effect"
import { importFlags, readImportOptions } from "../../../../src/cli/import/importOptions.ts"
import { importCommand, importWords } from "../../../../src/console/pages/imports/importCommand.ts"
import type { FileAnswers, Sample } from "../../../../src/console/pages/imports/worker/protocol.ts"
import { tableAnswers } from "../../../../src/console/pages/imports/worker/tableAnswers.ts"

/** What the command line makes of words; throws for a flag that the command does not have. */
const read = (words: ReadonlyArray<string>, kind: Sample["kind"]) => {
  const flags = importFlags(kind),
    given: Record<string, string | boolean> = {},
    files: Array<string> = [],
    rest = words.slice(2)
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith("--")) {
      files.push(word)
      continue
    }
    const flag = flags[word.slice(2)]
    if (flag === undefined) throw new Error(`${kind} has no flag ${word}`)
    given[word.slice(2)] = flag.value === undefined ? true : rest.shift()!
  }
  return Effect.runSync(readImportOptions({ ...given, words: files }, kind))
}

const answersOf: ReadonlyArray<readonly [Sample["kind"], FileAnswers]> = [
  ["csv", {}],
  [
    "csv",
    {
      encoding: "latin1",
      delimiter: "|",
      decimal: "comma",
      time_format: "dmy",
      times_in: "Europe/Berlin",
      shown_twice: "first",
      wrap_longitudes: true,
      crs: "EPSG:25832",
      animal: "Rex the 2nd",
      keep_outliers: true,
      columns: { time: "Zeit (lokal)", lon: "X", lat: "Y" }
    }
  ],
  ["excel", { times_in: "UTC", columns: { individual: "Name" } }],
  ["gpx", { gpx_points: "waypoints", animal: "Rex" }],
  ["kml", { animal: "Rex" }],
  ["geojson", { times_in: "UTC", columns: { time: "at" } }],
  ["movebank", { keep_outliers: true, times_in: "UTC" }]
]

describe("the command that does what the page does", () => {
  for (const [kind, answers] of answersOf)
    it(`is read by the command line, of ${kind} with ${Object.keys(answers).join(", ") || "no answers"}`, () => {
      const words = importWords("herd 2024.csv", kind, answers, "north")!,
        { file, keepOutliers, project, table } = read(words, kind),
        { expects: _, ...expected } = tableAnswers(answers)
      assert.deepStrictEqual([file, project], ["herd 2024.csv", "north"])
      assert.deepInclude(table, expected)
      assert.strictEqual(keepOutliers, answers.keep_outliers === true)
    })

  it("is that of any table where columns of a Movebank file are named", () => {
    assert.strictEqual(importWords("a.csv", "movebank", { columns: { time: "t" } }, "north")?.[1], "csv")
  })

  it("is none where a column is named that the command line finds by its head alone", () => {
    assert.isNull(importWords("a.csv", "csv", { columns: { taxon: "Art" } }, "north"))
  })

  it("is quoted for a shell", () => {
    const words = importWords("Rex's walk.csv", "csv", { columns: { lon: "x$1" } }, "north")!
    assert.strictEqual(
      importCommand(words),
      `pugmark import csv 'Rex'\\''s walk.csv' --project north --lon-column 'x$1'`
    )
  })
})
