// What an address keeps of a result beside the chosen subject: the columns and the order of its tables, and what its
// map shows. A link that is sent shows the same.
import type { Sorting } from "../../design/Table.tsx"

/** TableChoice is what one chose of a table. */
export interface TableChoice {
  /** keys of the columns; null: those shown at first */
  readonly columns: ReadonlyArray<string> | null
  /** null: the order of the document */
  readonly sorting: Sorting | null
}

/** TableSearch is the part of an address that tells of tables. */
export interface TableSearch {
  readonly columns?: string
  readonly sort?: string
}

// none of them is written otherwise in an address
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

/** An address with what is said of one table; nothing else of it changes. */
const withTable = (text: string | undefined, table: string, keys: ReadonlyArray<string>): string =>
  [...new Map(partsOf(text)).set(table, keys)].map(([name, all]) => [name, ...all].join(PARTS)).join(TABLES)

/** tableChoiceOf reads what an address says of a table. */
export const tableChoiceOf = ({ columns, sort }: TableSearch, table: string): TableChoice => {
  const [key] = partsOf(sort).get(table) ?? []
  return {
    columns: partsOf(columns).get(table) ?? null,
    sorting:
      key === undefined ? null : { key: key.replace(/^-/u, ""), descending: key.startsWith(DESCENDING) }
  }
}

/** withTableChoice is what an address says with it; of other tables it says what it said before. */
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

/** kindsOf are the kinds of shapes that an address names; null: it says nothing of them. */
export const kindsOf = (text: string | undefined): ReadonlyArray<string> | null =>
  text === undefined ? null : text === NONE ? [] : text.split(PARTS)

/** kindsText says them in an address. */
export const kindsText = (kinds: ReadonlyArray<string>): string =>
  kinds.length === 0 ? NONE : kinds.join(PARTS)

/** MapChoice is what one chose of a map, and how to choose otherwise. */
export interface MapChoice {
  /** null: those shown at first */
  readonly kinds: ReadonlyArray<string> | null
  /** by what areas are coloured; undefined: the first there is */
  readonly measure: string | undefined
  readonly onKinds: (kinds: ReadonlyArray<string>) => void
  readonly onMeasure: (measure: string) => void
}

/** MapSearch is the part of an address that tells of maps. */
export interface MapSearch {
  readonly kinds?: string
  readonly by?: string
}

/** mapChoiceOf reads what an address says of its maps; `change` writes into it. */
export const mapChoiceOf = ({ by, kinds }: MapSearch, change: (more: MapSearch) => void): MapChoice => ({
  kinds: kindsOf(kinds),
  measure: by,
  onKinds: (all) => change({ kinds: kindsText(all) }),
  onMeasure: (measure) => change({ by: measure })
})
