// What became of a piece of a file.
import { assert, describe, it } from "@effect/vitest"
import { settlePiece } from "../../src/tracks/settlePiece.ts"

const piece = {
  sources: [2, 3, 5, 6].map((line) => ({ line, cells: [`row ${line}`] })),
  refused: [{ line: 4, code: "TIMESTAMP_INVALID", reason: "no time", cells: ["row 4"], trouble: "no zone" }]
}

describe("the outcome of a piece", () => {
  it("counts what the server named, and lists what was not taken by the lines of the file", () => {
    const settled = settlePiece(piece, [
      { index: 0, status: "accepted", code: "CONFLICTING", detail: "another fix lies elsewhere" },
      { index: 1, status: "unassigned", code: "DEVICE_NOT_FOUND" },
      { index: 2, status: "rejected", code: "POSITION_OUT_OF_RANGE", detail: "lat 91" },
      { index: 3, status: "duplicate" }
    ])
    assert.deepStrictEqual(settled, {
      accepted: 1,
      duplicates: 1,
      unassigned: 1,
      rejected: [
        { line: 4, code: "TIMESTAMP_INVALID", reason: "no time", cells: ["row 4"] },
        { line: 5, code: "POSITION_OUT_OF_RANGE", reason: "lat 91", cells: ["row 5"] }
      ]
    })
  })

  it("says what a code means where the server gives no reason", () => {
    const outcomes = [{ index: 0, status: "rejected", code: "NO_FIX" }] as const
    const reasonOf = (remedyOf?: (code: string) => string | undefined) =>
      settlePiece({ ...piece, refused: [] }, outcomes, remedyOf).rejected[0]!.reason
    assert.strictEqual(
      reasonOf((code) => `${code}: wait for the sky`),
      "NO_FIX: wait for the sky"
    )
    assert.strictEqual(reasonOf(), "the server gives no reason")
  })
})
