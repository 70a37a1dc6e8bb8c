// One row of a pasted table: editable cells, its plan, or a question with a button for each answer.
import { Link } from "@tanstack/react-router"
import { useRef } from "react"
import { words } from "../../../../words/language.ts"
import { Icon } from "../../../design/marks/Icon.tsx"
import { useProject } from "../../../shell/useProject.ts"
import type { Column } from "./columns.ts"
import type { CheckedRow, Remedy } from "./rowParts.ts"
import type { Outcome } from "./useMany.ts"
import look from "./many.module.css"

interface RowLineProps {
  readonly at: number
  readonly cells: ReadonlyArray<string>
  readonly columns: ReadonlyArray<Column>
  readonly checked: CheckedRow
  readonly outcome: Outcome | undefined
  readonly busy: boolean
  readonly onCell: (column: number, text: string) => void
  readonly onRemedy: (remedy: Remedy) => void
  readonly onBack: () => void
  readonly onAgain: () => void
}

const keyOfRemedy = (remedy: Remedy): string => remedy.label

const toneOf = (checked: CheckedRow, outcome: Outcome | undefined): string =>
  outcome?.state === "refused" ? "wrong" : outcome?.state === "made" ? "made" : checked.status

/** RowLine shows one row of a pasted table. */
export const RowLine = ({
  at,
  busy,
  cells,
  checked,
  columns,
  onAgain,
  onBack,
  onCell,
  onRemedy,
  outcome
}: RowLineProps) => {
  const { project } = useProject()
  const row = useRef<HTMLTableRowElement>(null)
  const wrongAt =
    "says" in checked && outcome?.state !== "made"
      ? typeof checked.at === "number"
        ? checked.at
        : columns.findIndex(({ part }) => part === checked.at)
      : -1
  const press = (remedy: Remedy) => {
    if (!("correct" in remedy)) return onRemedy(remedy)
    row.current?.querySelectorAll("input")[Math.max(0, wrongAt)]?.focus()
  }
  const isMade = outcome?.state === "made"
  return (
    <tr ref={row} data-tone={toneOf(checked, outcome)}>
      <th scope="row" className="num faint">
        {at + 1}
      </th>
      {cells.map((cell, column) => (
        // oxlint-disable-next-line react/no-array-index-key -- columns have no other key
        <td key={column} data-wrong={column === wrongAt} data-none={columns[column]?.part === "none"}>
          <input
            aria-label={words.addAnimals.many.cell({ column: columns[column]?.title || null, row: at + 1 })}
            aria-invalid={column === wrongAt ? true : undefined}
            disabled={isMade || busy}
            value={cell}
            onChange={({ target }) => onCell(column, target.value)}
          />
        </td>
      ))}
      <td className={look["says"]}>
        {isMade ? (
          <Link
            className="link"
            to="/p/$slug/animals/$entity"
            params={{ slug: project.slug, entity: outcome.id }}
          >
            <Icon name="check" size={14} /> {words.addAnimals.many.done}
          </Link>
        ) : outcome?.state === "refused" ? (
          <>
            <span>
              {outcome.id === null
                ? outcome.says
                : words.addAnimals.many.withoutTag({ reason: outcome.says })}
            </span>
            <button className="btn small" disabled={busy} onClick={onAgain}>
              {words.common.tryAgain}
            </button>
          </>
        ) : checked.status === "ready" ? (
          <span className="soft">
            <Icon name="check" size={14} />{" "}
            {checked.plan.updates === null ? words.addAnimals.many.new : words.addAnimals.many.update}
          </span>
        ) : checked.status === "left out" ? (
          <>
            <span className="soft">{words.addAnimals.many.skipped}</span>
            <button className="btn small" disabled={busy} onClick={onBack}>
              {words.addAnimals.many.putBack}
            </button>
          </>
        ) : (
          <>
            <span>{checked.says}</span>
            {checked.remedies.map((remedy) => (
              <button
                key={keyOfRemedy(remedy)}
                className="btn small"
                disabled={busy}
                onClick={() => press(remedy)}
              >
                {remedy.label}
              </button>
            ))}
          </>
        )}
      </td>
    </tr>
  )
}
