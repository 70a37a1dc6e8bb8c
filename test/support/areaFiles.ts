// Files of areas as people have them, and what every reader of them makes of each: the API, the commands, the page.
import { strToU8, zipSync } from "fflate"

/** One kilometre and a half of meadow, whose corners are known in both systems. */
const corners: ReadonlyArray<readonly [lon: number, lat: number]> = [
  [12, 56],
  [12.01, 56],
  [12.01, 56.01],
  [12, 56.01],
  [12, 56]
]
/**
 * The same corners in UTM zone 33. The first is the one of PROJ's page on that projection, mirrored: it is 3
 * degrees east of the middle of zone 32, and as far west of that of zone 33.
 */
const inUtm33: ReadonlyArray<readonly [east: number, north: number]> = [
  [1_000_000 - 687_071.44, 6_210_141.33],
  [313_551.92, 6_210_114.29],
  [313_600.09, 6_211_226.69],
  [312_976.9, 6_211_253.73],
  [1_000_000 - 687_071.44, 6_210_141.33]
]

const polygon = (coordinates: ReadonlyArray<ReadonlyArray<number>>) => ({
  type: "Polygon",
  coordinates: [coordinates]
})
const file = (system: string | null, geometry: unknown, properties: object = { name: "Meadow" }): string =>
  JSON.stringify({
    type: "FeatureCollection",
    ...(system === null ? {} : { crs: { type: "name", properties: { name: system } } }),
    features: [{ type: "Feature", properties, geometry }]
  })
const kml = (encoding = "UTF-8", name = "Meadow"): string =>
  `<?xml version="1.0" encoding="${encoding}"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark>` +
  `<name>${name}</name><ExtendedData><Data name="carrying_capacity"><value>12</value></Data></ExtendedData>` +
  `<Polygon><outerBoundaryIs><LinearRing><coordinates>${corners.map((place) => place.join(",")).join(" ")}` +
  "</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>"

/** A file of areas, and what is said of it beside. */
export interface AreaFile {
  readonly what: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly options?: {
    readonly system?: string
    readonly circles?: { readonly radius_m: number } | { readonly radius_attribute: string }
  }
}

/** The name of the one area, its bounding box in degrees to a metre or so, and the system that it was in. */
export interface ReadArea {
  readonly area: string
  readonly box: readonly [west: number, south: number, east: number, north: number]
  readonly from: string | null
}

const meadow: ReadArea = { area: "Meadow", box: [12, 56, 12.01, 56.01], from: null }
const utf8 = (text: string): Uint8Array => strToU8(text)
const utf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, "utf16le")

/** Files that are read. */
export const readableAreas: ReadonlyArray<AreaFile & ReadArea> = [
  { ...meadow, what: "GeoJSON", name: "meadow.geojson", bytes: utf8(file(null, polygon(corners))) },
  { ...meadow, what: "GeoJSON in UTF-16", name: "wide.geojson", bytes: utf16(file(null, polygon(corners))) },
  {
    ...meadow,
    what: "GeoJSON that names its UTM zone",
    name: "utm.geojson",
    bytes: utf8(file("urn:ogc:def:crs:EPSG::25833", polygon(inUtm33))),
    from: "EPSG:25833 (ETRS89 / UTM zone 33N)"
  },
  {
    ...meadow,
    what: "GeoJSON in a system that is said",
    name: "bare.geojson",
    bytes: utf8(file(null, polygon(inUtm33))),
    options: { system: "EPSG:32633" },
    from: "EPSG:32633 (WGS 84 / UTM zone 33N)"
  },
  { ...meadow, what: "KML", name: "meadow.kml", bytes: utf8(kml()) },
  {
    ...meadow,
    what: "KML in Latin-1",
    name: "latin.kml",
    bytes: Buffer.from(kml("ISO-8859-1", "Höhe"), "latin1"),
    area: "Höhe"
  },
  {
    ...meadow,
    what: "KMZ",
    name: "meadow.kmz",
    bytes: zipSync({ "doc.kml": utf8(kml()), "files/icon.png": new Uint8Array(8) })
  },
  {
    what: "points with one radius",
    name: "wells.geojson",
    bytes: utf8(file(null, { type: "Point", coordinates: [12, 56] }, { name: "Well" })),
    options: { circles: { radius_m: 1000 } },
    area: "Well",
    box: [11.983918, 55.991007, 12.016082, 56.008993],
    from: null
  },
  {
    what: "points with their radius, in another system",
    name: "posts.geojson",
    bytes: utf8(
      file("EPSG:25833", { type: "Point", coordinates: inUtm33[0] }, { name: "Post", reach: "1 km" })
    ),
    options: { circles: { radius_attribute: "reach" } },
    area: "Post",
    box: [11.983918, 55.991007, 12.016082, 56.008993],
    from: "EPSG:25833 (ETRS89 / UTM zone 33N)"
  }
]

/** Files that are refused, and words of the reason. */
export const refusedAreas: ReadonlyArray<AreaFile & { readonly words: string }> = [
  {
    what: "a system that is not known",
    name: "agd.geojson",
    bytes: utf8(file("EPSG:4202", polygon(corners))),
    words: "EPSG:4202 is none of the coordinate systems that are known here"
  },
  {
    what: "metres of no named system",
    name: "metres.geojson",
    bytes: utf8(file(null, polygon(inUtm33))),
    words: "say which it is, such as EPSG:32630"
  },
  {
    what: "places outside of the system",
    name: "outside.geojson",
    bytes: utf8(file("EPSG:32633", polygon(corners))),
    words: "Meadow: Its position 12, 56 lies outside of where EPSG:32633"
  },
  {
    what: "a radius that is none",
    name: "wide.geojson",
    bytes: utf8(file(null, { type: "Point", coordinates: [12, 56] }, { name: "Post", reach: "wide" })),
    options: { circles: { radius_attribute: "reach" } },
    words: 'Post: Its "reach" is no radius in metres: "wide"'
  },
  {
    what: "a circle that is too large",
    name: "large.geojson",
    bytes: utf8(file(null, { type: "Point", coordinates: [12, 56] }, { name: "Post", reach: "2000 km" })),
    options: { circles: { radius_attribute: "reach" } },
    words: "Post: The radius must be between 0.1 and 1000000 metres"
  }
]

/** Archives that no reader opens, and words of the reason. */
export const refusedArchives: ReadonlyArray<AreaFile & { readonly words: string }> = [
  {
    what: "an archive without KML",
    name: "photos.kmz",
    bytes: zipSync({ "a.png": new Uint8Array(8) }),
    words: "without a KML in it"
  },
  {
    what: "a path out of the archive",
    name: "slip.kmz",
    bytes: zipSync({ [["..", "doc.kml"].join("/")]: utf8(kml()) }),
    words: "leads out of the archive"
  },
  {
    what: "a bomb",
    name: "bomb.kmz",
    bytes: zipSync({ "doc.kml": new Uint8Array(20 * 1024 * 1024) }),
    words: "unpacks to more than 100 times its size"
  },
  {
    what: "an archive that was cut off",
    name: "cut.kmz",
    bytes: zipSync({ "doc.kml": utf8(kml()) }).subarray(0, 100),
    words: "an archive without its end"
  }
]
