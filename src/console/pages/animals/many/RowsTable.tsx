// A pasted table with the meaning of its columns and the plan of its rows.
import { useState } from "react"
import { Segments } from "../../../design/form/Segments.tsx"
import { type Column, PARTS } from "./columns.ts"
import { RowLine } from "./RowLine.tsx"
import type { CheckedRow, Remedy } from "./rowParts.ts"
import type { Many } from "./useMany.ts"
import look from "./many.module.css"

interface RowsTableProps {
  readonly many: Many
  readonly checked: ReadonlyArray<CheckedRow>
}

interface Repeated {
  readonly remedy: Remedy
  readonly rows: ReadonlyArray<number>
}

/** repeatedAnswers returns the buttons that several rows share, with these rows. */
const repeatedAnswers = (
  checked: ReadonlyArray<CheckedRow>,
  isMade: (row: number) => boolean
): ReadonlyArray<Repeated> => {
  const found = new Map<string, { readonly remedy: Remedy; readonly rows: Array<number> }>()
  for (const [row, one] of checked.entries()) {
    if (!("says" in one) || isMade(row)) continue
    for (const remedy of one.remedies) {
      if ("correct" in remedy) continue
      const key = JSON.stringify([one.says, remedy])
      const before = found.get(key)
      if (before === undefined) found.set(key, { remedy, rows: [row] })
      else before.rows.push(row)
    }
  }
  return [...found.values()].filter(({ rows }) => rows.length > 1)
}

const isPart = (text: string): text is Column["part"] => PARTS.some(([part]) => part === text)

/** RowsTable shows a pasted table. */
export const RowsTable = ({ checked, many }: RowsTableProps) => {
  const { busy, columns, mend, outcomes, rows, setCell, setColumn } = many
  const [view, setView] = useState<"needs" | undefined>()
  const isMade = (row: number) => outcomes.get(row)?.state === "made"
  const needs = checked.flatMap((one, row) =>
    ("says" in one && !isMade(row)) || outcomes.get(row)?.state === "refused" ? [row] : []
  )
  const shown = view === "needs" ? needs : checked.map((_, row) => row)
  return (
    <>
      <div className={look["tools"]}>
        <p>
          <b className="num">{rows.length} rows</b>{" "}
          <span className="soft">columns guessed by their names; click a cell to change it</span>
        </p>
        <Segments
          label="Which rows"
          of={[["needs", `Needs you ${needs.length}`]]}
          value={view}
          onChoose={setView}
        />
      </div>
      {repeatedAnswers(checked, isMade).length > 0 && (
        <div className={look["repeated"]} role="group" aria-label="The same answer for several rows">
          {repeatedAnswers(checked, isMade).map(({ remedy, rows: of }) => (
            <button
              key={`${remedy.label} ${of[0]}`}
              className="btn small"
              disabled={busy}
              onClick={() => mend(of, remedy)}
            >
              {remedy.label}: all {of.length} rows
            </button>
          ))}
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys scroll it */}
      <div className={look["scroll"]} role="group" aria-label="Rows" tabIndex={0}>
        <table className={look["table"]}>
          <thead>
            <tr>
              <th scope="col">
                <span className="hidden">Row</span>
              </th>
              {columns.map(({ part, title }, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns have no other key
                <th key={at} scope="col">
                  <select
                    className="input"
                    aria-label={`Column ${at + 1}${title === "" ? "" : `, ${title}`}, is`}
                    value={part}
                    disabled={busy}
                    onChange={({ target }) => {
                      if (isPart(target.value)) setColumn(at, target.value)
                    }}
                  >
                    {PARTS.map(([one, word]) => (
                      <option key={one} value={one}>
                        {one === "attribute" && title !== "" ? title : word}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
              <th scope="col">
                <span className="hidden">What becomes of it</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <RowLine
                key={row}
                at={row}
                cells={rows[row] ?? []}
                columns={columns}
                checked={checked[row]!}
                outcome={outcomes.get(row)}
                busy={busy}
                onCell={(column, text) => setCell(row, column, text)}
                onRemedy={(remedy) => mend([row], remedy)}
                onBack={() => mend([row], { label: "Put back", answer: { leftOut: false } })}
                onAgain={() => void many.make([[row, checked[row]!]])}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
