// Attributes as people type them.
import "../../../support/words.ts"
import { assert, describe, it } from "@effect/vitest"
import {
  attributeLines,
  attributeOf,
  attributesOf
} from "../../../../src/console/pages/animals/add/attributes.ts"

describe("a typed attribute", () => {
  it("is a number with a point or a comma, yes, no, and else a text", () => {
    assert.deepStrictEqual(
      ["486", "71,5", "-0.5", " 12 ", "0452", "1,234.5", "SE 0452 231", "yes", "no"].map(attributeOf),
      [486, 71.5, -0.5, 12, "0452", "1,234.5", "SE 0452 231", true, false]
    )
  })

  it("keeps its kind where nobody touched it, and what no line can show stays", () => {
    const before = { ear_tag: "452", calved: [2024, 2025], bell: true, weight_kg: 470 }
    const lines = attributeLines(before)
    assert.deepStrictEqual(lines, [
      { name: "ear_tag", text: "452" },
      { name: "bell", text: "yes" },
      { name: "weight_kg", text: "470" }
    ])
    const heavier = lines.map((line) => (line.name === "weight_kg" ? { ...line, text: "486,5" } : line))
    assert.deepStrictEqual<unknown>(attributesOf(heavier, before), {
      calved: [2024, 2025],
      ear_tag: "452",
      bell: true,
      weight_kg: 486.5
    })
  })

  it("goes with its line, and a line without a name or a text is none", () => {
    const lines = [
      { name: "", text: "3" },
      { name: "note", text: " " },
      { name: "sex", text: "female" }
    ]
    assert.deepStrictEqual(attributesOf(lines, { bell: true }), { sex: "female" })
  })
})
