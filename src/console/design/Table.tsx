// Table shows records as rows under a sticky head; on a phone each row is a list item.
import type { MouseEvent, ReactNode } from "react"
import { words } from "../../words/language.ts"
import { flag } from "./kit.tsx"
import look from "./kit.module.css"

/** Column is one column of a Table: its head and its cells. */
export interface Column<R> {
  readonly key: string
  readonly head: string
  readonly cell: (row: R) => ReactNode
  /** numbers, aligned to the end of the column */
  readonly end?: boolean
  /** takes the remaining width; the first line of the item on a phone */
  readonly wide?: boolean
  /** hidden on a phone */
  readonly minor?: boolean
  /** buttons, at the end of the item on a phone */
  readonly act?: boolean
  /** the row header */
  readonly names?: boolean
  /** sortable through `onSort` */
  readonly sorts?: boolean
}

/** Sorting is the column that a Table is sorted by, and its direction. */
export interface Sorting {
  readonly key: string
  readonly descending: boolean
}

interface TableProps<R> {
  readonly label: string
  readonly columns: ReadonlyArray<Column<R>>
  readonly rows: ReadonlyArray<R>
  readonly keyOf: (row: R) => string
  /** key of the row that keyboard commands act on */
  readonly chosen?: string | undefined
  readonly onChoose?: (row: R) => void
  /** the group heading of a row; rows of one group are adjacent */
  readonly groupOf?: (row: R) => string
  readonly sorting?: Sorting
  readonly onSort?: (key: string) => void
  /** remains a table on a phone and scrolls sideways, for tables of numbers */
  readonly wide?: boolean
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("a, button, input, select, label") !== null

const Head = <R,>({ column, onSort, sorting }: { readonly column: Column<R> } & Sorted) => {
  const { end, head, key, sorts, wide } = column
  const descending = sorting?.key === key ? sorting.descending : undefined
  const way = descending === undefined ? undefined : descending ? "descending" : "ascending"
  return (
    <th scope="col" data-end={flag(end)} data-wide={flag(wide)} aria-sort={way}>
      {sorts === true && onSort !== undefined ? (
        <button onClick={() => onSort(key)}>
          {head} {descending === undefined ? "" : descending ? "▾" : "▴"}
        </button>
      ) : head === "" ? (
        <span className="hidden">{words.common.table.actions}</span>
      ) : (
        head
      )}
    </th>
  )
}

interface Sorted {
  readonly sorting: Sorting | undefined
  readonly onSort: ((key: string) => void) | undefined
}

/** Table renders records as rows; a click on a row selects it, except a click on a control inside it. */
export const Table = <R,>({
  chosen,
  columns,
  groupOf,
  keyOf,
  label,
  onChoose,
  onSort,
  rows,
  sorting,
  wide
}: TableProps<R>) => {
  const groups = Map.groupBy(rows, (row) => groupOf?.(row) ?? "")
  const choose =
    (row: R) =>
    ({ target }: MouseEvent) => {
      if (!isControl(target)) onChoose?.(row)
    }
  const cellOf = ({ act, cell, end, key, minor, names, wide: fills }: Column<R>, row: R) => {
    const marks = {
      "data-end": flag(end),
      "data-minor": flag(minor),
      "data-wide": flag(fills),
      "data-act": flag(act)
    }
    return names === true ? (
      <th key={key} scope="row" {...marks}>
        {wide === true && onChoose !== undefined ? (
          <button aria-pressed={keyOf(row) === chosen} onClick={() => onChoose(row)}>
            {cell(row)}
          </button>
        ) : (
          cell(row)
        )}
      </th>
    ) : (
      <td key={key} {...marks}>
        {cell(row)}
      </td>
    )
  }
  return (
    <table className={look["table"]} aria-label={label} data-list={flag(wide !== true)}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.key} column={column} sorting={sorting} onSort={onSort} />
          ))}
        </tr>
      </thead>
      {[...groups].map(([group, members]) => (
        <tbody key={group}>
          {group !== "" && (
            <tr>
              <th scope="rowgroup" colSpan={columns.length}>
                {group}
              </th>
            </tr>
          )}
          {members.map((row) => {
            const key = keyOf(row)
            return (
              <tr
                key={key}
                aria-selected={chosen === undefined ? undefined : key === chosen}
                data-open={flag(onChoose !== undefined)}
                onClick={choose(row)}
              >
                {columns.map((column) => cellOf(column, row))}
              </tr>
            )
          })}
        </tbody>
      ))}
    </table>
  )
}
