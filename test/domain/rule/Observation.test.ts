// The order in which records are judged, and where one instant of it ends.
import { assert, describe, it } from "@effect/vitest"
import { endOfInstant } from "../../../src/domain/rule/Observation.ts"
import { at, measured } from "../../support/engine/timeline.ts"

describe("an instant ends", () => {
  const records = [measured(0, "activity", 1), at(0, 0), at(1, 0), measured(2, "activity", 1), at(2, 0)]

  it("before the next effective time, whatever kinds of records it has", () => {
    assert.deepStrictEqual(
      [0, 2, 3].map((from) => endOfInstant(records, from)),
      [2, 3, 5]
    )
  })

  it("as seen from the middle of it", () => assert.strictEqual(endOfInstant(records, 1), 2))
})
