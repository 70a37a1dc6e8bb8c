// English words of files of areas.
import { countsIn, numbersIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")
const numberOf = numbersIn("en-GB")

/** areaFiles are the words of files of areas. */
export const areaFiles = {
  title: "Import areas",
  about: "GeoJSON, KML or KMZ, 1,000 shapes at most",
  inFile: <P>(p: { count: P; file: P }) => parts<P>`${p.count} in ${p.file}`,
  /** `refused`: a count of refused shapes */
  inFileRefused: <P>(p: { count: P; file: P; refused: P }) =>
    parts<P>`${p.count} in ${p.file}, ${p.refused}. All are imported, or none: correct the file and choose it again.`,
  refusedCount: (p: { count: number }) => `${numberOf(p.count)} refused`,
  type: "Type, where the file does not say it",
  byShape: "By shape: areas, routes, sites",
  import: (p: { count: number }) => `Import ${numberOf(p.count)}`,
  imported: (p: { count: number; file: string }) => `Imported: ${numberOf(p.count)} of ${p.file}`,
  takenBack: (p: { count: number; file: string }) =>
    `Taken back: ${counts(p.count, { one: "# area", other: "# areas" })} of ${p.file}`,
  items: {
    label: "Shapes of the file",
    refused: "refused",
    skipped: "skipped",
    more: (p: { count: number }) => `and ${numberOf(p.count)} more`
  },
  system: {
    label: "Coordinate system",
    hint: "An EPSG code, or the system as WKT or PROJ text.",
    read: "Read with this system",
    /** `accuracy`: metres; null: exact */
    reprojected: <P>(p: { system: P; accuracy: number | null }) =>
      p.accuracy === null
        ? parts<P>`Reprojected from ${p.system}.`
        : parts<P | string>`Reprojected from ${p.system}, exact to about ${numberOf(p.accuracy)} m.`
  },
  attributes: {
    title: "Attributes",
    types: { number: "Number", date: "Date", text: "Text" },
    unchanged: "unchanged",
    typeOf: (p: { name: string }) => `${p.name} is`,
    empty: "empty",
    have: (p: { count: number }) => counts(p.count, { one: "# has it", other: "# have it" }),
    looksLike: { number: "looks like numbers", date: "looks like dates", text: "looks like text" }
  },
  circles: {
    become: <P>(p: { count: number; figure: P }) =>
      p.count === 1 ? parts<P>`${p.figure} point becomes` : parts<P>`${p.figure} points become`,
    points: (p: { count: number }): string => (p.count === 1 ? "a point" : "points"),
    circles: (p: { count: number }): string => (p.count === 1 ? "a circle" : "circles of one radius"),
    byAttribute: "circles, by an attribute",
    radius: "Radius in metres",
    attribute: "Attribute with the radius"
  }
}
