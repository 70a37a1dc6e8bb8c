// What a file says of its shapes: which attributes there are, what their values are, and their values as that.
import { readDateTime } from "../../rfc3339.ts"
import { parseDecimal, readNumber } from "../../intake/scalars/readNumber.ts"
import {
  type AttributeColumn,
  type AttributeType,
  type FileShape,
  MAX_ATTRIBUTE_COLUMNS,
  type ShapeTrouble
} from "../FeatureImport.ts"

/** Members that are no attributes of a feature, or that say what kind of feature it is. */
const UNTYPED_ATTRIBUTES: ReadonlySet<string> = new Set(["name", "Name", "feature_type", "shape", "centre"])
/** Free texts of KML, which are never numbers. */
const FREE_TEXT_ATTRIBUTES: ReadonlySet<string> = new Set(["description", "title"])

const MAX_SAMPLES = 3
const MAX_SAMPLE_CHARACTERS = 60

/** A number as a text means it: `007` and `+1` are names of something. */
const PLAIN_NUMBER_PATTERN = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/u
/** A comma and three digits may be thousands or a fraction. */
const AMBIGUOUS_COMMA_PATTERN = /^[+-]?\d{1,3},\d{3}$/u
const DATE_PATTERN = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/u
const DOTTED_DATE_PATTERN = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/u

const calendarDay = (year: string, month: string, day: string): string | null => {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  return Number.isNaN(readDateTime(`${text}T00:00:00Z`)) ? null : text
}

/** Returns a day as `2026-05-01`, a time with a zone as it is; null: the text is neither. */
const dateOf = (text: string): string | null => {
  const [, year, month, day] = DATE_PATTERN.exec(text) ?? []
  if (day !== undefined) return calendarDay(year!, month!, day)
  const [, dottedDay, dottedMonth, dottedYear] = DOTTED_DATE_PATTERN.exec(text) ?? []
  if (dottedYear !== undefined) return calendarDay(dottedYear, dottedMonth!, dottedDay!)
  return Number.isNaN(readDateTime(text)) ? null : text
}

const numberOf = (value: unknown): number | null | undefined => {
  if (typeof value === "string" && AMBIGUOUS_COMMA_PATTERN.test(value.trim())) return undefined
  const number = readNumber(value, "either")
  return typeof number === "number" ? number : number === "not known" ? null : undefined
}

/** Returns the value as its type; null: it says nothing; undefined: it cannot be read as that. */
const valueAs = (type: AttributeType, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  switch (type) {
    case "number":
      return numberOf(value)
    case "date":
      return typeof value === "string" ? (dateOf(value.trim()) ?? undefined) : undefined
    case "text":
      return typeof value === "string" ? value : JSON.stringify(value)
  }
}

type Kind = AttributeColumn["type"]

/** Returns the type that a text can be read as. */
const kindOfText = (text: string): Kind => {
  const trimmed = text.trim()
  if (PLAIN_NUMBER_PATTERN.test(trimmed) && parseDecimal(trimmed) !== null) return "number"
  return dateOf(trimmed) === null ? "text" : "date"
}

/** Column collects the values of an attribute over the shapes. */
class Column {
  count = 0
  readonly samples = new Set<string>()
  /** what its values are in the file */
  private readonly written = new Set<Kind>()
  private readonly looks = new Set<Kind>()

  add(value: unknown): void {
    if (value === null || value === undefined || value === "") return
    this.count++
    const kind =
      typeof value === "string" ? kindOfText(value) : typeof value === "number" ? "number" : "other"
    this.looks.add(kind)
    this.written.add(typeof value === "string" && kind === "number" ? "text" : kind)
    if (this.samples.size < MAX_SAMPLES)
      this.samples.add(String(valueAs("text", value)).slice(0, MAX_SAMPLE_CHARACTERS))
  }

  get kept(): Kind {
    return soleOf(this.written)
  }
  get looksLike(): Kind {
    return soleOf(this.looks)
  }
}

/** Returns the only kind; of several `other` if it is among them, else `text`. */
const soleOf = (kinds: ReadonlySet<Kind>): Kind => {
  const [first] = kinds
  if (first === undefined) return "text"
  if (kinds.size === 1) return first
  return kinds.has("other") ? "other" : "text"
}

/** Returns the attributes of a file, in their order. */
export const columnsOf = (
  shapes: ReadonlyArray<FileShape>,
  asked: Readonly<Record<string, AttributeType>>,
  isUntyped: boolean
): ReadonlyArray<AttributeColumn> => {
  const columns = new Map<string, Column>()
  for (const { properties } of shapes)
    for (const [name, value] of Object.entries(properties)) {
      if (UNTYPED_ATTRIBUTES.has(name)) continue
      let column = columns.get(name)
      if (column === undefined) {
        if (columns.size >= MAX_ATTRIBUTE_COLUMNS) continue
        column = new Column()
        columns.set(name, column)
      }
      column.add(value)
    }
  return [...columns].map(([name, { count, kept, looksLike, samples }]) => ({
    name: name.slice(0, 200),
    type:
      (Object.hasOwn(asked, name) ? asked[name] : undefined) ??
      (isUntyped && !FREE_TEXT_ATTRIBUTES.has(name) ? looksLike : kept),
    looks_like: looksLike,
    count,
    samples: [...samples]
  }))
}

/**
 * Returns the shapes with their attributes as their types; one whose value cannot be read as that has its
 * `trouble`. `types`: of the attributes that are not as the file has them.
 */
export const typeAttributes = (
  shapes: ReadonlyArray<FileShape>,
  types: ReadonlyMap<string, AttributeType>
): ReadonlyArray<FileShape> =>
  types.size === 0
    ? shapes
    : shapes.map((shape) => {
        let trouble: ShapeTrouble | undefined = shape.trouble
        const properties = Object.fromEntries(
          Object.entries(shape.properties).flatMap(([name, value]) => {
            const type = types.get(name)
            if (type === undefined) return [[name, value]]
            const typed = valueAs(type, value)
            if (typed === undefined)
              trouble ??= {
                code: "ATTRIBUTE_UNREADABLE",
                detail: `Its attribute ${JSON.stringify(name)} is no ${type}: ${JSON.stringify(value).slice(0, 80)}.`
              }
            return typed === null || typed === undefined ? [] : [[name, typed]]
          })
        )
        return { ...shape, properties, ...(trouble === undefined ? {} : { trouble }) }
      })
