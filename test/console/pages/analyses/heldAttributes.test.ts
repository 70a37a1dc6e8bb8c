// The attributes that an option which weighs animals offers.
import "../../../support/words.ts"
import { assert, it } from "@effect/vitest"
import { heldAttributes, heldText } from "../../../../src/console/pages/analyses/new/heldAttributes.ts"

it("attributes offered are those in which a chosen animal has a number, the commonest first", () => {
  const animals = [
    { id: "alma", attributes: { age: 4, body_mass_kg: 512, ear_tag: "A7" } },
    { id: "berta", attributes: { body_mass_kg: 498, ear_tag: "B2" } },
    { id: "clara", attributes: { horn_cm: 12 } }
  ]
  const offered = heldAttributes(animals, new Set(["alma", "berta"]))
  assert.deepStrictEqual(
    offered.map((one) => [one.key, heldText(one)]),
    [
      ["body_mass_kg", "2 of 2"],
      ["age", "1 of 2"]
    ]
  )
  assert.deepStrictEqual(heldAttributes(animals, new Set()), [])
})
