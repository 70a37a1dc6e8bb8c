// Which column of a table says what: Movebank's names in all their spellings, the plain names people use, and
// columns named by hand.
import { columnNames, type Marker, type Member, members, unitlessNames } from "./columnNames.ts"
import { quantityUnit } from "./columnUnits.ts"
import { foldHead, headsOfLanguages, unitlessHeads } from "./headsOfLanguages.ts"
import { isQuantity, quantities } from "./scalars/quantities.ts"

/**
 * Column is the index of a member in a row (0-based) and the unit of its numbers, if it is not the standard
 * unit.
 */
export interface Column {
  readonly index: number
  readonly unit?: string
  /** of a column that marks outliers: who does */
  readonly marker?: Marker
}

/** The columns of each member, best first: the first that is not empty in a row counts. */
export type Columns = ReadonlyMap<Member, ReadonlyArray<Column>>

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
 * A table that does not say enough, or too much: `missing` are members, `unknown` columns named by hand that
 * are not there, `twice` names of more columns than one.
 */
export interface ColumnsMissing {
  readonly missing: ReadonlyArray<Member>
  readonly unknown: ReadonlyArray<string>
  readonly twice?: ReadonlyArray<string>
}

const known: ReadonlyMap<string, Member> = new Map(columnNames.map(([name, member]) => [name, member]))

/** Returns the requested names that several columns have, in any spelling: which of them counts is ambiguous. */
const namedTwice = (
  header: ReadonlyArray<string>,
  named: ReadonlyMap<Member, string>
): ReadonlyArray<string> => {
  const seen = new Set<string>(),
    twice = new Set<string>()
  for (const column of header) {
    const name = column.trim(),
      bare = foldHead(nameAndUnit(name, undefined).name),
      member = known.get(bare),
      key = member === undefined || named.has(member) ? `=${name}` : bare
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
): Readonly<Partial<Record<Member, number>>> => {
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
  named: ReadonlyMap<Member, string>,
  units: ReadonlyMap<number, string> = noUnits
): { readonly columns: Columns; readonly unknown: ReadonlyArray<string> } => {
  const columns = new Map<Member, ReadonlyArray<Column>>()
  const unknown: Array<string> = []
  const heads = header.map((column, index) => nameAndUnit(column, units.get(index)))
  /** Returns a column of a member in the unit that is said beside it; null: the unit is not known. */
  const columnOf = (member: Member, index: number): Column | null => {
    const unit = heads[index]?.unit
    if (unit === undefined || !isQuantity(member) || quantities[member].unit === null) return { index }
    const known = quantityUnit(member, unit)
    return known === null ? null : { index, unit: known }
  }
  for (const [member, name] of named) {
    const exact = header.indexOf(name),
      index = exact < 0 ? header.findIndex((column) => column.trim() === name.trim()) : exact
    if (index < 0) unknown.push(name)
    else columns.set(member, [columnOf(member, index) ?? { index }])
  }
  const at = new Map(heads.map(({ name }, index) => [foldHead(name), index] as const).toReversed())
  const pair = pairOf(at, columns.get("time")?.[0]?.index, columns.get("date")?.[0]?.index)
  for (const member of members) {
    if (named.has(member)) continue
    const found: Array<Column> = columnNames.flatMap(([name, of, unit = null, marker]) => {
      const index = at.get(name)
      if (of !== member || index === undefined) return []
      const column = columnOf(member, index)
      if (column === null) return []
      return [
        {
          ...(unit === null ? {} : { unit }),
          ...column,
          ...(marker === undefined ? {} : { marker })
        }
      ]
    })
    for (const [name, of] of [...unitlessNames, ...unitlessHeads]) {
      const index = at.get(name)
      if (of !== member || index === undefined || heads[index]?.unit === undefined) continue
      const column = columnOf(member, index)
      if (column !== null) found.push(column)
    }
    if (pair[member] !== undefined) found.push({ index: pair[member] })
    if (found.length > 0) columns.set(member, found)
  }
  const others = headsOfLanguages(at, (member) => columns.has(member))
  for (const [member, places] of others) {
    const taken = places.flatMap((index) => columnOf(member, index) ?? [])
    if (taken.length > 0) columns.set(member, taken)
  }
  return { columns, unknown }
}

/**
 * Finds the columns of a table by its header, or what is missing. `named` gives columns by hand.
 * `isOneAnimal`: it is said beside the table whose all rows are. `units`: those of the row below the header.
 */
export const findColumns = (
  header: ReadonlyArray<string>,
  named: ReadonlyMap<Member, string>,
  isOneAnimal = false,
  units: ReadonlyMap<number, string> = noUnits
): Columns | ColumnsMissing => {
  const { columns, unknown } = columnsIn(header, named, units)
  const isGrid = columns.has("easting") && columns.has("northing")
  const instead: Partial<Record<Member, Member>> = {
    individual: "tag",
    time: "time_of_day",
    ...(isGrid ? { lon: "easting", lat: "northing" } : {})
  }
  const missing = (["individual", "time", "lon", "lat"] as const).filter(
    (m) => !columns.has(m) && !columns.has(instead[m] ?? m) && !(isOneAnimal && m === "individual")
  )
  const twice = namedTwice(header, named)
  return missing.length > 0 || unknown.length > 0 || twice.length > 0
    ? {
        missing: missing.filter((m) => !named.has(m)),
        unknown,
        ...(twice.length === 0 ? {} : { twice })
      }
    : columns
}
