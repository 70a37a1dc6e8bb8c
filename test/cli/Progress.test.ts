// How far a long work is, in one line.
import { assert, describe, it } from "vitest"
import { grouped, progressLine } from "../../src/cli/Progress.ts"

describe("a line of progress", () => {
  it("shows the share, the rows, their rate and the time that is left", () => {
    assert.strictEqual(
      progressLine("Sending", { begun: 0, done: 500, total: 2000, rows: 1234, seconds: 10 }),
      "Sending [######..................] 25 %  1,234 rows  123/s  30 s left"
    )
  })

  it("reckons the time that is left from what this run did, not from what an earlier one had done", () => {
    assert.include(
      progressLine("Sending", { begun: 1000, done: 1500, total: 2000, rows: 50, seconds: 100 }),
      "75 %  50 rows  1/s  1 min 40 s left"
    )
    assert.include(
      progressLine("Sending", { begun: 0, done: 1, total: 5001, rows: 1, seconds: 2 }),
      "2 h 46 min left"
    )
  })

  it("promises nothing in its first second, nor at the end", () => {
    assert.strictEqual(
      progressLine("Reading", { begun: 0, done: 1000, total: 2000, rows: 7, seconds: 0.5 }),
      "Reading [############............] 50 %  7 rows"
    )
    assert.notInclude(
      progressLine("Reading", { begun: 0, done: 2000, total: 2000, rows: 7, seconds: 5 }),
      "left"
    )
  })

  it("groups the digits of large numbers", () => {
    assert.deepStrictEqual([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"])
  })
})
