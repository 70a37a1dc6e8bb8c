// The plane of metres that one subject's fixes are laid into: the ellipsoidal Lambert azimuthal equal-area
// projection of WGS 84 round their mean direction. Areas in it are areas on the earth, wherever the subject
// was: over a pole, over the antimeridian, on both hemispheres. Snyder 1987, "Map projections: a working
// manual", equations 24-17 to 24-26, with authalic latitudes by the series of Karney 2022, "On auxiliary
// latitudes", because Snyder's arcsines lose centimetres near a pole.
import { FLATTENING, SEMI_MAJOR_AXIS_M } from "../../src/domain/geo/earth.ts"
import { toDegrees, toRadians, wrapLongitude } from "../../src/domain/geo/Point.ts"

/** Positions in degrees, WGS 84: columns of one length. */
export interface Places {
  readonly lon: Float64Array
  readonly lat: Float64Array
}

/** Positions in metres east and north of a frame's centre: columns of one length. */
export interface Plane {
  readonly x: Float64Array
  readonly y: Float64Array
}

/**
 * A local frame, made by `frameAt`. Its centre is the origin of the plane, and so a corner of residence
 * cells.
 */
export interface LocalFrame {
  /** the centre, in degrees */
  readonly lon: number
  readonly lat: number
  /** of the centre's authalic latitude */
  readonly sin: number
  readonly cos: number
  /** Snyder's D: what the plane is stretched by eastwards, so that the centre is true in every direction */
  readonly stretch: number
}

const A = SEMI_MAJOR_AXIS_M
const F = FLATTENING
const SQUARED_ECCENTRICITY = F * (2 - F)
const E = Math.sqrt(SQUARED_ECCENTRICITY)
const N = F / (2 - F)
const POLE_AUTHALIC_FACTOR = 1 + ((1 - SQUARED_ECCENTRICITY) / (2 * E)) * Math.log((1 + E) / (1 - E))

/** AUTHALIC_RADIUS_M is the radius of the sphere with the area of the ellipsoid. */
const AUTHALIC_RADIUS_M = A * Math.sqrt(POLE_AUTHALIC_FACTOR / 2)

/** Terms of n to the fourth: what is left out is below a micrometre. */
const authalicTerms = [
  N * (-4 / 3 + N * (-4 / 45 + N * (88 / 315 + (N * 538) / 4725))),
  N ** 2 * (34 / 45 + N * (8 / 105 - (N * 2482) / 14175)),
  N ** 3 * (-1532 / 2835 - (N * 898) / 14175),
  (N ** 4 * 6007) / 14175
] as const

const geographicTerms = [
  N * (4 / 3 + N * (4 / 45 + N * (-16 / 35 - (N * 2582) / 14175))),
  N ** 2 * (46 / 45 + N * (152 / 945 - (N * 11966) / 14175)),
  N ** 3 * (3044 / 2835 + (N * 3802) / 14175),
  (N ** 4 * 6059) / 4725
] as const

/** latitude + sum of c_k sin(2 k latitude), by Clenshaw's recurrence */
const converted = (latitude: number, [c1, c2, c3, c4]: readonly [number, number, number, number]): number => {
  const sin = Math.sin(2 * latitude)
  const twice = 2 * Math.cos(2 * latitude)
  const b3 = c3 + twice * c4
  const b2 = c2 + twice * b3 - c4
  return latitude + sin * (c1 + twice * b2 - b3)
}

/**
 * POLE_COSINE is the cosine of latitude below which D is 1 to the last digits, while its quotient has lost
 * them.
 */
const POLE_COSINE = 1e-5

/** Returns the frame centred on a position in degrees. */
export const frameAt = (lon: number, lat: number): LocalFrame => {
  const phi = toRadians(lat)
  const beta = converted(phi, authalicTerms)
  const sin = Math.sin(beta)
  const cos = Math.cos(beta)
  const stretch =
    Math.cos(phi) < POLE_COSINE
      ? 1
      : (A * Math.cos(phi)) /
        (Math.sqrt(1 - SQUARED_ECCENTRICITY * Math.sin(phi) ** 2) * AUTHALIC_RADIUS_M * cos)
  return { lon, lat, sin, cos, stretch }
}

/**
 * Returns the frame centred on the mean direction of all these fixes: their normals of the ellipsoid added as
 * vectors. One frame serves every period of a subject. Without fixes, or where the directions cancel out, it
 * is centred on the first fix, or on 0, 0.
 */
export const frameOf = (tracks: ReadonlyArray<Places>): LocalFrame => {
  let x = 0
  let y = 0
  let z = 0
  let count = 0
  for (const { lat, lon } of tracks) {
    for (let i = 0; i < lon.length; i++) {
      const lambda = toRadians(lon[i]!)
      const phi = toRadians(lat[i]!)
      const cos = Math.cos(phi)
      x += cos * Math.cos(lambda)
      y += cos * Math.sin(lambda)
      z += Math.sin(phi)
      count++
    }
  }
  const across = Math.hypot(x, y)
  if (Math.hypot(across, z) > 1e-9 * count)
    return frameAt(toDegrees(Math.atan2(y, x)), toDegrees(Math.atan2(z, across)))
  const first = tracks.find(({ lon }) => lon.length > 0)
  return first === undefined ? frameAt(0, 0) : frameAt(first.lon[0]!, first.lat[0]!)
}

/**
 * Converts positions to the plane of the frame, in metres. The antipode of the centre is a circle there; it
 * gets one point of it.
 *
 * @example
 *   const plane = toPlane(frameAt(14, 51), {
 *     lon: Float64Array.of(14, 14),
 *     lat: Float64Array.of(51, 51.001)
 *   })
 *   console.log(Math.round(plane.x[1]), Math.round(plane.y[1])) // 0 111
 */
export const toPlane = (frame: LocalFrame, { lat, lon }: Places): Plane => {
  const x = new Float64Array(lon.length)
  const y = new Float64Array(lon.length)
  const east = AUTHALIC_RADIUS_M * frame.stretch
  const north = AUTHALIC_RADIUS_M / frame.stretch
  for (let i = 0; i < lon.length; i++) {
    const lambda = toRadians(lon[i]! - frame.lon)
    const beta = converted(toRadians(lat[i]!), authalicTerms)
    const sin = Math.sin(beta)
    const cos = Math.cos(beta)
    const along = cos * Math.cos(lambda)
    const k = 1 + frame.sin * sin + frame.cos * along
    const b = k < 1e-15 ? 0 : Math.sqrt(2 / k)
    x[i] = k < 1e-15 ? 2 * AUTHALIC_RADIUS_M : east * b * cos * Math.sin(lambda)
    y[i] = north * b * (frame.cos * sin - frame.sin * along)
  }
  return { x, y }
}

/**
 * Back to degrees, longitude -180 to 180. Points outside the earth's disc, which no fix has, become the
 * antipode of the centre.
 */
export const toPlaces = (frame: LocalFrame, { x, y }: Plane): Places => {
  const lon = new Float64Array(x.length)
  const lat = new Float64Array(x.length)
  for (let i = 0; i < x.length; i++) {
    const u = x[i]! / (AUTHALIC_RADIUS_M * frame.stretch)
    const v = (y[i]! * frame.stretch) / AUTHALIC_RADIUS_M
    // squared sine of half the angle at the centre of the authalic sphere
    const s = Math.min(1, (u * u + v * v) / 4)
    const side = Math.sqrt(1 - s)
    const up = 1 - 2 * s
    const across = up * frame.cos - v * side * frame.sin
    const beta = Math.atan2(up * frame.sin + v * side * frame.cos, Math.hypot(u * side, across))
    lon[i] = wrapLongitude(frame.lon + toDegrees(Math.atan2(u * side, across)))
    lat[i] = toDegrees(converted(beta, geographicTerms))
  }
  return { lon, lat }
}
