// The guide's example: a rule with its own test, on a clock that moves only when told.
import { scene } from "pugmark/testing"
import { expect, test } from "vitest"

const yard = {
  name: "Yard",
  feature_type: "zone" as const,
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [5, 51],
        [5.01, 51],
        [5.01, 51.01],
        [5, 51.01],
        [5, 51]
      ]
    ]
  }
}

const rule = {
  trigger: { kind: "position" },
  conditions: {
    all: [
      { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
      { type: "spatial", relation: "inside", feature_type: "zone" }
    ]
  },
  for_seconds: 30,
  event: {
    event_type: "SPEED_LIMIT_VIOLATION",
    severity: "warning",
    title: "{entity} at {value} km/h in {feature}",
    create_alert: true
  }
}

const truck = (time: string, speed_mps: number) => ({
  device: "Truck 7",
  time,
  lon: 5.005,
  lat: 51.005,
  speed_mps
})

test("a truck that keeps speeding in the yard for 30 s is reported once", () => {
  const story = scene({ rule, features: [yard] })
  story.send(truck("2026-05-01T12:00:00Z", 15)).send(truck("2026-05-01T12:00:20Z", 15))
  expect(story.events).toEqual([])

  story.send(truck("2026-05-01T12:00:40Z", 14)).send(truck("2026-05-01T12:01:00Z", 3))
  expect(story.events).toMatchObject([
    {
      time: "2026-05-01T12:00:40.000Z",
      title: "Truck 7 at 50.4 km/h in Yard",
      alert: true,
      ended_at: "2026-05-01T12:01:00.000Z"
    }
  ])
})

test("one fast fix between slow ones is not speeding", () => {
  const story = scene({ rule, features: [yard] })
  for (const [time, speed] of [
    ["12:00:00", 3],
    ["12:05:00", 15],
    ["12:10:00", 3]
  ] as const)
    story.send(truck(`2026-05-01T${time}Z`, speed))
  expect(story.clock("2026-05-01T13:00:00Z").events).toEqual([])
})
