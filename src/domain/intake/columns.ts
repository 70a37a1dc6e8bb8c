// Which column of a table says what: Movebank's names in all their spellings, the plain names people use, and
// columns named by hand.
import { columnNames, type Marker, type ColumnField, columnFields, unitlessNames } from "./columnNames.ts"
import { quantityUnit } from "./columnUnits.ts"
import { foldHeading, headingsOfLanguages, unitlessHeadings } from "./headingsOfLanguages.ts"
import { isQuantity, quantities } from "./scalars/quantities.ts"

/**
 * Column is the index of a field in a row (0-based) and the unit of its numbers, if it is not the standard
 * unit.
 */
export interface Column {
  readonly index: number
  readonly unit?: string
  /** of a column that marks outliers: who does */
  readonly marker?: Marker
}

/** The columns of each field, best first: the first that is not empty in a row counts. */
export type Columns = ReadonlyMap<ColumnField, ReadonlyArray<Column>>

/** Characters of a name in which a unit is looked for. */
const MAX_NAME_CHARACTERS = 200

/** A name and the unit in brackets behind it: `Speed (km/h)`. */
const inBrackets = /^(.+?)\s*[([]([^()[\]]+)[)\]]$/u

/**
 * Returns the name of a column without its unit, and the unit: that of the row below the header, or in
 * brackets.
 */
export const nameAndUnit = (
  column: string,
  below: string | undefined
): { readonly name: string; readonly unit: string | undefined } => {
  const trimmed = column.trim(),
    found = trimmed.length > MAX_NAME_CHARACTERS ? null : inBrackets.exec(trimmed),
    [, name = column, unit] = found ?? []
  return { name, unit: below ?? unit }
}

/**
 * Names of a column of dates and of the column of times of the day beside it. They belong together: the date
 * of one clock with the time of another would be a day off around midnight.
 */
const pairs: ReadonlyArray<readonly [date: string, time: string]> = [
  ["utc-date", "utc-time"],
  ["gmt-date", "gmt-time"],
  ["gps-date", "gps-time"],
  ["date", "time"],
  ["date", "time-of-day"],
  ["local-date", "local-time"],
  ["fix-date", "fix-time"],
  ["datum", "uhrzeit"],
  ["datum", "zeit"],
  ["datum", "klockslag"],
  ["datum", "tid"],
  ["dato", "klokkeslett"],
  ["dato", "tid"],
  ["pvm", "klo"],
  ["pvm", "kellonaika"],
  ["pvm", "aika"],
  ["paivamaara", "kellonaika"],
  ["paivamaara", "aika"],
  ["date", "heure"],
  ["jour", "heure"],
  ["fecha", "hora"],
  ["data", "hora"],
  ["datum", "tijd"],
  ["data", "ora"]
]

/**
 * A table that does not say enough, or too much: `missing` are fields, `unknown` columns named by hand that
 * are not there, `twice` names of more columns than one.
 */
export interface ColumnsMissing {
  readonly missing: ReadonlyArray<ColumnField>
  readonly unknown: ReadonlyArray<string>
  readonly twice?: ReadonlyArray<string>
}

const known: ReadonlyMap<string, ColumnField> = new Map(columnNames.map(([name, field]) => [name, field]))

/** Returns the requested names that several columns have, in any spelling: which of them counts is ambiguous. */
const namedTwice = (
  header: ReadonlyArray<string>,
  chosenByHand: ReadonlyMap<ColumnField, string>
): ReadonlyArray<string> => {
  const seen = new Set<string>(),
    twice = new Set<string>()
  for (const column of header) {
    const name = column.trim(),
      bare = foldHeading(nameAndUnit(name, undefined).name),
      field = known.get(bare),
      key = field === undefined || chosenByHand.has(field) ? `=${name}` : bare
    if (name !== "" && seen.has(key)) twice.add(name)
    seen.add(key)
  }
  return [...twice]
}

/**
 * Returns the columns of a date and of the time of the day beside it, by their names; `time` and `date` are
 * those that were named by hand.
 */
const pairOf = (
  at: ReadonlyMap<string, number>,
  time: number | undefined,
  date: number | undefined
): Readonly<Partial<Record<ColumnField, number>>> => {
  for (const [dateName, timeName] of pairs) {
    const [dateAt, timeAt] = [date ?? at.get(dateName), time ?? at.get(timeName)]
    if (dateAt !== undefined && timeAt !== undefined && dateAt !== timeAt)
      return { date: dateAt, time_of_day: timeAt }
  }
  return {}
}

const noUnits: ReadonlyMap<number, string> = new Map()

/**
 * Returns the columns that a header has, whether or not they are enough, and the names given by hand that it
 * has not. Those are taken alone, by their exact name.
 */
export const columnsIn = (
  header: ReadonlyArray<string>,
  chosenByHand: ReadonlyMap<ColumnField, string>,
  units: ReadonlyMap<number, string> = noUnits
): { readonly columns: Columns; readonly unknown: ReadonlyArray<string> } => {
  const columns = new Map<ColumnField, ReadonlyArray<Column>>()
  const unknown: Array<string> = []
  const headings = header.map((column, index) => nameAndUnit(column, units.get(index)))
  /** Returns a column of a field in the unit that is said beside it; null: the unit is not known. */
  const columnOf = (field: ColumnField, index: number): Column | null => {
    const unit = headings[index]?.unit
    if (unit === undefined || !isQuantity(field) || quantities[field].unit === null) return { index }
    const known = quantityUnit(field, unit)
    return known === null ? null : { index, unit: known }
  }
  for (const [field, name] of chosenByHand) {
    const exact = header.indexOf(name),
      index = exact < 0 ? header.findIndex((column) => column.trim() === name.trim()) : exact
    if (index < 0) unknown.push(name)
    else columns.set(field, [columnOf(field, index) ?? { index }])
  }
  const at = new Map(headings.map(({ name }, index) => [foldHeading(name), index] as const).toReversed())
  const pair = pairOf(at, columns.get("time")?.[0]?.index, columns.get("date")?.[0]?.index)
  for (const field of columnFields) {
    if (chosenByHand.has(field)) continue
    const found: Array<Column> = columnNames.flatMap(([name, of, unit = null, marker]) => {
      const index = at.get(name)
      if (of !== field || index === undefined) return []
      const column = columnOf(field, index)
      if (column === null) return []
      return [
        {
          ...(unit === null ? {} : { unit }),
          ...column,
          ...(marker === undefined ? {} : { marker })
        }
      ]
    })
    for (const [name, of] of [...unitlessNames, ...unitlessHeadings]) {
      const index = at.get(name)
      if (of !== field || index === undefined || headings[index]?.unit === undefined) continue
      const column = columnOf(field, index)
      if (column !== null) found.push(column)
    }
    if (pair[field] !== undefined) found.push({ index: pair[field] })
    if (found.length > 0) columns.set(field, found)
  }
  const others = headingsOfLanguages(at, (field) => columns.has(field))
  for (const [field, places] of others) {
    const taken = places.flatMap((index) => columnOf(field, index) ?? [])
    if (taken.length > 0) columns.set(field, taken)
  }
  return { columns, unknown }
}

/**
 * Finds the columns of a table by its header, or what is missing. `chosenByHand` gives columns by hand.
 * `isOneAnimal`: it is said beside the table whose all rows are. `units`: those of the row below the header.
 */
export const findColumns = (
  header: ReadonlyArray<string>,
  chosenByHand: ReadonlyMap<ColumnField, string>,
  isOneAnimal = false,
  units: ReadonlyMap<number, string> = noUnits
): Columns | ColumnsMissing => {
  const { columns, unknown } = columnsIn(header, chosenByHand, units)
  const isGrid = columns.has("easting") && columns.has("northing")
  const instead: Partial<Record<ColumnField, ColumnField>> = {
    individual: "tag",
    time: "time_of_day",
    ...(isGrid ? { lon: "easting", lat: "northing" } : {})
  }
  const missing = (["individual", "time", "lon", "lat"] as const).filter(
    (m) => !columns.has(m) && !columns.has(instead[m] ?? m) && !(isOneAnimal && m === "individual")
  )
  const twice = namedTwice(header, chosenByHand)
  return missing.length > 0 || unknown.length > 0 || twice.length > 0
    ? {
        missing: missing.filter((m) => !chosenByHand.has(m)),
        unknown,
        ...(twice.length === 0 ? {} : { twice })
      }
    : columns
}
