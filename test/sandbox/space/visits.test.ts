import { assert, describe, it } from "vitest"
import { visitsByCell, visitStarts } from "../../../sandbox/space/visits.ts"
import { randomFrom } from "../../domain/geo/random.ts"

/** One fix an hour, by the letter of its cell; `.` is an hour without a fix. */
const story = (letters: string) => {
  const fixes = letters.split("").flatMap((letter, hour) => (letter === "." ? [] : [{ letter, hour }]))
  return {
    cellOf: Uint32Array.from(fixes, ({ letter }) => letter.charCodeAt(0) - 97),
    time: Float64Array.from(fixes, ({ hour }) => hour * 3_600_000)
  }
}

const visitsTo = (letters: string, absenceHours: number) => {
  const { cellOf, time } = story(letters)
  return visitsByCell(cellOf, 2, time, absenceHours * 3_600_000)[0]
}

describe("a visit ends when the subject was outside the cell for longer than the minimum absence", () => {
  it("a longer absence ends it, an equal one does not", () => {
    assert.strictEqual(visitsTo("abbba", 2), 2)
    assert.strictEqual(visitsTo("abbba", 3), 1)
  })

  it("the clock runs from the first fix outside to the return", () => {
    assert.strictEqual(visitsTo("a.....ba", 3), 1, "the silence before the fix outside is no absence")
    assert.strictEqual(visitsTo("ab.....a", 3), 2)
  })

  it("silence alone does not end a visit", () => {
    assert.strictEqual(visitsTo("a........................a", 12), 1)
  })

  it("each return is judged by its own absence", () => {
    assert.strictEqual(visitsTo("abbabbabbbba", 3), 2)
    assert.strictEqual(visitsTo("b", 3), 0)
    assert.strictEqual(visitsTo("", 3), 0)
  })

  it("cells and places are counted by one rule", () => {
    const random = randomFrom(5)
    for (let round = 0; round < 200; round++) {
      const count = Math.floor(60 * random())
      const cellOf = Uint32Array.from({ length: count }, () => Math.floor(4 * random()))
      let now = 0
      const time = Float64Array.from({ length: count }, () => (now += 1 + Math.floor(5 * random())))
      const visits = visitsByCell(cellOf, 4, time, 6)
      for (let cell = 0; cell < 4; cell++) {
        const inside = Uint32Array.from(cellOf.keys()).filter((i) => cellOf[i] === cell)
        // by the sentence, for each pair of fixes inside
        const naive = inside.filter((fix, k) => {
          const outside =
            k === 0
              ? undefined
              : Array.from({ length: fix }, (_, i) => i).find((i) => i > inside[k - 1]! && cellOf[i] !== cell)
          return k === 0 || (outside !== undefined && time[fix]! - time[outside]! > 6)
        })
        assert.strictEqual(visits[cell], naive.length)
        assert.deepStrictEqual(visitStarts(inside, time, 6), naive)
      }
    }
  })
})
