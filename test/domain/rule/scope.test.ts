// Which subjects a rule applies to (specification 2.1), and in which order what they
// send is judged (section 5).
import { assert, describe, it } from "@effect/vitest"
import type { Scope } from "../../../src/domain/rule/Document.ts"
import { inOrder, type Observation, subjectKey } from "../../../src/domain/rule/Observation.ts"
import {
  isInScope,
  scopeKeyOf,
  type Who,
  withScopeKey,
  wornDeviceAt
} from "../../../src/domain/rule/scope.ts"
import { at, becomes, cow, measured } from "../../support/engine/timeline.ts"

const alma: Who = {
  entity: { id: "alma", name: "Alma", typeId: "cow", groupIds: ["herd", "farm"] },
  device: { id: "d1", name: "Collar" }
}
const bare: Who = { entity: null, device: { id: "d1", name: "Collar" } }

describe("a rule applies to: OR inside a key, AND between keys, {} for every subject of the project", () => {
  it.each<[string, Scope, boolean, boolean]>([
    ["{}", {}, true, true],
    ["its id", { entity_ids: ["berta", "alma"] }, true, false],
    ["another id", { entity_ids: ["berta"] }, false, false],
    ["its type", { entity_type_ids: ["bull", "cow"] }, true, false],
    ["another type", { entity_type_ids: ["bull"] }, false, false],
    ["its group", { group_ids: ["x", "herd"] }, true, false],
    ["a group above", { group_ids: ["farm"] }, true, false],
    ["another group", { group_ids: ["x"] }, false, false],
    ["its device", { device_ids: ["d1"] }, true, true],
    [
      "another device: of an entity, which may carry several, each record is asked",
      { device_ids: ["d2"] },
      true,
      false
    ],
    [
      "all keys",
      { entity_ids: ["alma"], entity_type_ids: ["cow"], group_ids: ["herd"], device_ids: ["d1"] },
      true,
      false
    ],
    [
      "all keys but the id",
      { entity_ids: ["x"], entity_type_ids: ["cow"], group_ids: ["herd"] },
      false,
      false
    ],
    [
      "all keys but the type",
      { entity_ids: ["alma"], entity_type_ids: ["x"], group_ids: ["herd"] },
      false,
      false
    ],
    [
      "all keys but the group",
      { entity_ids: ["alma"], entity_type_ids: ["cow"], group_ids: ["x"] },
      false,
      false
    ]
  ])("%s", (_, scope, ofAlma, ofBare) =>
    assert.deepStrictEqual([isInScope(scope, alma), isInScope(scope, bare)], [ofAlma, ofBare])
  )

  it("of an entity in no group no key of groups speaks", () =>
    assert.isFalse(
      isInScope({ group_ids: ["herd"] }, { ...alma, entity: { ...alma.entity!, groupIds: [] } })
    ))
})

describe("for which device a tick asks, of those that a scope names", () => {
  const worn = (id: string, from: number, to: number) => ({ id, name: `Collar ${id}`, from, to })
  const wearing = (...devices: ReadonlyArray<ReturnType<typeof worn>>): Who => ({
    ...alma,
    entity: { ...alma.entity!, worn: devices }
  })
  const of = (who: Who, at: number, ...devices: ReadonlyArray<string>) =>
    wornDeviceAt(new Set(devices), who, at)?.name ?? null

  it("one that is worn at the moment: from when it was put on, up to when it was taken off", () => {
    const who = wearing(worn("d2", 10, 20), worn("d2", 30, Infinity))
    assert.deepStrictEqual(
      [9, 10, 19, 20, 30, 99].map((at) => of(who, at, "d2")),
      [null, "Collar d2", "Collar d2", null, "Collar d2", "Collar d2"]
    )
  })
  it("of several always the same, whatever order they come in, and by the name it was seen with", () => {
    for (const devices of [
      [worn("d3", 0, 9), worn("d2", 0, 9)],
      [worn("d2", 0, 9), worn("d3", 0, 9)]
    ])
      assert.strictEqual(of(wearing(...devices), 5, "d3", "d2"), "Collar d2")
    assert.strictEqual(of(wearing(worn("d1", 0, 9)), 5, "d1"), "Collar")
  })
  it("none where it wears others, also if one of these was seen last", () => {
    assert.isNull(of(wearing(worn("d2", 0, 9)), 5, "d1"))
    assert.isNull(of(wearing(), 5, "d1"))
  })
  it("where nothing is known of assignments, and of a bare device, the one it was seen by", () => {
    for (const who of [alma, bare])
      assert.deepStrictEqual([of(who, 5, "d1"), of(who, 5, "d2")], ["Collar", null])
  })
})

describe("what a subject is to scopes", () => {
  it("is the same text whatever order its groups come in, and another for another type or group", () => {
    const texts = [
      alma,
      { ...alma, entity: { ...alma.entity!, groupIds: ["farm", "herd"] } },
      { ...alma, entity: { ...alma.entity!, groupIds: ["farm"] } },
      { ...alma, entity: { ...alma.entity!, typeId: "bull" } }
    ].map(scopeKeyOf)
    assert.strictEqual(texts[0], texts[1])
    assert.lengthOf(new Set(texts), 3)
    assert.strictEqual(scopeKeyOf(bare), "")
    assert.deepStrictEqual(alma.entity!.groupIds, ["herd", "farm"])
  })
  it("is put back as it was then", () => {
    const then = scopeKeyOf({ ...alma, entity: { ...alma.entity!, typeId: "calf", groupIds: ["pen"] } })
    assert.deepStrictEqual(withScopeKey(alma, then), {
      ...alma,
      entity: { ...alma.entity!, typeId: "calf", groupIds: ["pen"] }
    })
    assert.strictEqual(withScopeKey(alma, ""), alma)
    assert.strictEqual(withScopeKey(bare, then), bare)
  })
})

describe('"One instant: state, measurement (by metric key), position; then received time, then id"', () => {
  const fix = at(10, 0),
    network = at(10, 0, { recordType: "network" }),
    volt = measured(10, "battery_voltage", 3),
    activity = measured(10, "activity", 3),
    door = becomes(10, "door", 1),
    lid = becomes(10, "lid", 1)
  const ascending: ReadonlyArray<Observation> = [
    at(9, 0),
    door,
    lid,
    activity,
    volt,
    fix,
    network,
    measured(11, "m", 1, 12),
    { ...measured(11, "m", 1, 13), recordId: 1 },
    { ...measured(11, "m", 1, 13), recordId: 2 },
    measured(12, "m", 1, 0)
  ]
  it("every pair of a whole list lies as the list does", () => {
    for (const [i, a] of ascending.entries()) {
      for (const [j, b] of ascending.entries())
        assert.strictEqual(Math.sign(inOrder(a, b)), Math.sign(i - j), `${i} ${j}`)
    }
    assert.deepStrictEqual(ascending.toReversed().sort(inOrder), ascending)
  })
})

it("a device without an entity is another subject in each project; an entity is itself", () => {
  assert.strictEqual(subjectKey(cow), cow.entityId)
  const own = (projectId: string) => subjectKey({ deviceId: "d1", entityId: null, projectId })
  assert.deepStrictEqual([own("p"), own("q")], ["d1 p", "d1 q"])
})
