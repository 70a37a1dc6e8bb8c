// The context of an event as rows: further details from a device, a person or a program, such as the detected species
// and its confidence; for an event of a rule, the stored values.
import { words } from "../../../words/language.ts"
import type { Event } from "../../data/events.ts"
import { capital } from "../../shell/words.ts"

/** ContextRow is a member of the context. */
interface ContextRow {
  /** key of the row: the path of the member */
  readonly path: string
  readonly label: string
  readonly value: string
}

/** MAX_CONTEXT_ROWS is the number of rows that are shown of one event. */
export const MAX_CONTEXT_ROWS = 60

/** Nesting depth that is split into rows; deeper values stay in one row. */
const MAX_DEPTH = 4

type Json = Event["context"][string]

const isRecord = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isPlain = (value: Json): boolean => typeof value !== "object" || value === null

const textOf = (value: Json): string =>
  value === null
    ? words.event.context.unknown
    : value === true
      ? words.event.context.yes
      : value === false
        ? words.event.context.no
        : typeof value === "string"
          ? value.trim() === ""
            ? words.event.context.empty
            : value
          : typeof value === "number"
            ? String(value)
            : Array.isArray(value) && value.every(isPlain)
              ? value.length === 0
                ? words.event.context.none
                : value.map(textOf).join(", ")
              : JSON.stringify(value)

const labelOf = (names: ReadonlyArray<string>): string =>
  capital(names.map((name) => name.replaceAll("_", " ")).join(", "))

const rowsIn = (value: Json, names: ReadonlyArray<string>): ReadonlyArray<ContextRow> =>
  isRecord(value) && names.length < MAX_DEPTH && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([name, member]) => rowsIn(member, [...names, name]))
    : [
        {
          path: JSON.stringify(names),
          label: labelOf(names),
          value: isRecord(value) && Object.keys(value).length === 0 ? words.event.context.none : textOf(value)
        }
      ]

/** Returns the values that a rule stored; the page shows its other members itself. */
const ofRule = (context: Event["context"]): Event["context"] => {
  const values = context["values"]
  return values !== undefined && isRecord(values) ? values : {}
}

/** contextRows returns the rows of a context, and how many more there are. */
export const contextRows = ({
  context,
  source
}: Pick<Event, "context" | "source">): {
  readonly rows: ReadonlyArray<ContextRow>
  readonly more: number
} => {
  const rows = Object.entries(source.kind === "rule" ? ofRule(context) : context).flatMap(([name, value]) =>
    rowsIn(value, [name])
  )
  return { rows: rows.slice(0, MAX_CONTEXT_ROWS), more: Math.max(0, rows.length - MAX_CONTEXT_ROWS) }
}
