import { assert, describe, it } from "@effect/vitest"
import { beside, coveredBy, following, resting } from "../../../../src/console/pages/live/sheet.ts"

describe("the sheet on the map of a phone", () => {
  it("comes to rest at the height that is nearest to where it was let go", () => {
    assert.strictEqual(resting("half", 0.5, 0), "half")
    assert.strictEqual(resting("half", 0.71, 0), "full")
    assert.strictEqual(resting("half", 0.2, 0), "low")
    assert.strictEqual(resting("low", 0.9, 0), "full")
  })

  it("goes one height on when it is thrown, however little it was pulled", () => {
    assert.strictEqual(resting("low", 0.12, 900), "half")
    assert.strictEqual(resting("full", 0.9, -900), "half")
    assert.strictEqual(resting("full", 0.93, 900), "full")
  })

  it("is pressed from the lowest to the tallest, and down again", () => {
    assert.deepStrictEqual((["low", "half", "full"] as const).map(following), ["half", "full", "low"])
    assert.strictEqual(beside("low", -1), "low")
  })

  it("leaves the map what is above it; at its tallest the map stays as it was", () => {
    assert.strictEqual(coveredBy("half", 800), 368)
    assert.strictEqual(coveredBy("full", 800), 368)
    assert.strictEqual(coveredBy("low", 800), 80)
  })
})
