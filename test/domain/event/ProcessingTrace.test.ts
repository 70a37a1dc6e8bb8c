import { v7 } from "uuid"
import { assert, it } from "vitest"
import { madeAt } from "../../../src/domain/event/ProcessingTrace.ts"

it("an id says when it was made, to the millisecond", () => {
  for (const msecs of [0, 1, Date.parse("2026-05-01T12:00:00.123Z"), 2 ** 48 - 1])
    assert.strictEqual(madeAt(v7({ msecs })), msecs)
})
