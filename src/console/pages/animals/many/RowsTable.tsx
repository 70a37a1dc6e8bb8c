// A pasted table with the meaning of its columns and the plan of its rows.
import { useState } from "react"
import { words } from "../../../../words/language.ts"
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

const isPart = (text: string): text is Column["part"] => PARTS.some((part) => part === text)

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
          <b className="num">{words.addAnimals.many.rows({ count: rows.length })}</b>{" "}
          <span className="soft">{words.addAnimals.many.guessed}</span>
        </p>
        <Segments
          label={words.addAnimals.many.whichRows}
          of={[["needs", words.addAnimals.many.needsYou({ count: needs.length })]]}
          value={view}
          onChoose={setView}
        />
      </div>
      {repeatedAnswers(checked, isMade).length > 0 && (
        <div className={look["repeated"]} role="group" aria-label={words.addAnimals.many.sameAnswer}>
          {repeatedAnswers(checked, isMade).map(({ remedy, rows: of }) => (
            <button
              key={`${remedy.label} ${of[0]}`}
              className="btn small"
              disabled={busy}
              onClick={() => mend(of, remedy)}
            >
              {words.addAnimals.many.forAll({ answer: remedy.label, rows: of.length })}
            </button>
          ))}
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys scroll it */}
      <div className={look["scroll"]} role="group" aria-label={words.addAnimals.many.list} tabIndex={0}>
        <table className={look["table"]}>
          <thead>
            <tr>
              <th scope="col">
                <span className="hidden">{words.addAnimals.many.row}</span>
              </th>
              {columns.map(({ part, title }, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns have no other key
                <th key={at} scope="col">
                  <select
                    className="input"
                    aria-label={words.addAnimals.many.column({
                      number: at + 1,
                      title: title === "" ? null : title
                    })}
                    value={part}
                    disabled={busy}
                    onChange={({ target }) => {
                      if (isPart(target.value)) setColumn(at, target.value)
                    }}
                  >
                    {PARTS.map((one) => (
                      <option key={one} value={one}>
                        {one === "attribute" && title !== "" ? title : words.addAnimals.many.parts[one]}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
              <th scope="col">
                <span className="hidden">{words.addAnimals.many.result}</span>
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
                onBack={() =>
                  mend([row], { label: words.addAnimals.many.putBack, answer: { leftOut: false } })
                }
                onAgain={() => void many.make([[row, checked[row]!]])}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
