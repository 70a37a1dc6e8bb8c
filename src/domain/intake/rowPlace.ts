// The place of a row of a table: degrees as people write them, or coordinates of another system.
import type { ColumnField } from "./columnNames.ts"
import { isOtherComma, type Reading, textOf } from "./Reading.ts"
import { readNumber } from "./scalars/readNumber.ts"
import { type Axis, isUnknownPair, readDegrees } from "./scalars/readPlace.ts"

/** A place, an axis of which is missing where nothing is said of it; or why there is none that can be used. */
type RowPlace =
  | { readonly lon?: number; readonly lat?: number }
  | { readonly reason: string; readonly trouble?: "decimal comma" | "no system" }

const hemispheres: Readonly<Record<Axis, ColumnField>> = { lon: "lon_hemisphere", lat: "lat_hemisphere" }

const notANumber = (field: ColumnField, said: string, { decimals }: Reading): RowPlace => ({
  reason: `${field}: "${said.slice(0, 60)}" is not a number`,
  ...(isOtherComma(said, decimals) ? { trouble: "decimal comma" as const } : {})
})

/** Degrees of an axis, with the hemisphere of a column beside it. */
const degreesOf = (reading: Reading, row: ReadonlyArray<string>, axis: Axis): number | null | RowPlace => {
  const { columns, decimals } = reading,
    said = textOf(columns, row, axis),
    beside = columns.has(hemispheres[axis]) ? textOf(columns, row, hemispheres[axis]) : null
  const letter = /^(?:n(?:orth)?|s(?:outh)?|e(?:ast)?|w(?:est)?)$/iu.exec(beside ?? "")?.[0].charAt(0)
  if (beside !== null && said !== "" && letter === undefined)
    return { reason: `${axis}: "${beside.slice(0, 20)}" is no hemisphere: N or S, E or W` }
  const degrees = readDegrees(letter === undefined ? said : `${said} ${letter}`, axis, decimals)
  if (degrees === "not known" || said === "") return null
  if (degrees !== "unreadable") return degrees
  return letter === undefined
    ? notANumber(axis, said, reading)
    : { reason: `${axis}: "${said.slice(0, 60)}" and "${letter}" are no degrees together` }
}

/** Returns the two numbers of a place in another system. */
const numbersOf = (
  reading: Reading,
  row: ReadonlyArray<string>,
  names: readonly [ColumnField, ColumnField]
): ReadonlyArray<number | null | RowPlace> =>
  names.map((name) => {
    const said = textOf(reading.columns, row, name),
      number = readNumber(said, reading.decimals)
    if (number === "unreadable") return notANumber(name, said, reading)
    return number === "not known" ? null : number
  })

const isTrouble = (value: number | null | RowPlace): value is RowPlace =>
  typeof value === "object" && value !== null

/** Returns the place of a row. */
export const rowPlace = (reading: Reading, row: ReadonlyArray<string>): RowPlace => {
  const { columns, grid, wrapLongitudes } = reading,
    isOfColumns = columns.has("easting") && columns.has("northing"),
    isGrid =
      grid !== undefined && (grid.isSaid || (isOfColumns && !(columns.has("lon") && columns.has("lat"))))
  const [x = null, y = null] =
    isGrid && !grid.isDegrees
      ? numbersOf(reading, row, isOfColumns ? ["easting", "northing"] : ["lon", "lat"])
      : (["lon", "lat"] as const).map((axis) => degreesOf(reading, row, axis))
  if (isTrouble(x)) return x
  if (isTrouble(y)) return y
  if (x === null || y === null)
    return { ...(x === null ? {} : { lon: x }), ...(y === null ? {} : { lat: y }) }
  if (isUnknownPair(y, x)) return {}
  if (isGrid) {
    if (x === 0 && y === 0) return {}
    const place = grid.toDegrees(x, y, textOf(columns, row, "zone"))
    return "reason" in place
      ? { reason: place.reason, ...(place.isUnclear ? { trouble: "no system" } : {}) }
      : { lon: place[0], lat: place[1] }
  }
  const isWest = wrapLongitudes === true && x > 180 && x <= 360
  return { lon: isWest ? Number((x - 360).toFixed(10)) : x, lat: y }
}
