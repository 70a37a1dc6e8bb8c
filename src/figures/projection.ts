// From degrees to the plane of a drawing: north up, true to scale in the middle.

/** Projection leads from degrees to pixels of a drawing, counted from its north-west corner. */
interface Projection {
  readonly x: (lon: number) => number
  readonly y: (lat: number) => number
  readonly width: number
  readonly height: number
  /** pixels of a degree of latitude */
  readonly scale: number
}

/** The least extent of what is drawn, degrees: a single place lies in the middle of it. */
const MIN_DEGREES = 1e-6

/** Fits places, longitude first, into `maxWidth` by `maxHeight` pixels; null without a place. */
export const projectionOf = (
  places: ReadonlyArray<ReadonlyArray<number>>,
  maxWidth: number,
  maxHeight: number
): Projection | null => {
  const first = places[0]?.[0]
  if (first === undefined) return null
  /** longitudes on the side of the first, so that the antimeridian does not tear the drawing */
  const near = (lon: number) => (lon - first > 180 ? lon - 360 : lon - first < -180 ? lon + 360 : lon)
  let west = Infinity,
    east = -Infinity,
    south = Infinity,
    north = -Infinity
  for (const [lon, lat] of places) {
    west = Math.min(west, near(lon!))
    east = Math.max(east, near(lon!))
    south = Math.min(south, lat!)
    north = Math.max(north, lat!)
  }
  const squeeze = Math.max(0.01, Math.cos((((south + north) / 2) * Math.PI) / 180))
  const wide = (east - west) * squeeze,
    high = north - south
  const width = Math.max(wide, MIN_DEGREES),
    height = Math.max(high, MIN_DEGREES)
  const scale = Math.min(maxWidth / width, maxHeight / height)
  return {
    x: (lon) => ((near(lon) - west) * squeeze + (width - wide) / 2) * scale,
    y: (lat) => (north - lat + (height - high) / 2) * scale,
    width: width * scale,
    height: height * scale,
    scale
  }
}
