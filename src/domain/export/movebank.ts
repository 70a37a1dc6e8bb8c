// Positions as the event data of a Movebank study: the CSV that Movebank imports ("GPS data, custom") and
// hands out, and that `pugmark import movebank` reads. Times are UTC without a zone; what counts as wrong is
// not visible, with the person who marked it.
import { lineOf } from "./csv.ts"
import { plainCell, type Row } from "./Row.ts"
import type { Writer } from "./Writer.ts"

type Value = string | number | boolean | null

/** `2026-05-01T12:00:00.000Z` as Movebank writes it: yyyy-MM-dd HH:mm:ss.SSS */
const timestamp = (time: unknown): string => String(time).replace("T", " ").replace("Z", "")

/** By a person: here, or where the row was imported from. */
const isManual = (row: Row): boolean =>
  (row["curated_fields"] as ReadonlyArray<string>).includes("valid") ||
  (row["attributes"] as { readonly outlier?: unknown } | undefined)?.outlier === "manually" // as read

const isOutlier = (row: Row, manual: boolean): true | null =>
  row["valid"] === false && isManual(row) === manual ? true : null

/**
 * Movebank's name of each column, and what stands in it. What a network placed is a Doppler fix to Movebank,
 * as it is when it is read.
 */
const columns: ReadonlyArray<readonly [name: string, of: (row: Row) => Value]> = [
  ["event-id", ({ id }) => id],
  ["visible", (row) => row["valid"] !== false],
  ["timestamp", (row) => timestamp(row["time"])],
  ["location-long", (row) => plainCell(row["lon"])],
  ["location-lat", (row) => plainCell(row["lat"])],
  ["algorithm-marked-outlier", (row) => isOutlier(row, false)],
  ["ground-speed", (row) => plainCell(row["speed_mps"])],
  ["gps:satellite-count", (row) => plainCell(row["satellites"])],
  ["heading", (row) => plainCell(row["heading_deg"])],
  ["height-above-ellipsoid", (row) => plainCell(row["altitude_m"])],
  ["location-error-numerical", (row) => plainCell(row["accuracy_m"])],
  ["manually-marked-outlier", (row) => isOutlier(row, true)],
  [
    "comments",
    (row) =>
      (row["curated_fields"] as ReadonlyArray<string>).length === 0
        ? null
        : `curated: ${plainCell(row["curated_fields"])}`
  ],
  ["sensor-type", (row) => (row["record_type"] === "network" ? "argos-doppler-shift" : "gps")],
  ["individual-taxon-canonical-name", (row) => plainCell(row["taxon"])],
  ["tag-local-identifier", (row) => plainCell(row["tag"])],
  ["individual-local-identifier", (row) => plainCell(row["individual"])],
  ["study-name", (row) => plainCell(row["study"])]
]

/** movebank is the writer of Movebank's CSV. */
export const movebank: Writer = {
  begin: lineOf(columns.map(([name]) => name)),
  rows: (rows) => rows.map((row) => lineOf(columns.map(([, of]) => of(row)))).join(""),
  end: () => ""
}
