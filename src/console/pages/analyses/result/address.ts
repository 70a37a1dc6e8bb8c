// The view of a result in the address: columns and order of tables, and shapes on the map; a shared link shows the
// same.
import type { Sorting } from "../../../design/Table.tsx"

/** TableChoice is the user's columns and order of a table. */
export interface TableChoice {
  /** column keys; null: the default columns */
  readonly columns: ReadonlyArray<string> | null
  /** null: the order of the document */
  readonly sorting: Sorting | null
}

/** TableSearch holds the search parameters of tables. */
interface TableSearch {
  readonly columns?: string
  readonly sort?: string
}

// separators that need no encoding in an address
const TABLES = "~",
  PARTS = ".",
  DESCENDING = "-",
  NONE = "none"

type Parts = ReadonlyMap<string, ReadonlyArray<string>>

const partsOf = (text: string | undefined): Parts =>
  new Map(
    (text ?? "").split(TABLES).flatMap((each) => {
      const [table = "", ...parts] = each.split(PARTS)
      return table === "" ? [] : [[table, parts] as const]
    })
  )

/** Replaces the entry of one table in a search parameter. */
const withTable = (text: string | undefined, table: string, keys: ReadonlyArray<string>): string =>
  [...new Map(partsOf(text)).set(table, keys)].map(([name, all]) => [name, ...all].join(PARTS)).join(TABLES)

/** tableChoiceOf reads the choice for a table from the search parameters. */
export const tableChoiceOf = ({ columns, sort }: TableSearch, table: string): TableChoice => {
  const [key] = partsOf(sort).get(table) ?? []
  return {
    columns: partsOf(columns).get(table) ?? null,
    sorting:
      key === undefined ? null : { key: key.replace(/^-/u, ""), descending: key.startsWith(DESCENDING) }
  }
}

/** withTableChoice returns the search parameters with a choice for one table; other tables are unchanged. */
export const withTableChoice = (
  { columns, sort }: TableSearch,
  table: string,
  { columns: keys, sorting }: TableChoice
): TableSearch => ({
  ...(keys === null ? {} : { columns: withTable(columns, table, keys) }),
  ...(sorting === null
    ? {}
    : { sort: withTable(sort, table, [`${sorting.descending ? DESCENDING : ""}${sorting.key}`]) })
})

/** kindsOf reads the kinds of shapes from the address; null: not set. */
export const kindsOf = (text: string | undefined): ReadonlyArray<string> | null =>
  text === undefined ? null : text === NONE ? [] : text.split(PARTS)

/** kindsText writes the kinds of shapes for the address. */
export const kindsText = (kinds: ReadonlyArray<string>): string =>
  kinds.length === 0 ? NONE : kinds.join(PARTS)

/** MapChoice is the user's choice for a map, with its setters. */
export interface MapChoice {
  /** null: the default kinds */
  readonly kinds: ReadonlyArray<string> | null
  /** measure that colours the areas; undefined: the first available */
  readonly measure: string | undefined
  readonly onKinds: (kinds: ReadonlyArray<string>) => void
  readonly onMeasure: (measure: string) => void
}

/** MapSearch holds the search parameters of maps. */
interface MapSearch {
  readonly kinds?: string
  readonly by?: string
}

/** mapChoiceOf reads the choice for the maps; `change` writes the address. */
export const mapChoiceOf = ({ by, kinds }: MapSearch, change: (more: MapSearch) => void): MapChoice => ({
  kinds: kindsOf(kinds),
  measure: by,
  onKinds: (all) => change({ kinds: kindsText(all) }),
  onMeasure: (measure) => change({ by: measure })
})
