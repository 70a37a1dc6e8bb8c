import { assert, describe, it } from "@effect/vitest"
import { firedOn } from "../../../../../src/console/pages/bench/past/firedOn.ts"
import { type Fired, heldWithout } from "../../../../../src/console/pages/bench/past/story.ts"

const spans = (...of: ReadonlyArray<readonly [number, number, (boolean | null)?]>) =>
  of.map(([from, to, value = true]) => ({ from, to, value }))

describe("what only the version in force would have", () => {
  it("holds where the draft does not", () => {
    const told = (...[own, others]: Parameters<typeof heldWithout>) =>
      heldWithout(own, others).map(({ from, to }) => [from, to])
    assert.deepStrictEqual(told(spans([0, 10], [20, 30]), []), [
      [0, 10],
      [20, 30]
    ])
    assert.deepStrictEqual(told(spans([0, 10], [20, 30]), spans([2, 4], [6, 7], [8, 25])), [
      [0, 2],
      [4, 6],
      [7, 8],
      [25, 30]
    ])
    assert.deepStrictEqual(told(spans([0, 10]), spans([0, 10])), [])
    assert.deepStrictEqual(told(spans([0, 10, false]), spans([3, 4])), [])
    assert.deepStrictEqual(told(spans([0, 10]), spans([3, 4, null])), [[0, 10]])
  })

  it("fires on the map at the fix before, hollow; reminders and what comes later are not there", () => {
    const way = {
      at: [
        [14, 51],
        [15, 52]
      ] as const,
      times: [100, 200]
    }
    const one = (at: number, by: Fired["by"], reason: "fired" | "reminder" = "fired") =>
      ({ key: `${at}`, at, by, event: { reason } }) as Fired
    const all = [
      one(50, "draft"),
      one(150, "baseline"),
      one(200, "both"),
      one(210, "draft", "reminder"),
      one(300, "draft")
    ]
    assert.deepStrictEqual(firedOn(way, all, 250), [
      { id: "150", at: [14, 51], hollow: true },
      { id: "200", at: [15, 52], hollow: false }
    ])
  })
})
