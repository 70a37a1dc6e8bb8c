// The cursor of a result: who listens hears of each move, and of none twice.
import { assert, describe, it } from "vitest"
import { makeCursor } from "../../../../src/console/pages/analyses/result/cursor.ts"

describe("the cursor of a result", () => {
  it("tells its listeners of a move, until they leave", () => {
    const cursor = makeCursor()
    const moments: Array<number | null> = []
    const leave = cursor.subscribe(() => moments.push(cursor.at()))
    for (const at of [1000, 1000, 2000, null]) cursor.point(at)
    leave()
    cursor.point(3000)
    assert.deepStrictEqual(moments, [1000, 2000, null])
  })
})
