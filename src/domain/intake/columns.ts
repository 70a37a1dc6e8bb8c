// Which column of a table says what: Movebank's names in all their spellings, the plain names people use, and
// columns named by hand.

/**
 * What a column can say. The first four a table must have, but for `tag` in place of `individual`, and `date`
 * with `time_of_day` in place of `time`.
 */
export const members = [
  "individual",
  "time",
  "lon",
  "lat",
  "date",
  "time_of_day",
  "tag",
  "altitude_m",
  "speed_mps",
  "heading_deg",
  "accuracy_m",
  "satellites",
  "temperature_c",
  "battery_voltage",
  "taxon",
  "sensor",
  "visible",
  "outlier"
] as const
export type Member = (typeof members)[number]

/** Where a member stands in a row (0-based) and the unit that its numbers are in, where it is not ours. */
export interface Column {
  readonly index: number
  readonly unit?: string
  /** of a column that marks outliers: who does */
  readonly marker?: Marker
}

/** Who marked a row as an outlier; `hidden`: its visibility says so alone. */
export type Marker = "manually" | "algorithm" | "import" | "hidden"

/** The columns of each member, best first: the first that is not empty in a row counts. */
export type Columns = ReadonlyMap<Member, ReadonlyArray<Column>>

/**
 * Names in one spelling (`location.long`, `location_long` and `Location-Long` are `location-long`), best
 * first within a member.
 */
const names: ReadonlyArray<readonly [name: string, member: Member, unit?: string | null, marker?: Marker]> = [
  ["individual-local-identifier", "individual"],
  ["individual-id", "individual"],
  ["animal-id", "individual"],
  ["individual", "individual"],
  ["animal", "individual"],
  ["tag-local-identifier", "tag"],
  ["tag-id", "tag"],
  ["tag", "tag"],
  ["device", "tag"],
  ["device-id", "tag"],
  ["collar-id", "tag"],
  ["timestamp", "time"],
  ["time", "time"],
  ["datetime", "time"],
  ["date-time", "time"],
  ["location-long", "lon"],
  ["lon", "lon"],
  ["long", "lon"],
  ["lng", "lon"],
  ["longitude", "lon"],
  ["location-lat", "lat"],
  ["lat", "lat"],
  ["latitude", "lat"],
  ["height-above-msl", "altitude_m"],
  ["height-above-ellipsoid", "altitude_m"],
  ["altitude-m", "altitude_m"],
  ["altitude", "altitude_m"],
  ["ground-speed", "speed_mps"],
  ["speed-mps", "speed_mps"],
  ["speed-kmh", "speed_mps", "km/h"],
  ["heading", "heading_deg"],
  ["heading-deg", "heading_deg"],
  ["eobs-horizontal-accuracy-estimate", "accuracy_m"],
  ["location-error-numerical", "accuracy_m"],
  ["accuracy-m", "accuracy_m"],
  ["accuracy", "accuracy_m"],
  ["gps-satellite-count", "satellites"],
  ["satellites", "satellites"],
  ["external-temperature", "temperature_c"],
  ["eobs-temperature", "temperature_c"],
  ["temperature-c", "temperature_c"],
  ["tag-voltage", "battery_voltage", "mV"],
  ["eobs-battery-voltage", "battery_voltage", "mV"],
  ["battery-voltage", "battery_voltage"], // Movebank's voltages are mV
  ["individual-taxon-canonical-name", "taxon"],
  ["animal-taxon", "taxon"],
  ["sensor-type", "sensor"],
  ["visible", "visible"],
  ["manually-marked-outlier", "outlier", null, "manually"],
  ["algorithm-marked-outlier", "outlier", null, "algorithm"],
  ["import-marked-outlier", "outlier", null, "import"]
]

const spelled = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s._:-]+/g, "-")

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
  ["fecha", "hora"],
  ["date", "heure"]
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

const known: ReadonlyMap<string, Member> = new Map(names.map(([name, member]) => [name, member]))

/**
 * Names that more columns than one have, so that nobody can tell which of them counts; of those that are
 * looked for, in any spelling.
 */
const namedTwice = (
  header: ReadonlyArray<string>,
  named: ReadonlyMap<Member, string>
): ReadonlyArray<string> => {
  const seen = new Set<string>(),
    twice = new Set<string>()
  for (const column of header) {
    const name = column.trim(),
      member = known.get(spelled(name)),
      key = member === undefined || named.has(member) ? `=${name}` : spelled(name)
    if (name !== "" && seen.has(key)) twice.add(name)
    seen.add(key)
  }
  return [...twice]
}

/**
 * The columns of a date and of the time of the day beside it, by their names; `time` and `date` are those
 * that were named by hand.
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

/**
 * The columns that a header has, whether or not they are enough, and the names given by hand that it has not.
 * Those are taken alone, by their exact name.
 */
export const columnsIn = (
  header: ReadonlyArray<string>,
  named: ReadonlyMap<Member, string>
): { readonly columns: Columns; readonly unknown: ReadonlyArray<string> } => {
  const columns = new Map<Member, ReadonlyArray<Column>>()
  const unknown: Array<string> = []
  for (const [member, name] of named) {
    const exact = header.indexOf(name),
      index = exact < 0 ? header.findIndex((column) => column.trim() === name.trim()) : exact
    if (index < 0) unknown.push(name)
    else columns.set(member, [{ index }])
  }
  const at = new Map(header.map((name, index) => [spelled(name), index] as const).toReversed())
  const pair = pairOf(at, columns.get("time")?.[0]?.index, columns.get("date")?.[0]?.index)
  for (const member of members) {
    if (named.has(member)) continue
    const found: Array<Column> = names.flatMap(([name, of, unit = null, marker]) =>
      of === member && at.has(name)
        ? [
            {
              index: at.get(name)!,
              ...(unit === null ? {} : { unit }),
              ...(marker === undefined ? {} : { marker })
            }
          ]
        : []
    )
    if (pair[member] !== undefined) found.push({ index: pair[member] })
    if (found.length > 0) columns.set(member, found)
  }
  return { columns, unknown }
}

/**
 * The columns of a table by its header, or what is missing. `named` gives columns by hand. `isOneAnimal`: it
 * is said beside the table whose all rows are.
 */
export const findColumns = (
  header: ReadonlyArray<string>,
  named: ReadonlyMap<Member, string>,
  isOneAnimal = false
): Columns | ColumnsMissing => {
  const { columns, unknown } = columnsIn(header, named)
  const instead: Partial<Record<Member, Member>> = { individual: "tag", time: "time_of_day" }
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
