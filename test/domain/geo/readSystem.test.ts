// Coordinate systems: how their numbers become WGS 84, held against places that others have published.
import { assert, describe, it } from "vitest"
import { distance } from "../../../src/domain/geo/distance.ts"
import { readSystem } from "../../../src/domain/geo/systems/readSystem.ts"

const dms = (degrees: number, minutes: number, seconds: number): number =>
  Math.sign(degrees || 1) * (Math.abs(degrees) + minutes / 60 + seconds / 3600)

const systemIn = (text: string) => {
  const read = readSystem(text)
  assert.strictEqual(read._tag, "System", text)
  return (read as Extract<typeof read, { readonly _tag: "System" }>).system
}
const refusalOf = (text: string) => {
  const read = readSystem(text)
  assert.strictEqual(read._tag, "Refused", text)
  return read as Extract<typeof read, { readonly _tag: "Refused" }>
}

type Published = readonly [
  source: string,
  system: string,
  at: readonly [x: number, y: number],
  wgs84: readonly [lon: number, lat: number],
  /** the accuracy of the shift, or how many digits were published */
  metres: number
]

const published: ReadonlyArray<Published> = [
  ["PROJ, page of the projection utm", "EPSG:25832", [687_071.44, 6_210_141.33], [12, 56], 0.02],
  [
    "IOGP Guidance Note 7-2, Popular Visualisation Pseudo-Mercator",
    "EPSG:3857",
    [-11_169_055.58, 2_800_000],
    [dms(-100, 20, 0), dms(24, 22, 54.433)],
    0.02
  ],
  [
    "IOGP Guidance Note 7-2, Lambert Azimuthal Equal Area",
    "EPSG:3035",
    [3_962_799.45, 2_999_718.85],
    [5, 50],
    0.02
  ],
  [
    "Japanese Survey Act, origin of longitude and latitude, before and after 2002",
    "EPSG:4301",
    [dms(139, 44, 40.502), dms(35, 39, 17.5148)],
    [dms(139, 44, 28.8759), dms(35, 39, 29.1572)],
    9
  ],
  [
    "US National Geodetic Survey, station Meades Ranch on NAD 27 and NAD 83",
    "EPSG:4267",
    [dms(-98, 32, 30.506), dms(39, 13, 26.686)],
    [dms(-98, 32, 31.7454), dms(39, 13, 26.7122)],
    10
  ],
  [
    "Ordnance Survey, Caister water tower",
    "EPSG:27700",
    [651_409.792, 313_177.448],
    [dms(1, 42, 57.8663), dms(52, 39, 28.8282)],
    5
  ],
  [
    "swisstopo, worked example of the formulas for LV95",
    "EPSG:2056",
    [2_700_000, 1_100_000],
    [dms(8, 43, 49.79), dms(46, 2, 38.87)],
    1
  ],
  ["Kadaster, tower of Amersfoort", "EPSG:28992", [155_000, 463_000], [5.38720621, 52.1551744], 1],
  [
    "IOGP Guidance Note 7-2, geocentric translations in the North Sea",
    "+proj=longlat +ellps=intl +towgs84=-84.87,-96.49,-116.95",
    [dms(2, 7, 51.477), dms(53, 48, 36.565)],
    [dms(2, 7, 46.38), dms(53, 48, 33.82)],
    0.3
  ]
]

describe("a coordinate system", () => {
  it.each(published)("%s: %s", (_, name, [x, y], [lon, lat], metres) => {
    const system = systemIn(name),
      found = system.toWgs84(x, y)
    assert.isNotNull(found)
    const off = distance(found[0], found[1], lon, lat)
    assert.isAtMost(off, metres)
    if (name.startsWith("EPSG")) assert.isAtMost(system.accuracyM!, Math.ceil(metres))
  })

  it.each([
    ["urn:ogc:def:crs:EPSG::32630", "EPSG:32630 (WGS 84 / UTM zone 30N)", 0],
    ["epsg:32733", "EPSG:32733 (WGS 84 / UTM zone 33S)", 0],
    ["urn:ogc:def:crs:EPSG:9.1:25832", "EPSG:25832 (ETRS89 / UTM zone 32N)", 1],
    ["http://www.opengis.net/def/crs/EPSG/0/26913", "EPSG:26913 (NAD83 / UTM zone 13N)", 4],
    ["26713", "EPSG:26713 (NAD27 / UTM zone 13N)", 10],
    ["EPSG:3095", "EPSG:3095 (Tokyo / UTM zone 54N)", 9],
    ["EPSG:4326", "WGS 84", 0],
    ["urn:ogc:def:crs:OGC:1.3:CRS84", "WGS 84", 0]
  ])("%s is %s", (text, name, accuracyM) => assert.deepInclude(systemIn(text), { name, accuracyM }))

  it("is read from WKT too, which says its own shift", () => {
    const wkt =
      'PROJCS["WGS_1984_UTM_Zone_32N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,' +
      '298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION' +
      '["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER' +
      '["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],' +
      'UNIT["Meter",1.0]]'
    const system = systemIn(wkt)
    assert.deepInclude(system, { name: "WGS_1984_UTM_Zone_32N", accuracyM: null })
    const [lon, lat] = system.toWgs84(687_071.44, 6_210_141.33)!
    assert.isAtMost(distance(lon, lat, 12, 56), 0.02)
  })

  it.each([
    ["EPSG:4202", "SYSTEM_UNKNOWN", "EPSG:4202 is none of the coordinate systems"],
    ["EPSG:26733", "SYSTEM_UNKNOWN", "EPSG:26733"],
    ["https://example.org/crs.wkt", "SYSTEM_UNKNOWN", "https://example.org/crs.wkt is no coordinate system"],
    ["", "SYSTEM_UNKNOWN", "A system without a name"],
    ["__proto__", "SYSTEM_UNKNOWN", "__proto__"],
    ["+proj=nonsense", "SYSTEM_UNREADABLE", "no coordinate system that can be read"],
    ["+proj=longlat +nadgrids=conus.gsb", "SYSTEM_NEEDS_GRID", "needs a grid (conus.gsb)"],
    ["+proj=longlat +datum=NAD27", "SYSTEM_WITHOUT_SHIFT", "add its shift"],
    ["+proj=longlat +ellps=krass", "SYSTEM_WITHOUT_SHIFT", "add its shift"],
    [
      'GEOGCS["GCS_Pulkovo_1942",DATUM["D_Pulkovo_1942",SPHEROID["Krasovsky_1940",6378245.0,298.3]],' +
        'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]',
      "SYSTEM_WITHOUT_SHIFT",
      "add its shift"
    ],
    [`+proj=longlat ${" ".repeat(4000)}+x`, "SYSTEM_UNREADABLE", "at most 4000 characters"]
  ])("%s is refused: %s", (text, code, words) => {
    const refusal = refusalOf(text)
    assert.strictEqual(refusal.code, code)
    assert.include(refusal.detail, words)
  })

  it.each([
    ["degrees in a system of metres", "EPSG:32630", -3.7, 40.4],
    ["another zone's easting", "EPSG:32630", 5_000_000, 4_500_000],
    ["NAD27 in Alaska, whose shift is another", "EPSG:4267", -150, 61],
    ["what is no number", "EPSG:32630", Number.NaN, 1]
  ])("knows no place outside of where it is used: %s", (_, name, x, y) =>
    assert.isNull(systemIn(name).toWgs84(x, y))
  )
})
