// Sizes on the ground in the unit that people use.
import { assert, describe, it } from "vitest"
import { lengthText } from "../../../../src/console/design/extent.ts"
import { areaText } from "../../../../src/console/pages/area/sizes.ts"

describe("a size on the ground", () => {
  it.each([
    [840, "840 m²"],
    [142_345, "14.2 ha"],
    [3_970_000, "397 ha"],
    [12_540_000, "12.5 km²"],
    [2_140_000_000, "2,140 km²"]
  ])("%d square metres are %s", (m2, text) => {
    assert.strictEqual(areaText(m2), text)
  })

  it.each([
    [246.4, "246 m"],
    [999.4, "999 m"],
    [2372, "2.37 km"],
    [48_000, "48 km"]
  ])("%d metres are %s", (metres, text) => {
    assert.strictEqual(lengthText(metres), text)
  })
})
