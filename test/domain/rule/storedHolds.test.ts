// Holds of old rows are read by their present names.
import { assert, it } from "@effect/vitest"
import { readHolds } from "../../../src/domain/rule/storedHolds.ts"

const hold = {
  branch: 0,
  relation: "exit",
  feature: "a",
  since: 1000,
  arrivedAt: 1500,
  overdue: false
} as const

it("a hold of an old row names the filter of each side `lens`, a new one `filterKey`", () => {
  const present = { ...hold, sides: [{ feature: "a", inside: false, filterKey: "buffer 30" }] }
  const old = { ...hold, sides: [{ feature: "a", inside: false, lens: "buffer 30" }] }
  assert.deepStrictEqual(readHolds([old, present]), [present, present])
  assert.deepStrictEqual(readHolds([]), [])
})
