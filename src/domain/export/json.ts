// Rows as JSON: a list of objects, and as GeoJSON (RFC 7946): a collection of points, and of the shapes of
// events. One row a line.
import type { Dataset } from "./Export.ts"
import { columns, type Row } from "./Row.ts"
import type { Writer } from "./Writer.ts"

const listed = (begin: string, end: string, of: (row: Row) => object): Writer => ({
  begin,
  rows: (rows, last) =>
    rows.map((row, i) => `${last === null && i === 0 ? "\n" : ",\n"}${JSON.stringify(of(row))}`).join(""),
  end: () => end
})

const pick = (row: Row, names: ReadonlyArray<string>) =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

/** Returns the writer of JSON. */
export const json = (dataset: Dataset): Writer => listed("[", "\n]\n", (row) => pick(row, columns[dataset]))

/** A row without a place is a feature without a geometry; an event that was more than a point has its shape. */
export const geojson = (dataset: Dataset): Writer => {
  const names = columns[dataset].filter((name) => name !== "lon" && name !== "lat" && name !== "id")
  return listed(`{"type":"FeatureCollection","features":[`, "\n]}\n", (row) => ({
    type: "Feature",
    id: row.id,
    geometry:
      row["geometry"] ??
      (row["lon"] === null ? null : { type: "Point", coordinates: [row["lon"], row["lat"]] }),
    properties: pick(row, names)
  }))
}
