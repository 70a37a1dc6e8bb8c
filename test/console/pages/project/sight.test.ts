import "../../../support/words.ts"
import { assert, it } from "@effect/vitest"
import { sightOf } from "../../../../src/console/pages/project/sight.ts"

const word = { one: "cow", many: "cows" }
const names = new Map([["g", "North alp herd"]])

it("a member's sight is told in words: everything, groups by name, the others counted, nothing", () => {
  const scope = { groups: [], entities: [], devices: [] }
  assert.strictEqual(sightOf(null, names, word), "all of it")
  assert.strictEqual(sightOf(scope, names, word), "nothing")
  assert.strictEqual(
    sightOf({ groups: ["g", "h"], entities: ["1"], devices: ["2", "3"] }, names, word),
    "North alp herd, a group, 1 cow, 2 devices"
  )
})
