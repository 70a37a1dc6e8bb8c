import { assert, it } from "vitest"
import { canonical } from "../../../src/domain/rule/Document.ts"
import { metricsNamed, references } from "../../../src/domain/rule/references.ts"

const id = (n: number) => `0190b1d4-7d1c-7000-8000-${String(n).padStart(12, "0")}`

it("every id of a document is found, with a pointer to its place", () => {
  const found = references(
    canonical({
      trigger: { kind: "position" },
      scope: {
        entity_type_ids: [id(1)],
        entity_ids: [id(2), id(3)],
        group_ids: [id(4)],
        device_ids: [id(5)]
      },
      conditions: {
        all: [
          { type: "spatial", relation: "inside", feature_ids: [id(6)] },
          {
            any: [
              { type: "threshold", metric: "speed_kmh", op: ">", value: 1 },
              { not: { type: "spatial", relation: "outside", feature_ids: [id(7), id(6)] } }
            ]
          }
        ]
      },
      event: { event_type: "X1", title: "t" }
    })
  )
  assert.deepStrictEqual(
    found.map(({ kind, id, pointer }) => `${kind} ${Number(id.slice(-3))} ${pointer}`),
    [
      "entity_type 1 /scope/entity_type_ids/0",
      "entity 2 /scope/entity_ids/0",
      "entity 3 /scope/entity_ids/1",
      "group 4 /scope/group_ids/0",
      "device 5 /scope/device_ids/0",
      "feature 6 /conditions/all/0/feature_ids/0",
      "feature 7 /conditions/all/1/any/1/not/feature_ids/0",
      "feature 6 /conditions/all/1/any/1/not/feature_ids/1"
    ]
  )
})

it("members of reserved kinds are not looked up", () => {
  const document = {
    trigger: { kind: "position" },
    conditions: { type: "near", feature_id: "f" },
    event: { event_type: "X1", title: "t" }
  } as const
  assert.deepStrictEqual(references(canonical(document)), [])
})

it("every metric that devices have to send is found, with a pointer to its place; figures of the position are none", () => {
  const threshold = { type: "threshold", op: ">", value: 1 } as const
  assert.deepStrictEqual(
    metricsNamed(
      canonical({
        trigger: { kind: "measurement", metric_key: "a" },
        conditions: {
          all: [
            { ...threshold, metric: "speed_kmh" },
            { ...threshold, metric: "speed_mps" },
            { ...threshold, metric: "altitude_m" },
            { ...threshold, metric: "b" },
            {
              not: {
                any: [
                  { type: "window", metric: "speed_kmh", aggregate: "max", seconds: 60, op: ">", value: 1 },
                  { type: "near" },
                  { type: "no_data", for_seconds: 1 }
                ]
              }
            }
          ]
        },
        event: { event_type: "X1", title: "t" }
      })
    ),
    [
      { metric: "a", pointer: "/trigger/metric_key" },
      { metric: "b", pointer: "/conditions/all/3/metric" },
      { metric: "speed_kmh", pointer: "/conditions/all/4/not/any/0/metric" }
    ]
  )
  assert.deepStrictEqual(
    metricsNamed(
      canonical({
        trigger: { kind: "measurement" },
        conditions: { type: "spatial", relation: "inside" },
        event: { event_type: "X1", title: "t" }
      })
    ),
    []
  )
})
