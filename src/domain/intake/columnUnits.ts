// What a header, or the row below it, says of the unit of a column.
import type { ColumnField } from "./columnNames.ts"
import { isQuantity, quantities } from "./scalars/quantities.ts"

/** Patterns of the units of columns that are not quantities. */
const kinds: Readonly<Partial<Record<ColumnField, RegExp>>> = {
  lon: /^(?:°|deg\.?|degrees?|decimal degrees?|dd|dms|wgs ?-?84)(?: ?[ew])?$/iu,
  lat: /^(?:°|deg\.?|degrees?|decimal degrees?|dd|dms|wgs ?-?84)(?: ?[ns])?$/iu,
  easting: /^(?:m|met(?:er|re)s?)$/iu,
  northing: /^(?:m|met(?:er|re)s?)$/iu,
  time: /^(?:utc|gmt|local|local time|date ?time|timestamp|time|iso ?8601|[ymdhs]{1,4}(?:[-./: t]+[ymdhs]{1,4})+)$/iu,
  date: /^(?:utc|gmt|local|date|[ymd]{1,4}(?:[-./ ]+[ymd]{1,4})+)$/iu,
  time_of_day: /^(?:utc|gmt|local|time|[hms]{1,2}(?:[:.]+[hms]{1,3})+)$/iu
}

/** Words that may stand for a unit where there is none. */
const NO_UNIT_PATTERN = /^(?:n\/?a|none|text|string|id|name|#|no\.?|count|number|1)$/iu

/** Returns the name of a quantity's unit in `units.ts`, by how it is written; null: it is not known. */
export const quantityUnit = (field: ColumnField, unit: string): string | null =>
  isQuantity(field) ? (quantities[field].units.get(unit.trim().toLowerCase()) ?? null) : null

/** Whether a text says the unit of a column, and is no value of it. */
export const isUnitOf = (field: ColumnField, unit: string): boolean =>
  NO_UNIT_PATTERN.test(unit) || (kinds[field]?.test(unit) ?? quantityUnit(field, unit) !== null)

/** Whether the unit of a column of times says that they are UTC. */
export const isUtcUnit = (unit: string): boolean => /^(?:utc|gmt|z)$/iu.test(unit.trim())
