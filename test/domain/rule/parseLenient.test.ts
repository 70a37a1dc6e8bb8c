// A document that cannot run: what starts it and whom it is about is read member by member, and anything is
// only where nothing can be read.
import { assert, describe, it } from "@effect/vitest"
import { parseLenient } from "../../../src/domain/rule/parseLenient.ts"

const id = (n: number) => `01900000-0000-7000-8000-00000000000${n}`

describe("what can be read of a document that cannot run", () => {
  it.each<[string, unknown, unknown]>([
    [
      "a trigger that is right",
      { kind: "measurement", metric_key: "battery_voltage" },
      { kind: "measurement", metric_key: "battery_voltage" }
    ],
    [
      "a member of another program beside it",
      { kind: "measurement", metric_key: "a", unit: "V" },
      { kind: "measurement", metric_key: "a" }
    ],
    ["a metric that is none", { kind: "measurement", metric_key: 5 }, { kind: "measurement" }],
    [
      "one key of several",
      { kind: "state", state_keys: ["lid", 7, "", "lid"] },
      { kind: "state", state_keys: ["lid"] }
    ],
    ["no key at all", { kind: "state", state_keys: [] }, { kind: "state" }],
    [
      "an interval",
      { kind: "schedule", every_seconds: 60, from: "noon" },
      { kind: "schedule", every_seconds: 60 }
    ],
    ["an interval that is too short", { kind: "schedule", every_seconds: 1 }, { kind: "schedule" }],
    ["positions that it does not name", { kind: "position" }, { kind: "position" }],
    [
      "positions of a kind there is not: it may mean any",
      { kind: "position", record_types: ["lora"] },
      { kind: "position", record_types: ["gnss", "network"] }
    ],
    [
      "one kind of positions of two",
      { kind: "position", record_types: ["lora", "network"] },
      { kind: "position", record_types: ["network"] }
    ],
    ["a kind that there is not", { kind: "moon", metric_key: "a" }, null],
    ["no kind", {}, null],
    ["text", "position", null],
    ["nothing", undefined, null]
  ])("trigger: %s", (_, trigger, expected) =>
    assert.deepStrictEqual(parseLenient({ trigger, conditions: { type: "exec" } }).trigger, expected)
  )

  it.each<[string, unknown, unknown]>([
    [
      "all of it",
      { entity_ids: [id(1)], group_ids: [id(2), id(3)] },
      { entity_ids: [id(1)], group_ids: [id(2), id(3)] }
    ],
    [
      "members that are right beside one that is not",
      { entity_ids: "all", device_ids: [id(1)] },
      { device_ids: [id(1)] }
    ],
    ["ids beside what is none", { entity_ids: [id(1), "Alma", 4, null] }, { entity_ids: [id(1)] }],
    [
      "a key of another program",
      { breeds: ["Angus"], entity_type_ids: [id(1)] },
      { entity_type_ids: [id(1)] }
    ],
    ["an empty list", { entity_ids: [] }, {}],
    ["a list", [id(1)], {}],
    ["nothing", undefined, {}]
  ])("scope: %s", (_, scope, expected) =>
    assert.deepStrictEqual(parseLenient({ trigger: { kind: "position" }, scope }).scope, expected)
  )

  it.each([null, "text", 5, [], true])("of %s nothing", (document) =>
    assert.deepStrictEqual(parseLenient(document), { trigger: null, scope: {} })
  )
})
