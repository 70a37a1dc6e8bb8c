// Datums, and how exactly their shift to WGS 84 is known without a grid, as the EPSG registry says it: where the
// shift of a whole country is taken for one, within the metres of its accuracy.

/** West, south, east and north in degrees. */
export type Extent = readonly [west: number, south: number, east: number, north: number]

/** A datum: its name, ellipsoid and shift as PROJ writes them, the accuracy of that, and where it holds. */
export interface Datum {
  readonly name: string
  readonly proj: string
  readonly accuracyM: number
  readonly extent: Extent
}

/** The whole earth. */
export const WORLD_EXTENT: Extent = [-180, -90, 180, 90]
/** The ellipsoid of most systems of today, and no shift. */
export const GRS80_PARAMETERS = "+ellps=GRS80 +towgs84=0,0,0"

/** Makes a datum. */
export const datum = (name: string, proj: string, accuracyM: number, extent: Extent): Datum => ({
  name,
  proj,
  accuracyM,
  extent
})

/** WGS 84, without a shift. */
export const wgs84 = datum("WGS 84", "+datum=WGS84", 0, WORLD_EXTENT)
/** ETRS89, within a metre of WGS 84. */
export const etrs89 = datum("ETRS89", GRS80_PARAMETERS, 1, [-40, 25, 60, 85])
/** NAD83, within four metres of WGS 84. */
export const nad83 = datum("NAD83", GRS80_PARAMETERS, 4, [-180, 10, -40, 87])
/**
 * NAD27 by EPSG:1173, the mean of the 48 states: beyond them the shift differs, and only a grid has it
 * exactly.
 */
export const nad27 = datum("NAD27", "+ellps=clrk66 +towgs84=-8,160,176", 10, [-126, 24, -66, 50])
/** Tokyo by EPSG:15484. */
export const tokyo = datum("Tokyo", "+ellps=bessel +towgs84=-146.414,507.337,680.507", 9, [122, 20, 154, 46])
/** ED50 by EPSG:1133. */
export const ed50 = datum("ED50", "+ellps=intl +towgs84=-87,-98,-121", 10, [-16, 25, 48, 80])
/** OSGB36 by EPSG:1314. */
export const osgb36 = datum(
  "OSGB36",
  "+ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489",
  5,
  [-10, 49, 3, 62]
)
/** DHDN by EPSG:1777. */
export const dhdn = datum(
  "DHDN",
  "+ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7",
  3,
  [4, 46, 16, 56]
)
/** CH1903, by its own shift. */
export const swiss = datum("CH1903", "+ellps=bessel +towgs84=674.374,15.056,405.346", 1, [5, 45, 11, 48.5])
/** GDA94, within three metres of WGS 84. */
export const gda94 = datum("GDA94", GRS80_PARAMETERS, 3, [90, -61, 175, -5])
/** GDA2020, within three metres of WGS 84. */
export const gda2020 = datum("GDA2020", GRS80_PARAMETERS, 3, [90, -61, 175, -5])
/** SIRGAS 2000, within a metre of WGS 84. */
export const sirgas = datum("SIRGAS 2000", GRS80_PARAMETERS, 1, [-125, -60, -25, 33])
/** JGD2000, within a metre of WGS 84. */
export const jgd2000 = datum("JGD2000", GRS80_PARAMETERS, 1, [122, 17, 158, 47])
/** JGD2011, within a metre of WGS 84. */
export const jgd2011 = datum("JGD2011", GRS80_PARAMETERS, 1, [122, 17, 158, 47])
/** NZGD2000, within a metre of WGS 84. */
export const nzgd2000 = datum("NZGD2000", GRS80_PARAMETERS, 1, [160, -56, 180, -25])
