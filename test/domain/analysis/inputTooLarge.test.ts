import { assert, describe, it } from "vitest"
import { globSync, readFileSync } from "node:fs"
import { explainBound } from "../../../src/domain/analysis/bounds.ts"
import { type Excess, inputTooLarge } from "../../../src/domain/analysis/inputTooLarge.ts"

const excesses: Readonly<Record<Excess["of"], Excess>> = {
  "subject fixes": { of: "subject fixes", name: "Alma", value: 200_001, limit: 200_000 },
  fixes: { of: "fixes", limit: 500_000 },
  geometries: { of: "geometries", value: 5001, limit: 5000 },
  document: { of: "document", value: 5 * 1024 * 1024, limit: 4 * 1024 * 1024 }
}

describe("every message of INPUT_TOO_LARGE", () => {
  for (const [of, excess] of Object.entries(excesses)) {
    it(`suggests fewer subjects: ${of}`, () => {
      assert.match(inputTooLarge(excess, false), /Choose fewer subjects/)
      assert.match(inputTooLarge(excess, true), /Choose fewer subjects/)
      assert.notMatch(inputTooLarge(excess, false), /areas/, "a run without areas cannot have fewer")
    })
  }

  for (const of of ["geometries", "document"] as const)
    it(`suggests fewer areas where the run has areas, which are what the result grows by: ${of}`, () =>
      assert.match(inputTooLarge(excesses[of], true), /fewer subjects, fewer areas/))

  for (const code of ["fixes", "fixes_per_subject"] as const)
    it(`suggests the same when a run is asked for: ${code}`, () =>
      assert.match(explainBound({ code, limit: 9, value: 10, crossed: true }), /Choose fewer subjects/))

  it("comes from one table", () => {
    const root = new URL("../../../", import.meta.url)
    const authors = [
      ...globSync("src/**/*.ts", { cwd: root }),
      ...globSync("sandbox/**/*.ts", { cwd: root })
    ].filter((file) => {
      const text = readFileSync(new URL(file, root), "utf8")
      return (
        text.includes('failure("INPUT_TOO_LARGE"') ||
        (file.startsWith("sandbox/") && text.includes("new ComputationRefused("))
      )
    })
    assert.isAbove(authors.length, 1)
    for (const file of authors)
      assert.include(readFileSync(new URL(file, root), "utf8"), "inputTooLarge(", file)
  })
})
