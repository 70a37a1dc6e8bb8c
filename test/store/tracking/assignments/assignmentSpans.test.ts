// What a change of a span moves: the records it concerns, and the stretches it gains.
import { assert, describe, it } from "vitest"
import {
  concernedInterval,
  gainedIntervals,
  type Span
} from "../../../../src/store/tracking/assignments/assignmentSpans.ts"

const day = (n: number) => Date.parse(`2026-03-0${n}T00:00:00Z`)
const span = (from: number, to: number | null): Span => ({
  valid_from: new Date(day(from)).toISOString(),
  valid_to: to === null ? null : new Date(day(to)).toISOString()
})

describe("the records that a change concerns", () => {
  it("lie between the bounds that it moved", () => {
    assert.isNull(concernedInterval(span(1, 5), span(1, 5)))
    assert.deepStrictEqual(concernedInterval(span(1, 5), span(2, 5)), { from: day(1), to: day(2) })
    assert.deepStrictEqual(concernedInterval(span(1, 5), span(1, 3)), { from: day(3), to: day(5) })
    assert.deepStrictEqual(concernedInterval(span(1, 5), span(2, 7)), { from: day(1), to: day(7) })
  })

  it("have no end where the span has none, before or after", () => {
    assert.deepStrictEqual(concernedInterval(span(1, null), span(1, 5)), { from: day(5), to: null })
    assert.deepStrictEqual(concernedInterval(span(1, 5), span(1, null)), { from: day(5), to: null })
    assert.deepStrictEqual(concernedInterval(span(1, null), span(2, null)), { from: day(1), to: day(2) })
  })
})

describe("the stretches that a change gains", () => {
  it("are those before and after the old span", () => {
    assert.deepStrictEqual(gainedIntervals(span(3, 5), span(1, 7)), [
      [day(1), day(3)],
      [day(5), day(7)]
    ])
    assert.deepStrictEqual(gainedIntervals(span(3, 5), span(3, null)), [[day(5), null]])
    assert.deepStrictEqual(gainedIntervals(span(3, null), span(4, 6)), [])
  })

  it("are the whole of a span that lies apart", () => {
    assert.deepStrictEqual(gainedIntervals(span(5, 6), span(1, 2)), [[day(1), day(2)]])
    assert.deepStrictEqual(gainedIntervals(span(1, 2), span(5, 6)), [[day(5), day(6)]])
  })
})
