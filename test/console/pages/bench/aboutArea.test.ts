// A template of a rule that is about one area.
import { assert, describe, it } from "vitest"
import { aboutArea } from "../../../../src/console/pages/bench/aboutArea.ts"

const speed = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 }
const inside = { type: "spatial", relation: "inside", feature_type: "zone" }

describe("a template about an area", () => {
  it("names the area instead of its kind, and the types of its animals", () => {
    const made = aboutArea(
      {
        trigger: { kind: "position" },
        scope: {},
        conditions: { type: "spatial", relation: "exit", feature_type: "geofence", exit_buffer_m: 30 }
      },
      "pen",
      ["cow"]
    )
    assert.deepStrictEqual(made, {
      trigger: { kind: "position" },
      scope: { entity_type_ids: ["cow"] },
      conditions: { type: "spatial", relation: "exit", feature_ids: ["pen"], exit_buffer_m: 30 }
    })
  })

  it("changes only what asks about areas, in lists too, and watches every animal without a type", () => {
    const { conditions, scope } = aboutArea({ conditions: { all: [speed, { not: inside }] } }, "pen", [])
    assert.deepStrictEqual(conditions, {
      all: [speed, { not: { type: "spatial", relation: "inside", feature_ids: ["pen"] } }]
    })
    assert.deepStrictEqual(scope, {})
  })
})
