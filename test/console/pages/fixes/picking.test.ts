// Which fixes are picked.
import { assert, describe, it } from "vitest"
import { MOST_PICKED, pickedAfter } from "../../../../src/console/pages/fixes/usePicking.ts"

const devices = new Map([
  [1, "collar"],
  [2, "collar"],
  [3, "spare"]
])
const after = (picked: ReadonlyArray<number>, ids: ReadonlyArray<number>, more = true) => [
  ...pickedAfter(new Set(picked), ids, more, devices)
]

describe("picking", () => {
  it("takes these, or these too, and each that is picked already goes", () => {
    assert.deepStrictEqual(after([1], [2], false), [2])
    assert.deepStrictEqual(after([1], [2]), [1, 2])
    assert.deepStrictEqual(after([1, 2], [2]), [1])
    assert.deepStrictEqual(after([1], []), [1])
    assert.deepStrictEqual(after([1], [], false), [])
  })

  it("keeps to one device, the first's", () => {
    assert.deepStrictEqual(after([1], [3, 2]), [1, 2])
    assert.deepStrictEqual(after([], [3, 1]), [3])
  })

  it("forgets what is not loaded, which blocks nothing", () => {
    assert.deepStrictEqual(after([90, 91], [1]), [1])
    assert.deepStrictEqual(after([90, 1], [2]), [1, 2])
    assert.deepStrictEqual(after([], [90, 1]), [1])
    // one that the map still draws says nothing about the others
    assert.deepStrictEqual(after([1], [90, 1]), [])
  })

  it("ends with as many as one correction may name", () => {
    const many = new Map(Array.from({ length: MOST_PICKED + 1 }, (_, id) => [id, "collar"] as const))
    assert.strictEqual(pickedAfter(new Set(), [...many.keys()], false, many).size, MOST_PICKED)
  })
})
