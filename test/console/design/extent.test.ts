// Lengths and areas as the console says them, by language.
import { afterEach, assert, it } from "@effect/vitest"
import { areaText, lengthText } from "../../../src/console/design/extent.ts"
import { showLanguage } from "../../support/words.ts"

afterEach(() => showLanguage("en"))

it.each([
  ["en", 84.4, "84 m"],
  ["en", 999.4, "999 m"],
  ["en", 1240, "1.24 km"],
  ["en", 1_234_500, "1,235 km"],
  ["es", 1240, "1,24 km"]
])("a length in %s: %d metres", async (language, metres, expected) => {
  await showLanguage(language)
  assert.strictEqual(lengthText(metres), expected)
})

it.each([
  ["en", 840.2, "840 m²"],
  ["en", 12_400, "1.24 ha"],
  ["en", 9_000_000, "900 ha"],
  ["en", 12_500_000, "12.5 km²"],
  ["es", 12_400, "1,24 ha"],
  ["es", 12_500_000, "12,5 km²"]
])("an area in %s: %d square metres", async (language, squareMetres, expected) => {
  await showLanguage(language)
  assert.strictEqual(areaText(squareMetres), expected)
})
