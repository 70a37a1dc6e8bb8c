// A table of a result by its key; apart from the schemas of the document, so that a page may load it.
import type { ResultDocument, Table } from "../Result.ts"

/** tableOf is a table of a document; undefined: its module has none of that key. */
export const tableOf = ({ tables }: ResultDocument, key: string): Table | undefined =>
  tables.find((table) => table.key === key)
