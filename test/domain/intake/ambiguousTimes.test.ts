// The hour that clocks show twice: told apart by the order of an animal's rows, or not at all.
import { assert, describe, it } from "vitest"
import { AmbiguousTimeRows } from "../../../src/domain/intake/ambiguousTimes.ts"
import { tableClock } from "../../../src/domain/intake/tableClock.ts"

/** On 27 October 2024 the clocks of Madrid show 02:00 to 02:59 twice: at 00:00 and at 01:00 UTC. */
const clock = tableClock("iso", "Europe/Madrid")

/** What the order of rows says of each: 1 or 2 for the pass, - for a time that is certain, ? for nothing. */
const told = (rows: ReadonlyArray<string>, animalOf: (index: number) => string = () => "Alma") => {
  const collected = new AmbiguousTimeRows()
  const times = rows.map((row) => clock(`2024-10-${row.includes(" ") ? row : `27 ${row}`}`))
  times.forEach((at, i) => {
    if (typeof at !== "string") collected.see(animalOf(i), at, i, `row ${i}`)
  })
  const { open, passes } = collected.settle()
  const signs = times.map((at, i) => {
    if (typeof at === "number") return "-"
    return passes.has(i) ? (passes.get(i) === "first" ? "1" : "2") : "?"
  })
  assert.strictEqual(open, signs.filter((sign) => sign === "?").length)
  return signs.join("")
}

describe("rows in the hour that is shown twice", () => {
  it.each<readonly [what: string, rows: ReadonlyArray<string>, expected: string]>([
    ["that go on in time", ["01:50", "02:10", "02:50", "02:10", "03:10"], "-112-"],
    ["at the begin of the file", ["02:10", "02:50", "02:10", "03:10"], "112-"],
    ["at the end of the file", ["01:50", "02:10", "02:50", "02:10"], "-112"],
    ["alone in the file", ["02:00", "02:30", "02:00", "02:30"], "1122"],
    ["that go back in time", ["03:10", "02:10", "02:50", "02:10", "01:50"], "-211-"],
    ["alone, going back in time", ["02:30", "02:00", "02:30", "02:00"], "2211"],
    ["every hour", ["01:00", "02:00", "02:00", "03:00"], "-12-"],
    ["with a record that is there twice", ["01:50", "02:10", "02:10", "02:50", "02:20", "03:00"], "-1112-"],
    ["with days between", ["25 12:00", "02:50", "02:10", "29 12:00"], "-12-"]
  ])("%s are told apart", (_, rows, expected) => assert.strictEqual(told(rows), expected))

  it.each<readonly [what: string, rows: ReadonlyArray<string>, expected: string]>([
    ["of one pass", ["01:50", "02:10", "02:50", "03:10"], "-??-"],
    ["of which there is one", ["01:50", "02:10", "03:10"], "-?-"],
    ["in no order", ["03:10", "02:50", "01:50", "02:10", "02:20", "02:05"], "-?-???"],
    ["sorted by what clocks show", ["01:00", "02:00", "02:00", "02:30", "02:30", "03:00"], "-????-"],
    ["that go back more than once", ["01:50", "02:10", "02:05", "02:50", "02:20", "03:10"], "-????-"],
    ["beside rows in no order", ["01:50", "02:50", "02:10", "03:10", "01:40"], "-??--"],
    ["alone, which may go on or back", ["02:30", "02:10", "02:50"], "???"]
  ])("%s are not guessed at", (_, rows, expected) => assert.strictEqual(told(rows), expected))

  it("are those of each animal, however the animals lie among each other", () => {
    const rows = ["01:50", "03:30", "02:10", "02:20", "02:50", "02:40", "02:05", "02:30", "03:10", "01:20"]
    assert.strictEqual(
      told(rows, (i) => (i % 2 === 0 ? "Alma" : "Berta")),
      "--121121--"
    )
  })
})
