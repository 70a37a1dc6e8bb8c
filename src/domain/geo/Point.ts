// A place on the earth: longitude and latitude in degrees, WGS 84, in GeoJSON order.
// Height is no part of it: the geometry of rules, replay and analyses is two-dimensional.

/** `[longitude, latitude]` in degrees; longitude -180..180, latitude -90..90 (RFC 7946, section 3.1.1 and 4). */
export type Point = readonly [lon: number, lat: number]

/** True for a number between -180 and 180; both ends are the same meridian and both are allowed. */
export const isLongitude = (value: number): boolean => value >= -180 && value <= 180

/** True for a number between -90 and 90. */
export const isLatitude = (value: number): boolean => value >= -90 && value <= 90

/** Brings any finite longitude into -180..180. Values already there, both ends included, come back unchanged. */
export const wrapLongitude = (lon: number): number =>
  isLongitude(lon) ? lon : lon - 360 * Math.floor((lon + 180) / 360)

/** Converts degrees to radians. */
export const toRadians = (degrees: number): number => degrees * (Math.PI / 180)

/** Converts radians to degrees. */
export const toDegrees = (radians: number): number => radians * (180 / Math.PI)
