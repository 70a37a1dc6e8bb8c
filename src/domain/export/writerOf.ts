// The writer of each format that is a text; a workbook is none.
import { csv } from "./csv.ts"
import type { Dataset, Format } from "./Export.ts"
import { gpx } from "./gpx.ts"
import { geojson, json } from "./json.ts"
import { movebank } from "./movebank.ts"
import type { Writer } from "./Writer.ts"

/** Returns the writer of a format. */
export const writerOf = (dataset: Dataset, format: Exclude<Format, "xlsx">): Writer => {
  switch (format) {
    case "csv":
      return csv(dataset)
    case "json":
      return json(dataset)
    case "geojson":
      return geojson(dataset)
    case "gpx":
      return gpx
    case "movebank":
      return movebank
  }
}
