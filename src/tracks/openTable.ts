// Opens a table of tracks: its header, its columns, and how it is written. What cannot be told from the file is
// asked for.
import { isUtcUnit } from "../domain/intake/columnUnits.ts"
import { type Columns, findColumns, nameAndUnit } from "../domain/intake/columns.ts"
import type { Grid, Reading } from "../domain/intake/Reading.ts"
import { tableClock } from "../domain/intake/tableClock.ts"
import { isAnswerable } from "../domain/intake/TrackRow.ts"
import { beginTable } from "./beginTable.ts"
import { readTimes } from "./readTimes.ts"
import { saidGrid, systemNote, zoneGrid } from "./systems.ts"
import { type Begun, isDegrees, type Table } from "./Table.ts"
import type { TableAnswers } from "./TableAnswers.ts"
import type { TrackFile } from "./TrackFile.ts"
import { refusedRow, trackRows } from "./trackRows.ts"
import type { AnswerableRow, Unopened } from "./Unopened.ts"

/** Which rows are taken: in [from, to), epoch ms, and whether those marked as outliers count as good. */
export interface RowChoice {
  readonly from: number
  readonly to: number
  readonly keepOutliers: boolean
}

/** Opened is the table, or what is missing to open it. */
export type Opened = Unopened | { readonly _tag: "Opened"; readonly table: Table }

/** Whether a header is Movebank's, whose times are UTC. */
const isMovebank = (header: ReadonlyArray<string>): boolean =>
  header.some((name) => /^location[-_.]long$/iu.test(name.trim()))

/** Whether the unit of the times says that they are UTC. */
const saysUtc = ({ header, units }: Begun, columns: Columns): boolean =>
  (["time", "time_of_day"] as const).some((field) =>
    columns
      .get(field)
      ?.some(({ index }) => isUtcUnit(nameAndUnit(header[index] ?? "", units.get(index)).unit ?? ""))
  )

/** Returns the mark before fractions, as the form of a file tells it. */
const decimalsOf = ({ form }: Begun): Reading["decimals"] =>
  (form._tag === "Separated" && form.delimiter !== ",") || form._tag === "Sheet" ? "either" : "point"

/** What turns the coordinates of a file into degrees; undefined: they are degrees. */
const gridOf = (
  { form, system }: Begun,
  { crs }: TableAnswers,
  columns: Columns
): Grid | { readonly reason: string } | undefined => {
  const said = crs ?? system
  if (crs !== undefined && isDegrees(form))
    return { reason: "the file has longitudes and latitudes by its format, and no other system" }
  if (said !== null && said !== undefined) return saidGrid(said)
  return columns.has("easting") && columns.has("northing") ? zoneGrid() : undefined
}

/** Rows that are looked at before anything else is done. */
const SAMPLE_ROWS = 100

/** A trouble of the first rows that one answer puts right for the whole table; null: a row is taken, or none. */
const askedOf = async (table: Table): Promise<AnswerableRow | null> => {
  let seen = 0,
    found: AnswerableRow | null = null
  for await (const place of trackRows(table)) {
    const { row } = place
    if (row._tag === "Report") return null
    if (row._tag === "Refused" && isAnswerable(row.trouble))
      found ??= { ...refusedRow(place, row), trouble: row.trouble }
    if (++seen === SAMPLE_ROWS) break
  }
  return found
}

/**
 * Opens a table, or says why it does not. Times are judged as of `now`, epoch ms. Throws `TableBroken`, or
 * the error of the file.
 */
export const openTable = async (
  file: TrackFile,
  answers: TableAnswers,
  choice: RowChoice,
  now: number
): Promise<Opened> => {
  const begun = await beginTable(file, answers)
  if ("_tag" in begun) return begun
  const { form, header, units } = begun
  const columns = findColumns(header, answers.chosenByHand, answers.animal !== undefined, units)
  if ("missing" in columns) return { _tag: "Columns", missing: columns, header }
  const grid = gridOf(begun, answers, columns)
  if (grid !== undefined && "reason" in grid)
    return { _tag: "System", reason: grid.reason, isAsked: !isDegrees(form) }
  const { animal, shownTwice, wrapLongitudes } = answers,
    isUtc = isDegrees(form) || isMovebank(header) || saysUtc(begun, columns)
  const reading: Reading = {
    columns,
    ...choice,
    clock: tableClock(answers.timeFormat, answers.timesIn ?? (isUtc ? "UTC" : null)),
    decimals: answers.decimal ?? decimalsOf(begun),
    shownTwice,
    wrapLongitudes,
    animal,
    grid
  }
  const isOfZone = answers.timesIn !== undefined && answers.timesIn !== "UTC"
  const { datesAlone, open, passes } = await readTimes({ ...begun, reading }, isOfZone)
  if (datesAlone !== null) return { _tag: "DatesAlone", detail: datesAlone }
  const note = systemNote(answers.crs ?? begun.system ?? "WGS 84"),
    notes = note === null ? begun.notes : [...begun.notes, note]
  const table: Table = { ...begun, notes, file, reading, passes, openPasses: open, openedAt: now }
  const asked = await askedOf(table)
  return asked === null ? { _tag: "Opened", table } : { _tag: "Row", row: asked }
}
