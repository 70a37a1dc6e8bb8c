import { assert, describe, it } from "@effect/vitest"
import {
  at,
  isSame,
  type JsonObject,
  leavesOf,
  limitsOf,
  pretty,
  withAt,
  withLeaves
} from "../../../../src/console/pages/bench/document.ts"

const speed = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 }
const still = { type: "window", metric: "activity", aggregate: "max", seconds: 43_200, op: "<", value: 1 }
const document: JsonObject = {
  event: { title: "fast", severity: "warning", event_type: "FAST" },
  conditions: { all: [speed, still] },
  trigger: { kind: "position" }
}

describe("a rule document on the bench", () => {
  it("is read and changed by pointers, and is never changed in place", () => {
    const changed = withAt(document, "/conditions/all/1/value", 0.6)
    assert.strictEqual(at(changed, "/conditions/all/1/value"), 0.6)
    assert.strictEqual(at(document, "/conditions/all/1/value"), 1)
    assert.strictEqual(at(document, "/conditions/any/0"), undefined)
    assert.deepStrictEqual(withAt(document, "/event/severity", undefined)["event"], {
      title: "fast",
      event_type: "FAST"
    })
    assert.deepStrictEqual(withAt(document, "/conditions/all/0", undefined)["conditions"], { all: [still] })
    assert.deepStrictEqual(withAt({}, "/a~1b/c~0d", 1), { "a/b": { "c~d": 1 } })
  })

  it("is a form where it has a single condition, or one list of which all hold", () => {
    assert.deepStrictEqual(leavesOf({ conditions: speed }), [{ pointer: "/conditions", condition: speed }])
    assert.deepStrictEqual(
      leavesOf(document)?.map(({ pointer }) => pointer),
      ["/conditions/all/0", "/conditions/all/1"]
    )
    assert.isNull(leavesOf({ conditions: { any: [speed] } }))
    assert.isNull(leavesOf({ conditions: { all: [speed, { not: still }] } }))
    assert.isNull(leavesOf({ conditions: { all: [speed], any: [still] } }))
    assert.isNull(leavesOf({}))
  })

  it("has one condition alone, or a list", () => {
    assert.deepStrictEqual(withLeaves(document, [still])["conditions"], still)
    assert.deepStrictEqual(withLeaves(document, [still, speed])["conditions"], { all: [still, speed] })
  })

  it("finds limits however deep, under the names of their series", () => {
    const nested = {
      conditions: { any: [{ not: speed }, { all: [still, { type: "no_data", for_seconds: 1 }] }] }
    }
    assert.deepStrictEqual(limitsOf(nested), [
      { pointer: "/conditions/any/0/not", series: "speed_kmh", metric: "speed_kmh", op: ">", value: 40 },
      {
        pointer: "/conditions/any/1/all/0",
        series: "max(activity, 43200 s)",
        metric: "activity",
        op: "<",
        value: 1
      }
    ])
    assert.deepStrictEqual(
      limitsOf({ conditions: { type: "threshold", metric: "a", op: "<", value: "x" } }),
      []
    )
  })

  it("reads alike in whatever order its members came", () => {
    const turned = Object.fromEntries(Object.entries(document).toReversed())
    assert.isTrue(isSame(document, turned))
    assert.strictEqual(pretty(document), pretty(turned))
    assert.isTrue(pretty(document).indexOf("trigger") < pretty(document).indexOf("event"))
    assert.isFalse(isSame(document, withAt(document, "/conditions/all/0/value", 41)))
  })
})
