// Whether a stored assignment makes another one needless.
import { assert, describe, it } from "@effect/vitest"
import { coversSpan } from "../../../src/domain/tracking/coversSpan.ts"

const day = (n: number) => Date.UTC(2026, 4, n)
const stored = (from: number, to: number | null) => ({
  valid_from: new Date(day(from)).toISOString(),
  valid_to: to === null ? null : new Date(day(to)).toISOString()
})

describe("an assignment that is stored", () => {
  it("covers what lies within it, its ends among that", () => {
    assert.isTrue(coversSpan(stored(1, 5), { from: day(1), to: day(5) }))
    assert.isTrue(coversSpan(stored(1, null), { from: day(2), to: null }))
    assert.isTrue(coversSpan(stored(1, null), { from: day(2), to: day(3) }))
  })

  it("covers nothing that begins before it or ends after it", () => {
    assert.isFalse(coversSpan(stored(2, 5), { from: day(1), to: day(5) }))
    assert.isFalse(coversSpan(stored(1, 5), { from: day(1), to: day(6) }))
    assert.isFalse(coversSpan(stored(1, 5), { from: day(1), to: null }))
  })
})
