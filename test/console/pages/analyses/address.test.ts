// What an address keeps of a result: read again as it was written, table by table.
import { assert, describe, it } from "vitest"
import {
  kindsOf,
  kindsText,
  tableChoiceOf,
  withTableChoice
} from "../../../../src/console/pages/analyses/result/address.ts"

describe("the address of a result", () => {
  it("keeps columns and order of each table by itself", () => {
    const areas = { columns: ["hectares", "visits"], sorting: { key: "visits", descending: true } }
    const animals = { columns: null, sorting: { key: "weight", descending: false } }
    const before = withTableChoice({}, "areas", areas)
    const search = { ...before, ...withTableChoice(before, "animals", animals) }
    assert.deepStrictEqual(search, { columns: "areas.hectares.visits", sort: "areas.-visits~animals.weight" })
    assert.deepStrictEqual(tableChoiceOf(search, "areas"), areas)
    assert.deepStrictEqual(tableChoiceOf(search, "animals"), animals)
    assert.deepStrictEqual(tableChoiceOf(search, "stocking"), { columns: null, sorting: null })
  })

  it("needs no character that an address writes otherwise", () => {
    const { columns = "", sort = "" } = withTableChoice({}, "areas", {
      columns: ["use_days", "visits"],
      sorting: { key: "use_days", descending: true }
    })
    assert.strictEqual(encodeURIComponent(columns + sort), columns + sort)
  })

  it("tells no column from no choice", () => {
    const search = withTableChoice({}, "areas", { columns: [], sorting: null })
    assert.deepStrictEqual(tableChoiceOf(search, "areas").columns, [])
  })

  it("keeps the kinds of a map, also that there is none", () => {
    for (const kinds of [[], ["mcp"], ["kde95", "tracks"]])
      assert.deepStrictEqual(kindsOf(kindsText(kinds)), kinds)
    assert.isNull(kindsOf(undefined))
  })
})
