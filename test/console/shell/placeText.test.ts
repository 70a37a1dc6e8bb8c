// A place as it leaves the console.
import { assert, it } from "@effect/vitest"
import { mapLink, placeText } from "../../../src/console/shell/place/placeText.ts"

it("is latitude and longitude with points, as maps and messages take them", () => {
  assert.strictEqual(placeText([13.2401, -61.535]), "-61.53500, 13.24010")
})

it("opens the map of a phone with the name of the subject", () => {
  assert.strictEqual(
    mapLink([13.24, 61.5], "Cow 7 & calf", false),
    "geo:61.50000,13.24000?q=61.50000,13.24000(Cow%207%20%26%20calf)"
  )
  assert.strictEqual(mapLink([13.24, 61.5], "Alma", true), "maps:?ll=61.50000,13.24000&q=Alma")
})
