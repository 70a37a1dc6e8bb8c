// What a table of tracks is read with, and what its cells say: texts, times, and quantities in our units.
import type { ColumnField } from "./columnNames.ts"
import type { Column, Columns } from "./columns.ts"
import { type Decimals, hasDecimalComma } from "./scalars/readNumber.ts"
import { type QuantityReading, readQuantity } from "./scalars/readQuantity.ts"
import type { Pass } from "./ambiguousTimes.ts"
import { isTimeOfDay, joinTime, type AmbiguousTime, type TableClock, type TimeTrouble } from "./tableClock.ts"

/** Grid turns coordinates of another system than longitude and latitude into those. */
export interface Grid {
  /** its coordinates are degrees too, of another figure of the earth */
  readonly isDegrees: boolean
  /** the system is said, and holds for all rows; otherwise the zone of each row says it */
  readonly isSaid: boolean
  /** why there is no place is in words; `isUnclear`: the system is not known */
  readonly toDegrees: (
    x: number,
    y: number,
    zone: string
  ) => readonly [lon: number, lat: number] | { readonly reason: string; readonly isUnclear: boolean }
}

/** Reading has the settings with which a table is read. */
export interface Reading {
  readonly columns: Columns
  /** rows in [from, to), epoch ms */
  readonly from: number
  readonly to: number
  /** rows that are marked as outliers are taken for good ones */
  readonly keepOutliers: boolean
  /** how its times are read */
  readonly clock: TableClock
  /** what stands before the fractions of numbers */
  readonly decimals: Decimals
  /** whose all rows are; undefined: as the table says */
  readonly animal?: string | undefined
  /** what turns numbers of another system, or of a zone of UTM, into longitude and latitude */
  readonly grid?: Grid | undefined
  /** longitudes go from 0 to 360: those beyond 180 are west */
  readonly wrapLongitudes?: boolean
  /** which pass a time is of that the clocks showed twice, where the order of the rows does not tell */
  readonly shownTwice?: Pass | undefined
}

/** Texts that mean an empty cell in tables. */
const nothing = new Set(["na", "nan", "null", "none", "-"])
const isNothing = (text: string) => text === "" || (text.length <= 4 && nothing.has(text.toLowerCase()))

const none: ReadonlyArray<Column> = []

/** The first cell of a field that says something. */
export const textOf = (columns: Columns, row: ReadonlyArray<string>, field: ColumnField): string => {
  for (const { index } of columns.get(field) ?? none) {
    const text = (row[index] ?? "").trim()
    if (!isNothing(text)) return text
  }
  return ""
}

/** RowTime is the time of a row before the pass of an hour that the clocks showed twice is known. */
interface RowTime {
  readonly text: string
  readonly at: number | AmbiguousTime | TimeTrouble | "time without a date"
}

/** Returns the time of a row; one of two columns, a date and a time of the day, is put together. */
export const timeOf = ({ clock, columns }: Reading, row: ReadonlyArray<string>): RowTime => {
  const whole = textOf(columns, row, "time"),
    time = whole === "" ? textOf(columns, row, "time_of_day") : whole
  if (!isTimeOfDay(time)) return { text: time, at: clock(time) }
  const date = textOf(columns, row, "date")
  if (date === "") return { text: time, at: "time without a date" }
  const text = joinTime(date, textOf(columns, row, "time_of_day") || time)
  return { text, at: clock(text) }
}

/**
 * Returns the animal of a row: the order of its rows tells the passes of an hour that the clocks showed
 * twice.
 */
export const sequenceOf = ({ animal, columns }: Reading, row: ReadonlyArray<string>): string =>
  `${animal ?? textOf(columns, row, "individual")}\u0000${textOf(columns, row, "tag")}`

/** quantities are the values of a row other than its position. */
export const quantities = [
  "altitude_m",
  "speed_mps",
  "heading_deg",
  "accuracy_m",
  "satellites",
  "temperature_c",
  "battery_voltage"
] as const

/** dilutions are values of the quality of a fix that positions have no columns for. */
export const dilutions = ["hdop", "pdop", "vdop", "dop"] as const

/** Whether a text is a number with a comma, which is not the mark of this table. */
export const isOtherComma = (text: string, decimals: Decimals): boolean =>
  decimals === "point" && hasDecimalComma(text)

/** Returns the first cell of a quantity whose value is known, in our unit. */
export const quantityIn = (
  { columns, decimals }: Reading,
  row: ReadonlyArray<string>,
  quantity: (typeof quantities)[number]
): { readonly said: string; readonly value: QuantityReading } => {
  for (const { index, unit = null } of columns.get(quantity) ?? none) {
    const said = (row[index] ?? "").trim(),
      value = readQuantity(quantity, said, unit, decimals)
    if (value === "not known") continue
    // 3712 mV are 3.712 V, and not a hair more
    return { said, value: typeof value === "number" && unit !== null ? Number(value.toPrecision(12)) : value }
  }
  return { said: "", value: "not known" }
}
