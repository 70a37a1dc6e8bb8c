// What the command line says of a table: why it was not opened, why rows were refused, what stayed empty, and the
// options that help.
import type { ColumnsMissing } from "../../domain/intake/columns.ts"
import { otherGpxContents } from "../../domain/intake/GpxPoints.ts"
import { type Answerable, isAnswerable, type RowTrouble } from "../../domain/intake/TrackRow.ts"
import type { FileKind } from "../../tracks/TableAnswers.ts"
import type { Unopened } from "../../tracks/Unopened.ts"
import type { Table } from "../../tracks/Table.ts"
import type { RefusedRow, UnreadCells } from "../../tracks/trackRows.ts"
import { countOf } from "../Progress.ts"
import type { Rejected } from "./RejectedRows.ts"
import { columnFlags } from "../../tracks/columnFlags.ts"

/** Returns a command that names columns by hand: Movebank's are known, so its import has no flags for them. */
const namingCommand = (command: string): string =>
  `pugmark ${command === "import movebank" ? "import csv" : command} ...`

/** How the columns of a date and of a time of the day are named, in words. */
const namingTimes = (command: string): string =>
  command === "import gpx"
    ? "a point of a GPX file says its date and its time"
    : `name the columns of both: ${namingCommand(command)} --date-column NAME --time-column NAME`

const remedies: Readonly<Record<Exclude<Answerable, "time without a date">, string>> = {
  "no zone": "say which: --times-in UTC, or --times-in Europe/Berlin",
  "day or month first": "say which: --time-format dmy, or --time-format mdy",
  "seconds since 1970": "if it is: --time-format epoch-s",
  "milliseconds since 1970": "if it is: --time-format epoch-ms",
  "shown twice": "say which: --shown-twice first, or --shown-twice second",
  "not in this encoding": "say which it is: --encoding latin1, as of older programs on Windows",
  "decimal comma": "if the comma stands for a decimal point: --decimal comma",
  "no system": "say in which system the coordinates are: --crs EPSG:32633 (zone 33 north of UTM)",
  "longitude beyond 180": "if the longitudes go from 0 to 360: --wrap-longitudes"
}

/** Returns a reason, and the option of the command that puts it right for the whole table, if there is one. */
export const withRemedy = (
  { reason, trouble }: { readonly reason: string; readonly trouble: RowTrouble | undefined },
  command: string
): string => {
  if (!isAnswerable(trouble)) return reason
  return `${reason}; ${trouble === "time without a date" ? namingTimes(command) : remedies[trouble]}`
}

/** Returns a refused row as it is listed. */
export const rejectedOf = ({ cells, code, line, ...why }: RefusedRow, command: string): Rejected => ({
  line,
  code,
  reason: withRemedy(why, command),
  cells
})

/** Returns a sentence for each field whose cells stayed empty. */
export const unreadWords = (unread: ReadonlyArray<UnreadCells>, command: string): ReadonlyArray<string> =>
  unread.map(({ cell, count, line }) => {
    const what = `${countOf(count, "value")} of ${cell.field} ${count === 1 ? "is" : "are"} left empty`,
      reason = `${what}, as "${cell.text}" in line ${line} is not a number`
    return withRemedy({ reason, trouble: cell.trouble }, command)
  })

/** What a decoder leaves of bytes that are not in the encoding. */
const REPLACEMENT_CHARACTER = "\uFFFD"

/** What to do about columns that are not found. */
const columnWords = (
  header: ReadonlyArray<string>,
  { missing, twice = [], unknown }: ColumnsMissing,
  command: string
): string =>
  [
    ...twice
      .slice(0, 20)
      .map((name) => `more columns than one are called "${name.slice(0, 100)}": leave one of them`),
    ...unknown.map((name) => `the file has no column "${name}"`),
    ...missing.map(
      (field) =>
        `no column says the ${field === "individual" ? "animal" : field}; name it: ` +
        `${namingCommand(command)} --${columnFlags.get(field)} NAME` +
        (field === "individual" ? ", or say whose all rows are: --animal NAME" : "")
    ),
    ...(header.some((name) => name.includes(REPLACEMENT_CHARACTER))
      ? [`its header is not text in this encoding; ${remedies["not in this encoding"]}`]
      : []),
    `its columns are: ${header
      .map((h) => h.trim().slice(0, 40))
      .join(", ")
      .slice(0, 500)}`
  ].join("\n")

/** What a file is, and the command that imports it. */
const kindWords: Readonly<Record<FileKind, { readonly what: string; readonly command: string }>> = {
  table: { what: "a table, or a file that is not known", command: "import csv" },
  excel: { what: "a workbook", command: "import excel" },
  gpx: { what: "XML and no table", command: "import gpx" },
  kml: { what: "a KML or KMZ file", command: "import kml" },
  geojson: { what: "JSON", command: "import geojson" }
}

/** Why a file was not opened, and what to do. */
export const unopenedWords = (file: string, why: Unopened, command: string): string => {
  switch (why._tag) {
    case "Foreign":
      return `${file} ${why.what}`
    case "NotExpected": {
      const { command: other, what } = kindWords[why.is]
      return `${file} is ${what}: it is imported with pugmark ${other}`
    }
    case "System":
      return `${file}: ${why.reason}${why.isAsked ? `; ${remedies["no system"]}` : ""}`
    case "NoEncoding":
      return `${file} is not UTF-8: say --encoding utf-16le or --encoding utf-16be`
    case "Empty":
      return `${file} is empty`
    case "Columns":
      return columnWords(why.header, why.missing, command)
    case "DatesAlone":
      return `${file}, ${why.detail}; ${namingTimes(command)}`
    case "Row":
      return `${file}, line ${why.row.line}: ${withRemedy(why.row, command)}`
  }
}

/** What a person should know of a table that was read. */
export const notesOn = ({
  contents,
  form,
  notes,
  openPasses,
  passes,
  reading
}: Table): ReadonlyArray<string> => {
  const left = openPasses === 0 ? null : countOf(openPasses, "row"),
    isSaid = reading.shownTwice !== undefined
  const besides =
    contents === null || form._tag !== "Gpx"
      ? null
      : otherGpxContents(contents, form.kind, (other) => `--gpx-points ${other}`)
  return [
    ...notes,
    ...(passes.size === 0
      ? []
      : [`${countOf(passes.size, "row")} at times that the clocks showed twice: told apart by their order`]),
    ...(left === null
      ? []
      : [
          `${left} at times that the clocks showed twice, which their order does not tell apart: ` +
            (isSaid ? `taken for the ${reading.shownTwice} time, as asked` : "refused")
        ]),
    ...(besides === null ? [] : [besides])
  ]
}
