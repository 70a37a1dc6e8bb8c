// Refused rows are counted by what is wrong with them.
import { assert, describe, it } from "vitest"
import { MAX_KINDS, RefusalKinds } from "../../src/tracks/RefusalKinds.ts"

describe("kinds of refused rows", () => {
  it("differ by their reason, and not by the text of a cell or by a moment", () => {
    const kinds = new RefusalKinds()
    kinds.see("TIMESTAMP_INVALID", '"yesterday" is not a time', 4)
    kinds.see("TIMESTAMP_INVALID", '"today" is not a time', 9)
    kinds.see("TIMESTAMP_INVALID", "2037-05-02T00:00:00.000Z is in the future", 11)
    kinds.see("TIMESTAMP_INVALID", "2038-05-02T00:00:00.000Z is in the future", 12)
    kinds.see("TIMESTAMP_INVALID", '"" is not a time', 13)
    kinds.see("POSITION_OUT_OF_RANGE", "lat must be between -90 and 90", 20)
    assert.deepStrictEqual(kinds.sorted(), [
      { code: "TIMESTAMP_INVALID", reason: "“…” is not a time", rows: 3, line: 4 },
      { code: "TIMESTAMP_INVALID", reason: "… is in the future", rows: 2, line: 11 },
      { code: "POSITION_OUT_OF_RANGE", reason: "lat must be between -90 and 90", rows: 1, line: 20 }
    ])
  })

  it("say the text of the cell where all rows have the same", () => {
    const kinds = new RefusalKinds()
    kinds.see("ITEM_INVALID", 'lat: "x" is not a number', 4)
    kinds.see("ITEM_INVALID", 'lat: "x" is not a number', 5)
    assert.deepStrictEqual(kinds.sorted(), [
      { code: "ITEM_INVALID", reason: 'lat: "x" is not a number', rows: 2, line: 4 }
    ])
  })

  it("have a bound: further reasons are counted by their code", () => {
    const kinds = new RefusalKinds()
    for (let i = 0; i < MAX_KINDS + 50; i++) kinds.see("ITEM_INVALID", `reason ${i}`, i)
    const all = kinds.sorted()
    assert.lengthOf(all, MAX_KINDS + 1)
    assert.deepStrictEqual(all[0], {
      code: "ITEM_INVALID",
      reason: "other reasons",
      rows: 50,
      line: MAX_KINDS
    })
  })
})
