// Sizes of the earth, said once. This file imports nothing, so that the console may use it too.

/** EARTH_RADIUS_M is the radius of the sphere of all distances: the mean radius R1 of WGS 84 (IUGG). */
export const EARTH_RADIUS_M = 6_371_008.8

/** METRES_PER_DEGREE is the length of one degree of a great circle of that sphere. */
export const METRES_PER_DEGREE = (Math.PI * EARTH_RADIUS_M) / 180

/** SEMI_MAJOR_AXIS_M is the equatorial radius of the ellipsoid WGS 84. */
export const SEMI_MAJOR_AXIS_M = 6_378_137

/** FLATTENING is the flattening of the ellipsoid WGS 84. */
export const FLATTENING = 1 / 298.257223563
