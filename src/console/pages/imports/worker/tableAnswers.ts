// What a person said on the page, as the reader of tracks takes it.
import type { ColumnField } from "../../../../domain/intake/columnNames.ts"
import type { TableAnswers } from "../../../../tracks/TableAnswers.ts"
import type { FileAnswers } from "./protocol.ts"

/** The answers of a page, with what is meant by those that were not given. */
export const tableAnswers = (said: FileAnswers): TableAnswers => ({
  expects: undefined,
  delimiter: said.delimiter,
  encoding: said.encoding,
  decimal: said.decimal,
  timeFormat: said.time_format ?? "iso",
  timesIn: said.times_in,
  shownTwice: said.shown_twice,
  wrapLongitudes: said.wrap_longitudes === true,
  crs: said.crs,
  gpxPoints: said.gpx_points ?? "tracks",
  animal: said.animal,
  chosenByHand: new Map(Object.entries(said.columns ?? {}) as Array<[ColumnField, string]>)
})
