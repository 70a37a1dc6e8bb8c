// Cells of results as people read them.
import { assert, describe, it } from "vitest"
import { cellText } from "../../src/figures/cellText.ts"

const column = { key: "distance_km", label: "Distance", type: "number", unit: "km" } as const

describe("a figure", () => {
  it.each([
    [0, "0"],
    [12, "12"],
    [5.2112, "5.21"],
    [36.948, "36.9"],
    [99.96, "100"],
    [132.49, "132"],
    [4287.8, "4,288"],
    [0.0083703, "0.00837"],
    [0.000012345, "1.23e-5"],
    [-2.3451, "-2.35"]
  ])("%d is read as %s", (value, text) => assert.strictEqual(cellText(value, column), text))

  it("of a share is a percentage, of a place degrees to a metre", () => {
    assert.strictEqual(cellText(0.76345, { ...column, key: "stationary_share", unit: null }), "76.3 %")
    assert.strictEqual(cellText(14.0512345, { ...column, key: "lon", unit: "°" }), "14.05123")
  })
})
