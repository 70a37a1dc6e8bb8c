// Rules about a feature that is a GeometryCollection: inside is inside any of its geometries.
import { assert, describe, it } from "@effect/vitest"
import { scene } from "../../src/testing/Scene.ts"

const square = (lon: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [lon, 0],
      [lon + 1, 0],
      [lon + 1, 1],
      [lon, 1],
      [lon, 0]
    ]
  ]
})
const meadow = {
  name: "Meadow and path",
  feature_type: "geofence" as const,
  geometry: {
    type: "GeometryCollection",
    geometries: [
      square(0),
      square(5),
      {
        type: "LineString",
        coordinates: [
          [10, 10],
          [11, 10]
        ]
      }
    ]
  },
  attributes: { radius_m: 200 }
}
const walk = (relation: string, places: ReadonlyArray<readonly [lon: number, lat: number]>) => {
  const story = scene({
    rule: {
      trigger: { kind: "position" },
      conditions: { type: "spatial", relation },
      event: { event_type: "SEEN", title: "{entity} {feature}" }
    },
    features: [meadow]
  })
  places.forEach(([lon, lat], minute) =>
    story.send({ device: "Alma", time: `2026-05-01T12:${String(minute).padStart(2, "0")}:00Z`, lat, lon })
  )
  return story.events.map(({ time, title }) => `${time.slice(14, 16)} ${title}`)
}

describe("a rule about a collection of geometries", () => {
  it("fires where any of its polygons is entered, not where one polygon is left for another", () => {
    assert.deepStrictEqual(
      walk("enter", [
        [3, 3],
        [0.5, 0.5],
        [5.5, 0.5],
        [3, 3],
        [5.5, 0.5]
      ]),
      ["01 Alma Meadow and path", "04 Alma Meadow and path"]
    )
    assert.deepStrictEqual(
      walk("exit", [
        [0.5, 0.5],
        [5.5, 0.5],
        [3, 3]
      ]),
      ["02 Alma Meadow and path"]
    )
  })

  it("counts what is near its lines by the radius of the feature", () =>
    assert.deepStrictEqual(
      walk("enter", [
        [10.5, 10.01],
        [10.5, 10.001]
      ]),
      ["01 Alma Meadow and path"]
    ))
})
