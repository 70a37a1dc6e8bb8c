// The templates of the editor have exactly the values of the specification's table (2.1).
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { check } from "../../../src/domain/rule/compile.ts"
import { parseDocument } from "../../../src/domain/rule/parse.ts"
import { presets } from "../../../src/domain/rule/presets.ts"

/** The table, row by row: trigger, conditions, hold, cooldown, event type, severity, alert. */
const table: ReadonlyArray<readonly [string, object, object, number, number, string, string, boolean]> = [
  [
    "Left a fence",
    { kind: "position" },
    { type: "spatial", relation: "exit", feature_type: "geofence" },
    0,
    0,
    "GEOFENCE_EXIT",
    "warning",
    true
  ],
  [
    "Entered a fence",
    { kind: "position" },
    { type: "spatial", relation: "enter", feature_type: "geofence" },
    0,
    0,
    "GEOFENCE_ENTER",
    "info",
    false
  ],
  [
    "Speed limit inside an area",
    { kind: "position" },
    {
      all: [
        { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
        { type: "spatial", relation: "inside", feature_type: "zone" }
      ]
    },
    30,
    600,
    "SPEED_LIMIT_VIOLATION",
    "warning",
    true
  ],
  [
    "No data for 12 hours",
    { kind: "schedule", every_seconds: 300 },
    { type: "no_data", for_seconds: 12 * 3600 },
    0,
    24 * 3600,
    "NO_DATA",
    "warning",
    true
  ],
  [
    "Battery low",
    { kind: "measurement", metric_key: "battery_voltage" },
    { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 },
    0,
    24 * 3600,
    "BATTERY_LOW",
    "warning",
    true
  ],
  [
    "Animal has not moved for 12 h",
    { kind: "schedule", every_seconds: 3600 },
    {
      all: [
        {
          type: "window",
          metric: "activity",
          aggregate: "max",
          seconds: 12 * 3600,
          op: "<",
          value: 1,
          min_samples: 3
        },
        { type: "threshold", metric: "battery_voltage", op: ">", value: 3.2 }
      ]
    },
    0,
    12 * 3600,
    "POSSIBLE_IMMOBILITY",
    "critical",
    true
  ]
]

describe("rule templates offered by the editor", () => {
  it("are six, in the order of the specification", () => {
    assert.deepStrictEqual(
      presets.map((p) => p.name),
      table.map(([name]) => name)
    )
    assert.lengthOf(new Set(presets.map((p) => p.key)), 6)
  })

  it.each(table)("%s", (name, trigger, conditions, hold, cooldown, type, severity, alert) => {
    const { document } = presets.find((p) => p.name === name)!
    const { event } = document
    assert.deepStrictEqual<unknown>(
      [
        document.trigger,
        document.scope,
        document.conditions,
        document.for_seconds,
        document.cooldown_seconds,
        event.event_type,
        event.severity,
        event.create_alert
      ],
      [trigger, {}, conditions, hold, cooldown, type, severity, alert]
    )
    assert.include(event.title, "{entity}")
  })

  it.each(presets.map((p) => [p.name, p.document] as const))(
    "%s can be saved as it is, and run",
    (_, preset) => {
      const { document, reserved } = Result.getOrThrow(parseDocument(preset))
      assert.deepStrictEqual(reserved, [])
      assert.isNull(check(document))
    }
  )
})
