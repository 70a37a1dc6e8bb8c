// The fixture that comes with an exported rule: whatever the rule looks for, an invented device does it, and
// the rule fires.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { exampleOf } from "../../../src/cli/rules/exampleFixture.ts"
import { play } from "../../../src/cli/rules/testRule.ts"
import type { RuleDocument } from "../../../src/domain/rule/Document.ts"
import { parseDocument } from "../../../src/domain/rule/parse.ts"
import { presets } from "../../../src/domain/rule/presets.ts"
import type { Item } from "../../../src/domain/intake/Report.ts"
import type { SceneFeature } from "../../../src/testing/Scene.ts"

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`

/** A farm's places: a fence in the shape of an L whose middle is not in it, a zone, and a road. */
const features: ReadonlyArray<SceneFeature> = [
  {
    id: id(1),
    name: "Home",
    feature_type: "geofence",
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [14, 51],
          [14.1, 51],
          [14.1, 51.01],
          [14.01, 51.01],
          [14.01, 51.1],
          [14, 51.1],
          [14, 51]
        ]
      ]
    }
  },
  {
    id: id(2),
    name: "Yard",
    feature_type: "zone",
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [179.9, -17],
          [-179.9, -17],
          [-179.9, -16.8],
          [179.9, -16.8],
          [179.9, -17]
        ]
      ]
    }
  },
  {
    id: id(3),
    name: "Road",
    feature_type: "route",
    geometry: {
      type: "LineString",
      coordinates: [
        [15, 52],
        [15.1, 52.1]
      ]
    },
    attributes: { radius_m: 50 }
  },
  {
    id: id(4),
    name: "Well and trough",
    feature_type: "site",
    geometry: {
      type: "GeometryCollection",
      geometries: [
        { type: "Point", coordinates: [16, 53] },
        { type: "Point", coordinates: [16.2, 53.2] }
      ]
    },
    attributes: { radius_m: 50 }
  }
]

const event = { event_type: "TOLD", title: "{entity} {feature} {value}" }
const speed = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 } as const
const heat = (op: "<" | ">" | "==", value: number) =>
  ({ type: "threshold", metric: "heat", op, value }) as const

/** What the rule makes of the fixture that was made for it. */
const playing = (document: RuleDocument) =>
  Effect.gen(function* () {
    const parsed = parseDocument(document)
    assert.isTrue(Result.isSuccess(parsed))
    const example = exampleOf(Result.getOrThrow(parsed).document, features, [
      { id: id(7), kind: "entity", name: "Berta" }
    ])
    const steps = example.lines.map((line, i) =>
      "clock" in line
        ? { line: i + 1, clock: String(line["clock"]) }
        : { line: i + 1, item: line as unknown as Item }
    )
    const rule = { name: "Rule", document, features, carriers: example.carriers }
    return { ...example, events: yield* play(rule, { steps }, "fixture") }
  })

describe("the fixture of a rule", () => {
  for (const { document, key } of presets) {
    it.effect(`of the template ${key} fires it once, and the condition ends`, () =>
      Effect.gen(function* () {
        const { events, lines } = yield* playing(document)
        assert.deepStrictEqual(
          events.map((e) => [e.event_type, e.reason]),
          [[document.event.event_type, "fired"]]
        )
        assert.isTrue(
          events[0]!.ended_at !== null || events[0]!.kind === "enter" || events[0]!.kind === "exit"
        )
        assert.isBelow(lines.length, 12)
      })
    )
  }

  it.effect.each<[string, Omit<RuleDocument, "event">]>([
    [
      "a hold with a longest gap",
      { trigger: { kind: "position" }, conditions: speed, for_seconds: 3600, max_gap_seconds: 300 }
    ],
    [
      "a place that is named, and a speed below a limit",
      {
        trigger: { kind: "position" },
        conditions: {
          all: [
            { type: "spatial", relation: "inside", feature_ids: [id(3)] },
            { ...speed, op: "<", value: 2 }
          ]
        }
      }
    ],
    [
      "a collection of geometries, by the radius of its points",
      {
        trigger: { kind: "position" },
        conditions: { type: "spatial", relation: "enter", feature_ids: [id(4)] }
      }
    ],
    [
      "a border over the antimeridian, with a buffer and confirmation",
      {
        trigger: { kind: "position" },
        conditions: {
          type: "spatial",
          relation: "exit",
          feature_ids: [id(2)],
          exit_buffer_m: 5000,
          confirm_samples: 3
        }
      }
    ],
    [
      "locations by the network alone",
      {
        trigger: { kind: "position", record_types: ["network"] },
        conditions: { type: "spatial", relation: "outside" }
      }
    ],
    [
      "a range, and its contrary",
      { trigger: { kind: "measurement" }, conditions: { all: [heat(">", 38), { not: heat(">", 41) }] } }
    ],
    [
      "a value that is exact",
      { trigger: { kind: "measurement", metric_key: "heat" }, conditions: heat("==", 0) }
    ],
    [
      "a height",
      {
        trigger: { kind: "position" },
        conditions: { type: "threshold", metric: "altitude_m", op: "<", value: -3 }
      }
    ],
    [
      "a change of state, while it is somewhere",
      {
        trigger: { kind: "state", state_keys: ["door"] },
        conditions: { type: "spatial", relation: "inside", feature_type: "zone" }
      }
    ],
    [
      "a count over time",
      {
        trigger: { kind: "schedule", every_seconds: 60 },
        conditions: { type: "window", metric: "steps", aggregate: "count", seconds: 600, op: ">=", value: 5 }
      }
    ],
    [
      "a mean that was another before",
      {
        trigger: { kind: "measurement" },
        conditions: { type: "window", metric: "heat", aggregate: "avg", seconds: 3600, op: ">", value: 39 },
        for_seconds: 600
      }
    ],
    [
      "silence of a week, asked every ten seconds",
      {
        trigger: { kind: "schedule", every_seconds: 10 },
        conditions: { type: "no_data", for_seconds: 600_000 }
      }
    ],
    [
      "a scope of an entity, a type and a group",
      {
        trigger: { kind: "measurement" },
        scope: { entity_ids: [id(7)], entity_type_ids: [id(8)], group_ids: [id(9)] },
        conditions: heat(">", 39)
      }
    ],
    [
      "a scope of a device",
      { trigger: { kind: "schedule" }, scope: { device_ids: [id(5)] }, conditions: heat(">", 39) }
    ]
  ])("has what the rule asks for: %s", ([, document]) =>
    Effect.gen(function* () {
      const { events } = yield* playing({ ...document, event })
      assert.strictEqual(events[0]?.reason, "fired")
      if (document.scope?.entity_ids !== undefined) assert.include(events[0]!.title, "Berta")
    })
  )
})
