// The evidence of an event: what it can be judged again from.
import { assert, it } from "@effect/vitest"
import { contextOf } from "../../../src/domain/event/context.ts"
import { evidenceOf, firingOf } from "../../../src/store/engine/eventRecord.ts"
import { at, measured, story } from "../../support/engine/timeline.ts"

const fast = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 } as const
const low = { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 } as const

it("names the records read by their kind: a speed is read from a position, a battery from a measurement", () => {
  const battery = measured(0, "battery_voltage", 3),
    fix = at(10, 0, { speedMps: 20 })
  const { events } = story({ conditions: { all: [fast, low] } }).batch(battery, fix)
  const records = evidenceOf(events[0]!).records.map((r) => `${r.kind} ${r.id}`)
  assert.deepStrictEqual(records, [`position ${fix.recordId}`, `measurement ${battery.recordId}`])
})

it("names each record and each feature once, with all that was read of it, the record that triggered it first", () => {
  const battery = measured(0, "battery_voltage", 3),
    conditions = { all: [fast, { ...fast, value: 30 }, low] }
  const { events } = story({ conditions }).batch(battery, at(10, 0, { speedMps: 20 }))
  const evidence = evidenceOf(events[0]!),
    { records, state_before } = evidence
  assert.deepStrictEqual(
    records.map(({ at: _at, ...r }) => r.kind + " " + Object.keys(r).toSorted().join()),
    ["position altitude_m,id,kind,lat,lon,speed_mps", "measurement id,kind,value"]
  )
  assert.deepStrictEqual(state_before, {})
  assert.notProperty(evidence, "features")
})

it("shows values without the noise of binary fractions; what is compared is not rounded", () => {
  const fix = at(0, 0, { speedMps: 15.5 }) // 15.5 * 3.6 is 55.800000000000004
  const faster = story({ conditions: { ...fast, value: 55.8 } }).batch(fix).events
  assert.lengthOf(faster, 1)
  assert.deepInclude(contextOf(faster[0]!), { value: 55.8, values: { speed_kmh: 55.8 } })
  const evaluated = firingOf(faster[0]!).evaluated
  assert.match(JSON.stringify(evaluated), /"value":55\.8[,}]/)
  assert.lengthOf(story({ conditions: { ...fast, op: "==", value: 55.8 } }).batch(fix).events, 0)
})
