// A measurement on the map: its points, whether they are closed to a shape, its length and area.
import { distance } from "../../../../domain/geo/distance.ts"
import { EARTH_RADIUS_M } from "../../../../domain/geo/earth.ts"
import { eastward } from "../../../map/unwrap.ts"
import type { Place } from "../shape.ts"

/** Measurement is a line of points, or the outline of a shape. */
export interface Measurement {
  readonly places: ReadonlyArray<Place>
  readonly closed: boolean
}

/** MeasureStep changes a measurement. */
export type MeasureStep =
  | { readonly kind: "add"; readonly place: Place }
  | { readonly kind: "close" | "back" | "clear" }

/** blank is a measurement without points. */
export const blank: Measurement = { places: [], closed: false }

/** Points that a shape has at least. */
const MIN_CORNERS = 3

/** mayClose tells whether a measurement can be closed to a shape. */
export const mayClose = ({ closed, places }: Measurement): boolean => !closed && places.length >= MIN_CORNERS

/** stepped applies a step. A point after a closed shape begins the next measurement; back opens a shape again. */
export const stepped = (now: Measurement, step: MeasureStep): Measurement => {
  switch (step.kind) {
    case "add":
      return now.closed ? { ...blank, places: [step.place] } : { ...now, places: [...now.places, step.place] }
    case "close":
      return mayClose(now) ? { ...now, closed: true } : now
    case "back":
      return now.closed ? { ...now, closed: false } : { ...now, places: now.places.slice(0, -1) }
    case "clear":
      return blank
  }
}

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180

/** Returns each place with the one after it; of a closed shape the last one with the first. */
const stretches = ({ closed, places }: Measurement): ReadonlyArray<readonly [Place, Place]> =>
  places.flatMap((place, i) => {
    const next = places[i + 1] ?? (closed ? places[0] : undefined)
    return next === undefined ? [] : [[place, next] as const]
  })

/** Returns the length in metres along great circles; of a closed shape the way around it. */
const lengthOf = (of: Measurement): number =>
  stretches(of).reduce((sum, [[lon, lat], [toLon, toLat]]) => sum + distance(lon, lat, toLon, toLat), 0)

/** Returns the area in m² on the sphere of the distances: each edge adds the strip between it and the equator. */
const areaOf = (of: Measurement): number =>
  Math.abs(
    stretches(of).reduce(
      (sum, [[lon, lat], [toLon, toLat]]) =>
        sum + toRadians(eastward(lon, toLon)) * (2 + Math.sin(toRadians(lat)) + Math.sin(toRadians(toLat))),
      0
    )
  ) *
  (EARTH_RADIUS_M ** 2 / 2)

/** measured returns the length of a measurement, and the area of a closed one; null: it is open. */
export const measured = (of: Measurement): { readonly lengthM: number; readonly areaM2: number | null } => ({
  lengthM: lengthOf(of),
  areaM2: of.closed ? areaOf(of) : null
})
