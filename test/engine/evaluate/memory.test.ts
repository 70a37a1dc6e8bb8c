// What an engine keeps while nothing happens: no more than it needs.
import { assert, it } from "@effect/vitest"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { type RuleSet, makeRuleSet } from "../../../src/engine/evaluate/RuleSet.ts"
import { SubjectActor } from "../../../src/engine/evaluate/SubjectActor.ts"
import { Decisions } from "../../../src/engine/evaluate/Decisions.ts"
import { evaluateRecords } from "../../../src/engine/evaluate/evaluate.ts"
import { noMemory } from "../../../src/engine/ports.ts"
import { rule } from "../../support/engine/living.ts"
import { area, at, cow, PROJECT, START } from "../../support/engine/timeline.ts"

setFlagsFromString("--expose_gc")
const collect = runInNewContext("gc") as () => void

const who = {
  entity: { id: cow.id, name: "Alma", typeId: "t", groupIds: [] },
  device: { id: cow.deviceId, name: "Collar" }
}
const inside = { type: "spatial", relation: "inside", feature_type: "zone" }

it("a silent subject holds on to no edition of the rule set but the one in force, not even by what its rules remember", async () => {
  const subjectActor = new SubjectActor(cow, who, noMemory, () => undefined)
  const ruleSetOf = (version: number): RuleSet =>
    makeRuleSet(PROJECT, {
      version,
      features: [area("A", 0)],
      rules: [rule("stays", inside), ...(version === 1 ? [rule("goes", inside)] : [])]
    })
  const evaluateWith = (ruleSet: RuleSet): WeakRef<RuleSet["features"][number]> => {
    const decisions = new Decisions(START)
    subjectActor.apply(ruleSet, 1, START)
    evaluateRecords({ ruleSet, decisions, nextId: () => "id", isLate: () => false }, subjectActor, [at(0, 0)])
    return new WeakRef(ruleSet.features[0]!)
  }
  const before = evaluateWith(ruleSetOf(1))
  assert.deepStrictEqual([...subjectActor.actors!.keys()], ["rule-stays", "rule-goes"])
  const current = ruleSetOf(2)
  subjectActor.detach(current)
  await new Promise((done) => setImmediate(done)) // what a WeakRef points at stays until the turn is over
  collect()
  assert.isUndefined(before.deref())
  const applied = subjectActor.apply(current, 1, START)
  assert.deepStrictEqual(
    [[...subjectActor.actors!.keys()], applied?.dropped.ended.length],
    [["rule-stays"], 1]
  )
})
