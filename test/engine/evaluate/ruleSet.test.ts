// A project's rules and features made ready: who is concerned by what, and rules that cannot run.
import { assert, describe, it } from "@effect/vitest"
import type { Who } from "../../../src/domain/rule/scope.ts"
import { errorOf, makeRuleSet, withoutFeatures } from "../../../src/engine/evaluate/RuleSet.ts"
import type { RuleRow } from "../../../src/engine/ports.ts"
import { area, at, document, type Draft, PROJECT, START, story } from "../../support/engine/timeline.ts"

const low = { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 } as const
const id = (n: number) => `01900000-0000-7000-8000-00000000000${n}`
const row = (n: number, draft: Partial<Draft> = {}, more: Partial<RuleRow> = {}): RuleRow => ({
  id: `rule ${n}`,
  name: `Rule ${n}`,
  version: 3,
  blankFrom: 2,
  activeFrom: START,
  document: document({ conditions: low, ...draft }),
  failedSubject: null,
  ...more
})
const ruleSet = (...rules: ReadonlyArray<RuleRow>) =>
  makeRuleSet(PROJECT, { version: 9, features: [], rules })
const alma: Who = {
  entity: { id: id(1), name: "Alma", typeId: id(7), groupIds: [id(8)] },
  device: { id: id(5), name: "Collar" }
}
const berta: Who = {
  entity: { id: id(2), name: "Berta", typeId: id(7), groupIds: [id(8)] },
  device: { id: id(6), name: "Collar" }
}
const bare: Who = { entity: null, device: { id: id(5), name: "Collar" } }

describe("who is concerned", () => {
  it("by scope, and apart by what starts the rule", () => {
    const made = ruleSet(
      row(1),
      row(2, { trigger: { kind: "measurement" } }),
      row(3, { trigger: { kind: "state" } }),
      row(4, { trigger: { kind: "schedule" } }),
      row(5, { scope: { entity_ids: [id(2)] } }),
      row(6, { trigger: { kind: "state" }, scope: { group_ids: [id(8)] } })
    )
    const names = (who: Who) => {
      const { onMeasurement, onPosition, onState, onTick, rules } = made.rulesFor(who)
      return [onPosition, onMeasurement, onState, onTick, [...rules]].map((list) =>
        list.map((r) => r.id.slice(5)).join()
      )
    }
    assert.deepStrictEqual(names(alma), ["1", "2", "3,6", "4", "1,2,3,4,6"])
    assert.deepStrictEqual(names(berta), ["1,5", "2", "3,6", "4", "1,2,3,4,5,6"])
    assert.deepStrictEqual(names(bare), ["1", "2", "3", "4", "1,2,3,4"])
  })

  it("subjects of one type and group, that no rule names, share the answer; whom one names, has an own", () => {
    const made = ruleSet(
      row(1),
      row(2, { scope: { entity_ids: [id(2)] } }),
      row(3, { scope: { device_ids: [id(5)] } })
    )
    const cora: Who = { entity: { ...berta.entity!, id: id(3) }, device: { id: id(4), name: "Collar" } },
      dora: Who = { ...cora, entity: { ...cora.entity!, id: id(9) } }
    assert.strictEqual(made.rulesFor(cora), made.rulesFor(dora))
    assert.strictEqual(made.rulesFor(alma), made.rulesFor(alma))
    assert.strictEqual(
      new Set(
        [alma, berta, cora, bare, { ...bare, device: { id: id(4), name: "Collar" } }].map(made.rulesFor)
      ).size,
      5
    )
    assert.deepStrictEqual(
      [...made.rulesFor({ ...bare, device: { id: id(4), name: "Collar" } }).rules].map((r) => r.id),
      ["rule 1"]
    )
    assert.notStrictEqual(
      made.rulesFor({ ...cora, entity: { ...cora.entity!, typeId: id(9) } }),
      made.rulesFor(cora)
    )
    assert.notStrictEqual(
      made.rulesFor({ ...cora, entity: { ...cora.entity!, groupIds: [] } }),
      made.rulesFor(cora)
    )
  })
})

describe("a rule set", () => {
  it("holds rules by id, those with a schedule, features ascending by id, and who failed last", () => {
    const made = makeRuleSet(PROJECT, {
      version: 9,
      features: [area("C", 0), area("A", 0), area("B", 0)],
      rules: [row(1, { trigger: { kind: "schedule" } }), row(2, {}, { failedSubject: id(1) })]
    })
    assert.deepStrictEqual(
      [made.projectId, made.version, made.onTick.map((r) => r.id), made.features.map((f) => f.name)],
      [PROJECT, 9, ["rule 1"], ["A", "B", "C"]]
    )
    assert.strictEqual(made.byId.get("rule 2"), made.rules[1])
    assert.deepStrictEqual([...made.failing], [["rule 2", id(1)]])
    assert.deepInclude(made.rules[1], {
      id: "rule 2",
      name: "Rule 2",
      projectId: PROJECT,
      version: 3,
      blankFrom: 2,
      activeFrom: START
    })
  })

  it("gives its features the width that they are saved with", () => {
    const route = {
      ...area("A", 0),
      geometry: {
        type: "LineString" as const,
        coordinates: [
          [0, 0],
          [1, 0]
        ] as const
      },
      radiusM: 2000
    }
    const inside = (radiusM: number | null) =>
      makeRuleSet(PROJECT, { version: 1, features: [{ ...route, radiusM }], rules: [] }).index.at(0.5, 0.01)
        .length
    assert.deepStrictEqual([inside(2000), inside(null)], [1, 0])
  })
})

describe("a rule that cannot run (edited by hand, or of another program) fails at every evaluation, and says so", () => {
  it.each<[string, unknown, string, string]>([
    [
      "a document that is none",
      { ...document({ conditions: low }), for_seconds: -1 },
      "RULE_INVALID",
      "version 3 is not a rule document: /for_seconds "
    ],
    ["no object", null, "RULE_INVALID", "version 3 is not a rule document:  Expected object"],
    [
      "a reserved kind",
      document({ conditions: { type: "near" } }),
      "RULE_CONDITION_RESERVED",
      "near is reserved: a rule that uses it can be saved, not enabled"
    ]
  ])("%s", (_, unfit, code, detail) => {
    const rule = ruleSet(row(1, {}, { document: unfit })).rules[0]!
    const {
      blankFrom,
      branches,
      devices,
      everyMs,
      forMs,
      positionFilters,
      maxGapMs,
      recordTypes,
      trigger,
      version
    } = rule
    assert.deepStrictEqual(
      [
        blankFrom,
        branches,
        devices,
        everyMs,
        forMs,
        positionFilters,
        maxGapMs,
        recordTypes,
        trigger,
        version
      ],
      [2, [], null, null, 0, [], null, "gnss", { kind: "position" }, 3]
    )
    assert.deepStrictEqual(
      [rule.metrics, rule.windows, rule.readsFix, rule.silenceMs, rule.cooldownMs, rule.level!.spatialOnly],
      [[], [], false, null, 0, false]
    )
    const facts = story({ conditions: low }).subjectActor.facts(0, null, new Map())
    for (const asked of [
      () => rule.level!.truth(facts),
      () => rule.level!.evaluate(facts),
      () => rule.evaluate(facts)
    ]) {
      try {
        asked()
        assert.fail("it was evaluated")
      } catch (e) {
        const fault = errorOf(e)
        assert.deepStrictEqual([fault.code, fault.detail.startsWith(detail)], [code, true], fault.detail)
      }
    }
  })

  it("keeps what starts it and whom it is about, as far as that can be read", () => {
    const made = ruleSet(
      row(
        1,
        {},
        {
          document: {
            trigger: { kind: "schedule", every_seconds: 60 },
            conditions: { type: "exec" },
            scope: { entity_ids: [id(2)], device_ids: [id(6), 7] }
          }
        }
      ),
      row(2, {}, { document: { trigger: { kind: "moon" }, scope: { entity_ids: 5 } } })
    )
    const [first, second] = made.rules
    assert.deepStrictEqual(
      [first!.everyMs, [...first!.devices!], first!.byAnyRecord, made.onTick],
      [60_000, [id(6)], undefined, [first]]
    )
    assert.deepStrictEqual([second!.everyMs, second!.devices, second!.byAnyRecord], [null, null, true])
    const { onMeasurement, onPosition, onState, onTick } = made.rulesFor(berta)
    assert.deepStrictEqual(
      [onPosition, onMeasurement, onState, onTick],
      [[second], [second], [second], [first]]
    )
    assert.deepStrictEqual([...made.rulesFor(alma).rules], [second])
  })

  it("whatever else an evaluation throws has a code, too", () => {
    assert.deepStrictEqual(errorOf(new TypeError("x is not a function")), {
      code: "RULE_EVALUATION_FAILED",
      detail: "x is not a function"
    })
    assert.deepStrictEqual(errorOf("broken"), { code: "RULE_EVALUATION_FAILED", detail: "broken" })
  })
})

it("what is left of a rule whose edition is gone holds on to nothing", () => {
  const rule = ruleSet(row(1, { conditions: { any: [low, { type: "spatial", relation: "exit" }] } }))
    .rules[0]!
  const left = withoutFeatures(rule)
  assert.deepStrictEqual(
    [
      left.id,
      left.branches,
      left.level,
      left.evaluate(story({ conditions: low }).subjectActor.facts(at(0, 0).at, null, new Map()))
    ],
    ["rule 1", [], null, { type: "all", truth: null, parts: [] }]
  )
})
