// A sortable table of metrics with selectable columns; copied with all digits. A row selects its subject.
import { type ReactNode, useState } from "react"
import type { Column as Field, Table as Stored } from "../../../../domain/analysis/Result.ts"
import { cellText } from "../../../../figures/cellText.ts"
import { words } from "../../../../words/language.ts"
import { Card, Text } from "../../../design/kit.tsx"
import { type Column, type Sorting, Table } from "../../../design/Table.tsx"
import { copyText } from "../../../shell/clipboard.ts"
import type { TableChoice } from "./address.ts"
import { columnOf, type Row, tsvOf } from "./document.ts"
import look from "./result.module.css"

/** Columns that name the row or repeat what the page shows. */
const HIDDEN_COLUMNS = new Set(["row_kind", "period", "subject_id", "area_id"])

interface MetricTableProps {
  readonly title: string
  readonly of: Stored
  readonly rows: ReadonlyArray<Row>
  /** the key of the column that names a row */
  readonly names: string
  /** keys of the columns shown at first */
  readonly first: ReadonlyArray<string>
  /** the user's columns and order */
  readonly choice: TableChoice
  readonly onTable: (choice: TableChoice) => void
  readonly chosen: string | null
  /** the id that a row selects; null: an aggregate row */
  readonly idOf: (row: Row) => string | null
  readonly onChoose: (id: string) => void
  readonly below?: ReactNode
}

const headOf = ({ label, note, unit }: Field): string =>
  `${label}${unit === null ? "" : `, ${unit}`}${note === undefined ? "" : ` (${note})`}`

const compare = (a: unknown, b: unknown): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : (a as string | number) < (b as string | number) ? -1 : 1

const columnsOf = (name: Field, seen: ReadonlyArray<Field>): ReadonlyArray<Column<Row>> => [
  {
    key: name.key,
    head: name.label,
    names: true,
    sorts: true,
    cell: (row) => <bdi>{cellText(row.of(name.key), name)}</bdi>
  },
  ...seen.map((field): Column<Row> => ({
    key: field.key,
    head: headOf(field),
    end: true,
    sorts: true,
    cell: ({ of }) => {
      const text = cellText(of(field.key), field)
      return text === "" ? <span className="faint">–</span> : text
    }
  }))
]

/** Sorts rows by a column; rows without a value and aggregate rows stay last. */
const sorted = (
  rows: ReadonlyArray<Row>,
  idOf: MetricTableProps["idOf"],
  sorting: Sorting | null
): ReadonlyArray<Row> => {
  if (sorting === null) return rows
  const single = rows.filter((row) => idOf(row) !== null)
  const known = single.filter(({ of }) => of(sorting.key) !== null)
  const ordered = known.toSorted(
    (a, b) => compare(a.of(sorting.key), b.of(sorting.key)) * (sorting.descending ? -1 : 1)
  )
  return [
    ...ordered,
    ...single.filter((row) => !known.includes(row)),
    ...rows.filter((row) => idOf(row) === null)
  ]
}

const Choice = ({
  fields,
  onToggle,
  shown
}: {
  readonly fields: ReadonlyArray<Field>
  readonly shown: ReadonlyArray<string>
  readonly onToggle: (key: string) => void
}) => (
  <fieldset className={look["choice"]}>
    <legend className="hidden">{words.results.table.columns}</legend>
    {fields.map((field) => (
      <label key={field.key}>
        <input type="checkbox" checked={shown.includes(field.key)} onChange={() => onToggle(field.key)} />
        {headOf(field)}
      </label>
    ))}
  </fieldset>
)

/** MetricTable shows stored values with the number format of the report. */
export const MetricTable = ({
  below,
  choice,
  chosen,
  first,
  idOf,
  names,
  of,
  onChoose,
  onTable,
  rows,
  title
}: MetricTableProps) => {
  const fields = of.columns.filter(
    ({ key }) => key !== names && !HIDDEN_COLUMNS.has(key) && rows.some((row) => row.of(key) !== null)
  )
  const { sorting } = choice
  const shown = choice.columns ?? first
  const [isChoosing, setChoosing] = useState(false)
  const seen = fields.filter(({ key }) => shown.includes(key))
  const name = columnOf(of, names)!
  const onSort = (key: string) =>
    onTable({ ...choice, sorting: { key, descending: sorting?.key === key && !sorting.descending } })
  return (
    <Card
      title={title}
      beside={
        <Text tone="soft">{words.results.table.shown({ shown: seen.length, all: fields.length })}</Text>
      }
      acts={
        <>
          <button className="link" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
            {words.results.table.columns}
          </button>{" "}
          <button
            className="link"
            onClick={() => copyText(tsvOf([name, ...fields], rows), words.results.table.copied)}
          >
            {words.results.table.copy}
          </button>
        </>
      }
    >
      {isChoosing && (
        <Choice
          fields={fields}
          shown={shown}
          onToggle={(key) =>
            onTable({
              ...choice,
              columns: shown.includes(key) ? shown.filter((one) => one !== key) : [...shown, key]
            })
          }
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys scroll it */}
      <div className={look["scroll"]} role="group" aria-label={title} tabIndex={0}>
        <Table
          label={title}
          columns={columnsOf(name, seen)}
          rows={sorted(rows, idOf, sorting)}
          keyOf={(row) => row.key}
          chosen={rows.find((row) => idOf(row) === chosen)?.key}
          onChoose={(row) => {
            const id = idOf(row)
            if (id !== null) onChoose(id)
          }}
          {...(sorting === null ? {} : { sorting })}
          onSort={onSort}
          wide
        />
      </div>
      {below}
    </Card>
  )
}
