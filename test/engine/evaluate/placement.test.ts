// Where a fix puts a subject: silently at first and after an edit, and as cautiously
// as its condition asks for.
import { assert, describe, it } from "@effect/vitest"
import type { Placement } from "../../../src/domain/rule/Facts.ts"
import {
  plainFilter,
  type RecordTypes,
  admits,
  recordTypesOf
} from "../../../src/domain/rule/PositionFilter.ts"
import { positionFilterOf } from "../../../src/domain/rule/conditions/spatial.ts"
import type { Spatial } from "../../../src/domain/rule/conditions/spatialDocument.ts"
import { makeRuleSet } from "../../../src/engine/evaluate/RuleSet.ts"
import { place } from "../../../src/engine/evaluate/place.ts"
import type { FeatureRow } from "../../../src/engine/ports.ts"
import { area, at, PROJECT } from "../../support/engine/timeline.ts"

const A = area("A", 0),
  B = area("B", 1.5),
  C = area("C", 40)
const ruleSetOf = (features: ReadonlyArray<FeatureRow> = [A, B, C], version = 1) =>
  makeRuleSet(PROJECT, { version, features, rules: [] })
const filter = (more: Partial<Spatial>, record_types?: ReadonlyArray<"gnss" | "network">) =>
  positionFilterOf(
    { type: "spatial", relation: "inside", ...more },
    { kind: "position", ...(record_types === undefined ? {} : { record_types }) }
  )
const found = (...features: ReadonlyArray<FeatureRow>): Placement => ({
  version: 1,
  inside: features.map((f) => f.id)
})
/** Metres east of a longitude, on the equator. */
const beyond = (lon: number, metres: number) => lon + metres / 111_319.49

describe("the plain filter", () => {
  const ruleSet = ruleSetOf()
  it("sees every feature that holds the fix, ascending by id; the border is inside", () => {
    assert.deepStrictEqual(place(ruleSet, plainFilter, null, at(0, 0.7)), found(A, B))
    assert.deepStrictEqual(place(ruleSet, plainFilter, null, at(0, 1)), found(A, B))
    assert.deepStrictEqual(place(ruleSet, plainFilter, null, at(0, 9)), found())
  })
  it("the same place found with the same rule set is the same object, of another subject too", () => {
    const here = place(ruleSet, plainFilter, null, at(0, 0.7))!
    assert.strictEqual(place(ruleSet, plainFilter, here, at(1, 0.8)), here)
    assert.strictEqual(place(ruleSet, plainFilter, null, at(1, 0.8)), here)
    const alike = { ...here }
    assert.strictEqual(place(ruleSet, plainFilter, alike, at(1, 0.8)), alike)
    assert.strictEqual(
      place(ruleSet, plainFilter, place(ruleSet, plainFilter, null, at(1, 9)), at(2, 0.8)),
      here
    )
  })
  it("a place that shares a feature with the one before is another", () => {
    const D = area("D", -1.5),
      all = ruleSetOf([A, B, D])
    assert.deepStrictEqual(place(all, plainFilter, found(A, B), at(0, -0.7)), found(A, D))
    assert.deepStrictEqual(place(all, filter({ exit_buffer_m: 1 }), found(A, B), at(0, -0.7)), found(A, D))
  })
  it("ten thousand places are shared, of more each subject has its own", () => {
    for (const [kept, shares] of [
      [9999, true],
      [10_000, false]
    ] as const) {
      const full = ruleSetOf()
      for (let i = 0; i < kept; i++) full.placements.set(`other ${i}`, found())
      assert.strictEqual(
        place(full, plainFilter, null, at(0, 0)) === place(full, plainFilter, null, at(0, 0)),
        shares
      )
    }
  })
  it("another place, or another rule set, is another", () => {
    const here = place(ruleSet, plainFilter, null, at(0, 0.7))!
    assert.deepStrictEqual(place(ruleSet, plainFilter, here, at(1, 0)), found(A))
    assert.deepStrictEqual(
      place(ruleSet, plainFilter, place(ruleSet, plainFilter, null, at(0, 0)), at(1, 2)),
      found(B)
    )
    assert.deepStrictEqual(place(ruleSetOf([A, B, C], 2), plainFilter, here, at(1, 0.8)), {
      version: 2,
      inside: here.inside
    })
  })
  it("believes a fix at once, whatever its accuracy", () =>
    assert.deepStrictEqual(place(ruleSet, plainFilter, found(A), at(0, 9, { accuracyM: 1e6 })), found()))
})

describe("which positions count", () => {
  const ruleSet = ruleSetOf()
  it.each<[RecordTypes, boolean, boolean]>([
    ["gnss", true, false],
    ["network", false, true],
    ["both", true, true]
  ])("%s", (recordTypes, gnss, network) => {
    const seen = filter({}, recordTypes === "both" ? ["gnss", "network"] : [recordTypes])
    assert.deepStrictEqual(
      [seen.recordTypes, admits(recordTypes, "gnss"), admits(recordTypes, "network")],
      [recordTypes, gnss, network]
    )
    assert.deepStrictEqual(place(ruleSet, seen, found(A), at(0, 9)), gnss ? found() : found(A))
    assert.deepStrictEqual(
      place(ruleSet, seen, found(A), at(0, 9, { recordType: "network" })),
      network ? found() : found(A)
    )
    assert.deepStrictEqual(
      place(ruleSet, seen, null, at(0, 0, { recordType: "network" })),
      network ? found(A) : null
    )
  })
  it("device fixes alone unless the trigger says more", () => {
    assert.deepStrictEqual(
      [
        recordTypesOf({ kind: "position" }),
        recordTypesOf({ kind: "schedule" }),
        recordTypesOf({ kind: "measurement" }),
        recordTypesOf({ kind: "position", record_types: ["network"] })
      ],
      ["gnss", "gnss", "gnss", "network"]
    )
  })
})

describe("the name of a filter", () => {
  it.each<[string, Partial<Spatial>, ReadonlyArray<"gnss" | "network">]>([
    ["", {}, ["gnss"]],
    ["", { exit_buffer_m: 0, confirm_samples: 1 }, ["gnss"]],
    ["network", {}, ["network"]],
    ["both", {}, ["network", "gnss"]],
    ["accuracy 50", { max_accuracy_m: 50 }, ["gnss"]],
    ["buffer 25", { exit_buffer_m: 25 }, ["gnss"]],
    ["confirm 3", { confirm_samples: 3 }, ["gnss"]],
    [
      "both, accuracy 50, buffer 25, confirm 3",
      { max_accuracy_m: 50, exit_buffer_m: 25, confirm_samples: 3 },
      ["gnss", "network"]
    ]
  ])("%j", (key, more, types) => assert.strictEqual(filter(more, types).key, key))
})

describe('max_accuracy_m: worse fixes are ignored by this condition; missing or zero accuracy is "not known" and is not ignored', () => {
  const careful = filter({ max_accuracy_m: 50 })
  it.each([
    [51, false],
    [50, true],
    [0, true],
    [null, true]
  ])("%s m", (accuracyM, counts) => {
    assert.deepStrictEqual(
      place(ruleSetOf(), careful, found(A), at(0, 9, { accuracyM })),
      counts ? found() : found(A)
    )
    assert.deepStrictEqual(
      place(ruleSetOf(), careful, null, at(0, 0, { accuracyM })),
      counts ? found(A) : null
    )
  })
})

describe("exit_buffer_m: outside only beyond this distance", () => {
  const buffered = filter({ exit_buffer_m: 100 })
  it("who was inside stays so up to the buffer, and is out beyond it", () => {
    assert.deepStrictEqual(place(ruleSetOf(), buffered, found(A), at(0, beyond(-1, -90))), found(A))
    assert.deepStrictEqual(place(ruleSetOf(), buffered, found(A), at(0, beyond(-1, -110))), found())
    assert.deepStrictEqual(place(ruleSetOf(), buffered, found(A), at(0, 0)), found(A))
  })
  it("who was outside comes in at the border, not at the buffer", () => {
    assert.deepStrictEqual(place(ruleSetOf(), buffered, found(), at(0, beyond(-1, -90))), found())
    assert.deepStrictEqual(place(ruleSetOf(), buffered, found(), at(0, -1)), found(A))
    assert.deepStrictEqual(place(ruleSetOf(), buffered, null, at(0, beyond(-1, -90))), found())
  })
  it("of a feature that was edited since, the border alone counts", () => {
    const edited = ruleSetOf([{ ...A, changedAt: 2 }, B, C], 2)
    assert.deepStrictEqual(place(edited, buffered, found(A), at(0, beyond(-1, -90))), {
      version: 2,
      inside: []
    })
    assert.deepStrictEqual(place(edited, buffered, found(B), at(0, beyond(2.5, 90))), {
      version: 2,
      inside: [B.id]
    })
  })
})

describe("confirm_samples: so many consecutive fixes must agree before the side changes", () => {
  const ruleSet = ruleSetOf(),
    sure = filter({ confirm_samples: 3 })
  const walk = (from: Placement | null, ...lons: ReadonlyArray<number>) =>
    lons.reduce<Placement | null>((p, lon, i) => place(ruleSet, sure, p, at(i, lon)), from)

  it("the first fix is believed", () => assert.deepStrictEqual(walk(null, 0), found(A)))
  it("out after the third, with the doubts counted meanwhile", () => {
    assert.deepStrictEqual(walk(found(A), 9), { ...found(A), doubts: { [A.id]: 1 } })
    assert.deepStrictEqual(walk(found(A), 9, 9), { ...found(A), doubts: { [A.id]: 2 } })
    assert.deepStrictEqual(walk(found(A), 9, 9, 9), found())
  })
  it("in after the third, too", () => {
    assert.deepStrictEqual(walk(found(), 0, 0), { ...found(), doubts: { [A.id]: 2 } })
    assert.deepStrictEqual(walk(found(), 0, 0, 0), found(A))
  })
  it("a fix that disagrees begins the count anew", () => {
    assert.deepStrictEqual(walk(found(A), 9, 9, 0), found(A))
    assert.deepStrictEqual(walk(found(A), 9, 9, 0, 9, 9), { ...found(A), doubts: { [A.id]: 2 } })
  })
  it("each feature is counted by itself", () => {
    assert.deepStrictEqual(walk(found(A), 1.8, 1.8), { ...found(A), doubts: { [A.id]: 2, [B.id]: 2 } })
    assert.deepStrictEqual(walk(found(A), 0.7, 0.7, 1.8), { ...found(A, B), doubts: { [A.id]: 1 } })
    assert.deepStrictEqual(walk(found(A), 1.8, 1.8, 1.8), found(B))
  })
  it("who stays is the same object", () => {
    const here = found(A)
    assert.strictEqual(walk(here, 0.1), here)
    assert.notStrictEqual(place(ruleSetOf([A, B, C], 2), sure, here, at(0, 0)), here)
  })
  it("a feature that was edited since, or is new, is set at once", () => {
    const edited = ruleSetOf([{ ...A, changedAt: 2 }, { ...B, changedAt: 2 }, C], 2)
    assert.deepStrictEqual(place(edited, sure, found(A), at(0, 1.8)), { version: 2, inside: [B.id] })
    assert.deepStrictEqual(place(edited, sure, { ...found(A), doubts: { [A.id]: 2 } }, at(0, 40)), {
      version: 2,
      inside: [],
      doubts: { [C.id]: 1 }
    })
  })
})
