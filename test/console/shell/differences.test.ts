// What somebody was about to save beside what somebody else saved: the members that differ, and a choice of them.
import { assert, it } from "@effect/vitest"
import { chosen, differences } from "../../../src/console/shell/differences.ts"

const read = { name: "North", zone: "UTC", silent: "24", seasons: [{ name: "Summer" }] }
const mine = { ...read, name: "North alp", seasons: [{ name: "Summer" }, { name: "Winter" }] }
const theirs = { ...read, name: "The north", silent: "12" }

it("tells the members that differ, and which of them were changed here", () => {
  assert.deepStrictEqual(differences(read, mine, theirs), [
    { key: "name", mine: "North alp", theirs: "The north", changed: true },
    { key: "silent", mine: "24", theirs: "12", changed: false },
    { key: "seasons", mine: mine.seasons, theirs: theirs.seasons, changed: true }
  ])
  assert.deepStrictEqual(differences(read, mine, mine), [])
})

it("keeps what is chosen of one's own, and takes the rest of theirs", () => {
  assert.deepStrictEqual(chosen(mine, theirs, new Set(["name"])), { ...theirs, name: "North alp" })
  assert.deepStrictEqual(chosen(mine, theirs, new Set()), theirs)
})
