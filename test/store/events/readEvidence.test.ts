// Evidence of old rows is read by its present names.
import { assert, it } from "@effect/vitest"
import { blank } from "../../../src/domain/rule/RuleState.ts"
import { readEvidence } from "../../../src/store/events/readEvidence.ts"

const hold = {
  branch: 0,
  relation: "exit",
  feature: "a",
  since: 1000,
  arrivedAt: 1500,
  overdue: false
} as const
const records = [{ kind: "position", id: 7, at: "2026-06-01T06:00:00Z" }]

it("the evidence of an old row names the edition `book_version`, and the filters in its state `lens`", () => {
  const present = {
    records,
    rule_set_version: 5,
    state_before: { ...blank, holds: [{ ...hold, sides: [{ feature: "a", inside: false, filterKey: "" }] }] }
  }
  const old = {
    records,
    book_version: 5,
    state_before: { ...blank, holds: [{ ...hold, sides: [{ feature: "a", inside: false, lens: "" }] }] }
  }
  assert.deepInclude(readEvidence(old), present)
  assert.deepStrictEqual(readEvidence(present), present)
})

it("a state is stored without its blank members, and read with them", () => {
  const stored = { records, rule_set_version: 5, state_before: { since: 1000 } }
  assert.deepStrictEqual(readEvidence(stored).state_before, { ...blank, since: 1000 })
})
