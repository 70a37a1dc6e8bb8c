// The evidence of an event: what it can be judged again from.
import { assert, it } from "@effect/vitest"
import { evidenceOf } from "../../src/store/eventRecord.ts"
import { at, measured, story } from "../support/timeline.ts"

const fast = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 } as const
const low = { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 } as const

it("names the records read by their kind: a speed is read from a position, a battery from a measurement", () => {
  const battery = measured(0, "battery_voltage", 3), fix = at(10, 0, { speedMps: 20 })
  const { events } = story({ conditions: { all: [fast, low] } }).batch(battery, fix)
  const records = evidenceOf(events[0]!).records.map((r) => `${r.kind} ${r.id}`)
  assert.deepStrictEqual(new Set(records), new Set([`position ${fix.recordId}`, `measurement ${battery.recordId}`]))
})
