import { assert, describe, it } from "vitest"
import { eachOf, type Single, withoutWearer } from "../../../../src/console/pages/identities/singles.ts"

const identities = [
  { id: "a", external_id: "north-1" },
  { id: "b", external_id: "north-2" },
  { id: "c", external_id: "north-3" }
]
const singles = new Map<string, Single>([
  ["a", { name: " Alma's collar ", wearer: "Alma", entityId: "alma" }],
  ["b", { name: "", wearer: "Ber", entityId: null }]
])

describe("devices made in bulk on the screen", () => {
  it("have the name that is written for each, and nothing is sent of those of which nothing is said", () =>
    assert.deepStrictEqual(eachOf(identities, singles, false), [{ identity_id: "a", name: "Alma's collar" }]))

  it("are put on the existing animals that were chosen", () =>
    assert.deepStrictEqual(eachOf(identities, singles, true), [
      { identity_id: "a", name: "Alma's collar", entity_id: "alma" }
    ]))

  it("name those for which no existing animal is chosen yet", () =>
    assert.deepStrictEqual(withoutWearer(identities, singles), ["north-2", "north-3"]))
})
