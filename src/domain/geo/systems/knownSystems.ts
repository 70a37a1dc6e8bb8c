// The coordinate systems that are known by their EPSG code, written down here because nothing is looked up on the
// net: how each is reckoned, where it is used, and how exactly its shift to WGS 84 is known without a grid.

import {
  GRS80_PARAMETERS,
  datum,
  dhdn,
  ed50,
  etrs89,
  gda2020,
  gda94,
  jgd2000,
  jgd2011,
  nad27,
  nad83,
  nzgd2000,
  osgb36,
  sirgas,
  swiss,
  tokyo,
  type Datum,
  type Extent,
  wgs84
} from "./datums.ts"

/** A coordinate system by its EPSG code. */
interface KnownSystem {
  readonly name: string
  /** a PROJ text, with the shift of its datum */
  readonly proj: string
  /** of the shift to WGS 84, as the EPSG registry says it, in metres; 0: it is WGS 84 itself */
  readonly accuracyM: number
  /** where the system is used, with some room around it */
  readonly extent: Extent
}

/** Returns a system in degrees. */
const degrees = ({ accuracyM, extent, name, proj }: Datum): KnownSystem => ({
  name,
  proj: `+proj=longlat ${proj}`,
  accuracyM,
  extent
})

const flat = (
  { accuracyM, extent, name, proj }: Datum,
  called: string,
  projection: string,
  within: Extent = extent
): KnownSystem => ({
  name: `${name} / ${called}`,
  proj: `${projection} ${proj} +units=m`,
  accuracyM,
  extent: within
})

const overlap = (a: Extent, b: Extent): Extent => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3])
]

/** Degrees that a file may reach beyond the three on each side of a zone's middle. */
const ZONE_MARGIN_DEGREES = 6

/** Returns the middle of a zone of UTM; the outermost zones have room beyond 180. */
const utm = (of: Datum, zone: number, isSouth = false): KnownSystem => {
  const middle = zone * 6 - 183,
    reach = 3 + ZONE_MARGIN_DEGREES
  return flat(
    of,
    `UTM zone ${zone}${isSouth ? "S" : "N"}`,
    `+proj=utm +zone=${zone}${isSouth ? " +south" : ""}`,
    overlap(
      of.extent[0] === -180 && of.extent[2] === 180 ? [-189, -90, 189, 90] : of.extent,
      isSouth ? [middle - reach, -81, middle + reach, 10] : [middle - reach, -10, middle + reach, 85]
    )
  )
}

/** UTM zones of one datum: EPSG codes count up with the zones. */
interface UtmCodes {
  readonly datum: Datum
  /** the code of zone 0, which there is none of */
  readonly base: number
  readonly zones: readonly [first: number, last: number]
  readonly isSouth?: true
}

const utmCodes: ReadonlyArray<UtmCodes> = [
  { datum: wgs84, base: 32_600, zones: [1, 60] },
  { datum: wgs84, base: 32_700, zones: [1, 60], isSouth: true },
  { datum: etrs89, base: 25_800, zones: [28, 38] },
  { datum: nad83, base: 26_900, zones: [1, 23] },
  { datum: nad27, base: 26_700, zones: [10, 19] },
  { datum: ed50, base: 23_000, zones: [28, 38] },
  { datum: tokyo, base: 3041, zones: [51, 55] },
  { datum: jgd2000, base: 3046, zones: [51, 55] },
  { datum: jgd2011, base: 6637, zones: [51, 55] },
  { datum: gda94, base: 28_300, zones: [46, 59], isSouth: true },
  { datum: gda2020, base: 7800, zones: [46, 59], isSouth: true },
  { datum: sirgas, base: 31_954, zones: [11, 22] },
  { datum: sirgas, base: 31_960, zones: [17, 25], isSouth: true }
]

/** Gauss-Krüger: zone n has its middle at 3n degrees and its number before the easting. */
const gaussKrueger = (zone: number): KnownSystem =>
  flat(
    dhdn,
    `3-degree Gauss-Krüger zone ${zone}`,
    `+proj=tmerc +lat_0=0 +lon_0=${zone * 3} +k=1 +x_0=${zone}500000 +y_0=0`
  )

const others: ReadonlyMap<number, KnownSystem> = new Map<number, KnownSystem>([
  [4326, degrees(wgs84)],
  [4258, degrees(etrs89)],
  [4269, degrees(nad83)],
  [4267, degrees(nad27)],
  [4301, degrees(tokyo)],
  [4230, degrees(ed50)],
  [4277, degrees(osgb36)],
  [4314, degrees(dhdn)],
  [4149, degrees(swiss)],
  [4283, degrees(gda94)],
  [7844, degrees(gda2020)],
  [4674, degrees(sirgas)],
  [4612, degrees(jgd2000)],
  [6668, degrees(jgd2011)],
  [4167, degrees(nzgd2000)],
  [
    3857,
    flat(
      datum("WGS 84", "+a=6378137 +b=6378137 +nadgrids=@null", 0, [-180, -86, 180, 86]),
      "Pseudo-Mercator",
      "+proj=merc +lat_ts=0 +lon_0=0 +k=1"
    )
  ],
  [3395, flat(wgs84, "World Mercator", "+proj=merc +lon_0=0 +k=1", [-180, -81, 180, 85])],
  [3035, flat(etrs89, "LAEA Europe", "+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000")],
  [
    2154,
    flat(
      datum("RGF93", GRS80_PARAMETERS, 1, [-12, 39, 13, 53]),
      "Lambert-93",
      "+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000"
    )
  ],
  [3006, flat(datum("SWEREF99", GRS80_PARAMETERS, 1, [5, 53, 30, 71]), "SWEREF99 TM", "+proj=utm +zone=33")],
  [3067, flat(etrs89, "TM35FIN(E,N)", "+proj=utm +zone=35", [15, 57, 36, 71])],
  [
    2180,
    flat(
      etrs89,
      "Poland CS92",
      "+proj=tmerc +lat_0=0 +lon_0=19 +k=0.9993 +x_0=500000 +y_0=-5300000",
      [11, 47, 27, 57]
    )
  ],
  [
    27_700,
    flat(
      osgb36,
      "British National Grid",
      "+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000"
    )
  ],
  [
    2056,
    flat(
      swiss,
      "LV95",
      "+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000"
    )
  ],
  [
    21_781,
    flat(
      swiss,
      "LV03",
      "+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=600000 +y_0=200000"
    )
  ],
  [
    31_287,
    flat(
      datum(
        "MGI",
        "+ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232",
        2,
        [9, 46, 18, 50]
      ),
      "Austria Lambert",
      "+proj=lcc +lat_0=47.5 +lon_0=13.3333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000"
    )
  ],
  [
    28_992,
    flat(
      datum(
        "Amersfoort",
        "+ellps=bessel +towgs84=565.4171,50.3319,465.5524,-0.398957,0.343988,-1.87740,4.0725",
        1,
        [2, 50, 8, 56]
      ),
      "RD New",
      "+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000"
    )
  ],
  [
    2193,
    flat(
      nzgd2000,
      "New Zealand Transverse Mercator",
      "+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000"
    )
  ],
  [
    5070,
    flat(
      nad83,
      "Conus Albers",
      "+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0",
      [-130, 20, -60, 53]
    )
  ],
  [
    3577,
    flat(gda94, "Australian Albers", "+proj=aea +lat_0=0 +lon_0=132 +lat_1=-18 +lat_2=-36 +x_0=0 +y_0=0")
  ],
  ...[2, 3, 4, 5].map((zone) => [31_464 + zone, gaussKrueger(zone)] as const)
])

/** Returns the system of an EPSG code; null: it is none of those that are known. */
export const systemOfCode = (code: number): KnownSystem | null => {
  const found = others.get(code)
  if (found !== undefined) return found
  for (const { base, datum: of, isSouth, zones } of utmCodes) {
    const zone = code - base
    if (zone >= zones[0] && zone <= zones[1]) return utm(of, zone, isSouth)
  }
  return null
}
