// The owners of a stretch of time against the owner of each moment in it.
import { assert, describe, it } from "@effect/vitest"
import { attribute } from "../../../src/domain/intake/attribute.ts"
import { attributeInterval } from "../../../src/domain/intake/attributeInterval.ts"
import { assignmentsOf, Lives } from "../../support/assignments.ts"

const ids = { projects: ["p", "q"], entities: ["a", "b", "c", "d"] }

describe("the owners of a stretch", () => {
  it.prop(
    "are at every moment who `attribute` says, without a gap, and change at every bound",
    { lives: Lives },
    ({ lives }) => {
      const assignments = assignmentsOf(lives, ids, 0, 2)
      for (const [from, to] of [
        [-4, 40],
        [3, 9],
        [-Infinity, Infinity],
        [5, 6]
      ] as const) {
        const pieces = attributeInterval(from, to, assignments)
        assert.deepStrictEqual([pieces[0]!.from, pieces.at(-1)!.to], [from, to])
        pieces.slice(1).forEach((piece, i) => {
          assert.strictEqual(piece.from, pieces[i]!.to)
          assert.notDeepEqual(piece.owner, pieces[i]!.owner)
        })
        for (let at = Math.max(from, -5); at < Math.min(to, 60); at++) {
          assert.deepStrictEqual(
            pieces.find((p) => p.from <= at && at < p.to)!.owner,
            attribute(at, assignments),
            `at ${at}`
          )
        }
      }
    }
  )
})
