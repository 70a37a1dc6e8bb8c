// Numbers while they are typed.
import { assert, describe, it } from "vitest"
import { numberIn, shownOf, type Typed, typedOn } from "../../../../src/console/pages/fixes/useTyped.ts"

/** Texts one after the other in a field of a page that takes what it is told at once. */
const type = (value: number, ...texts: ReadonlyArray<string>) => {
  let typed: Typed | null = null,
    now = value
  const shown: Array<string> = []
  for (const text of texts) {
    const read = numberIn(text, -90, 90)
    typed = typedOn(typed, now, text, read)
    now = read ?? now
    shown.push(shownOf(typed, now, String(now)))
  }
  return { shown, now, typed }
}

describe("a number", () => {
  it("is finite, and within its limits", () => {
    for (const [text, number] of [
      ["-33.9", -33.9],
      ["90", 90],
      ["-90", -90],
      ["90.1", null],
      ["-91", null],
      ["", null],
      [" ", null],
      ["-", null],
      ["Infinity", null]
    ] as const)
      assert.strictEqual(numberIn(text, -90, 90), number, text)
    assert.isNull(numberIn("1e999", 0, Infinity))
  })
})

describe("a text that is typed", () => {
  it("stays, where it is no number yet and where it is one", () => {
    // a browser says nothing of a lone minus
    const texts = ["", "-3", "-33", "-33.90", "-339"]
    const { now, shown } = type(51.05, ...texts)
    assert.deepStrictEqual(shown, texts)
    assert.strictEqual(now, -33.9)
  })

  it("gives way to a value from elsewhere", () => {
    const { now, typed } = type(51.05, "5", "50")
    assert.strictEqual(shownOf(typed, now, "50"), "50")
    assert.strictEqual(shownOf(typed, 48.2, "48.2"), "48.2")
    assert.deepStrictEqual(typedOn(typed, 48.2, "48.", 48), { text: "48.", told: [48.2, 48] })
  })

  it("stays while the page has not yet what it was told", () => {
    const typed = typedOn(typedOn(null, 8, "1", 1), 8, "12", 12)
    for (const late of [8, 1, 12]) assert.strictEqual(shownOf(typed, late, String(late)), "12")
  })
})
