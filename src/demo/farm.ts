// The demo farm: a dehesa in Extremadura, in metres east and north of its well. It exists only here.
import { METRES_PER_DEGREE } from "../domain/geo/earth.ts"
import type { Point } from "../domain/geo/Point.ts"
import type { NewFeature } from "../domain/tracking/Feature.ts"

/** Metres east and north of the well. */
export type Place = readonly [east: number, north: number]

/** The well, [longitude, latitude]. */
export const WELL_POSITION: Point = [-5.94, 39.405]

const shrink = Math.cos((WELL_POSITION[1] * Math.PI) / 180)

/** Returns a place as [longitude, latitude], cut to 7 decimals (a centimetre). */
export const onEarth = ([east, north]: Place): Point => [
  Math.round((WELL_POSITION[0] + east / (METRES_PER_DEGREE * shrink)) * 1e7) / 1e7,
  Math.round((WELL_POSITION[1] + north / METRES_PER_DEGREE) * 1e7) / 1e7
]

const polygon = (corners: ReadonlyArray<Place>) => ({
  type: "Polygon",
  coordinates: [[...corners, corners[0]!].map(onEarth)]
})

/** fence is the outline of the farm, in metres. */
export const fence: ReadonlyArray<Place> = [
  [-1300, -950],
  [0, -1000],
  [1350, -950],
  [1400, 880],
  [100, 930],
  [-1300, 900]
]

/** Where a side of the fence is weak: its middle, and the direction out (a unit vector). */
const weakSpot = (side: number): { readonly at: Place; readonly out: Place } => {
  const [x1, y1] = fence[side]!,
    [x2, y2] = fence[side + 1]!
  const length = Math.hypot(x2 - x1, y2 - y1)
  // the fence runs counterclockwise
  return { at: [(x1 + x2) / 2, (y1 + y2) / 2], out: [(y2 - y1) / length, (x1 - x2) / length] }
}

/** A pasture: animals keep within about 460 m east or west and 330 m north or south of its middle. */
export interface Pasture {
  readonly name: string
  readonly middle: Place
  readonly corners: ReadonlyArray<Place>
  readonly weakSpot: { readonly at: Place; readonly out: Place }
}

/** pastures are the three pastures of the farm. */
export const pastures: readonly [Pasture, Pasture, Pasture] = [
  {
    name: "North pasture",
    middle: [-600, 460],
    corners: [
      [-1120, 110],
      [-90, 105],
      [-80, 825],
      [-1100, 805]
    ],
    weakSpot: weakSpot(4)
  },
  {
    name: "South pasture",
    middle: [-640, -455],
    corners: [
      [-1170, -830],
      [-110, -860],
      [-120, -70],
      [-1160, -60]
    ],
    weakSpot: weakSpot(0)
  },
  {
    name: "Oak pasture",
    middle: [690, -480],
    corners: [
      [160, -860],
      [1230, -840],
      [1250, -90],
      [150, -100]
    ],
    weakSpot: weakSpot(1)
  }
]

/** The road runs along this line, from west to east; its zone is the strip 30 m to both sides. */
export const ROAD_NORTH_M = 35
/** yard is the middle of the farmyard, in metres. */
export const yard: Place = [600, 450]

/** The ranger's round: from the yard along the inside of the fence and back. */
export const patrol: ReadonlyArray<Place> = [
  yard,
  ...[3, 4, 5, 0, 1, 2, 3].map((i): Place => [fence[i]![0] * 0.97, fence[i]![1] * 0.97]),
  yard
]

/** What is drawn on the farm's map. */
export const features: ReadonlyArray<NewFeature> = [
  { feature_type: "geofence", name: "Farm fence", geometry: polygon(fence) },
  ...pastures.map((p): NewFeature => ({ feature_type: "zone", name: p.name, geometry: polygon(p.corners) })),
  {
    feature_type: "zone",
    name: "Farm road",
    geometry: polygon([
      [-1150, ROAD_NORTH_M - 30],
      [1250, ROAD_NORTH_M - 30],
      [1250, ROAD_NORTH_M + 30],
      [-1150, ROAD_NORTH_M + 30]
    ])
  },
  {
    feature_type: "route",
    name: "Patrol path",
    geometry: { type: "LineString", coordinates: patrol.map(onEarth) }
  },
  {
    feature_type: "site",
    name: "Farmyard",
    geometry: polygon([
      [540, 400],
      [660, 400],
      [660, 500],
      [540, 500]
    ])
  }
]

/** A pasture that is on the map only until an analysis of it was started. */
export const oldPasture: NewFeature = {
  feature_type: "zone",
  name: "Old pasture",
  geometry: polygon([
    [160, 110],
    [500, 110],
    [500, 780],
    [160, 780]
  ])
}
