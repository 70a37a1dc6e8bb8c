// Texts that are guarded against spreadsheets come back as they were.
import { assert, describe, it } from "vitest"
import { guardFormula, unguardFormula } from "../../src/domain/formulaText.ts"

const texts = [
  "Alma",
  "-5",
  "=x",
  "+1",
  "@home",
  "－5",
  " =x",
  "'",
  "'Alma",
  "'=x",
  "''-5",
  "' -5",
  "O'Hara",
  "",
  "\u200b=x"
]

describe("a guarded text", () => {
  it("begins no formula, and is the same text once the guard is taken away", () => {
    for (const text of texts) {
      const guarded = guardFormula(text)
      assert.notMatch(guarded, /^[\s\p{Cf}]*[=+\-@＝＋－＠\t\r]/u, text)
      assert.strictEqual(unguardFormula(guarded), text)
    }
  })

  it("is the text itself where nothing begins a formula", () => {
    assert.deepStrictEqual(["Alma", "'Alma", "O'Hara"].map(guardFormula), ["Alma", "'Alma", "O'Hara"])
  })

  it("is another one for every text", () => {
    assert.strictEqual(new Set(texts.map(guardFormula)).size, texts.length)
  })
})
