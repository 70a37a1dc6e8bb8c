// The first rows of a file as they stand in it, with what is read of each column; another column may be named.
import { useState } from "react"
import type { ColumnField } from "../../../domain/intake/columnNames.ts"
import { Card, Text } from "../../design/kit.tsx"
import { counted, numberText } from "../../design/numbers.ts"
import { Segments } from "../../design/form/Segments.tsx"
import look from "./imports.module.css"
import { fieldWord, fieldWords } from "./words.ts"
import type { FileAnswers, Found, Sample } from "./worker/protocol.ts"

interface SampleRowsProps {
  readonly sample: Sample
  readonly found: Found | null
  readonly answers: FileAnswers
  /** absent: nothing is changed any more */
  readonly onAnswer?: (change: FileAnswers) => void
}

type Named = NonNullable<FileAnswers["columns"]>

/** The columns named by hand, with `name` for `field` (null: for nothing). */
const namedWith = (columns: Named, name: string, field: ColumnField | null): Named => ({
  ...Object.fromEntries(Object.entries(columns).filter(([, other]) => other !== name)),
  ...(field === null ? {} : { [field]: name })
})

const isColumnField = (key: string): key is ColumnField => fieldWords.some(([field]) => field === key)

export const SampleRows = ({ answers, found, onAnswer, sample }: SampleRowsProps) => {
  const { header, isFixed, fields, rows, written } = sample
  const columns = answers.columns ?? {}
  const isByHand = (name: string) => Object.values(columns).includes(name)
  const [which, setWhich] = useState<"first" | "refused">("first")
  const examples = found?.examples ?? []
  const refused = new Map(examples.map((row) => [row.line, row.reason]))
  const isRefused = which === "refused" && examples.length > 0
  const shown = isRefused ? examples : rows
  const further = found === null ? 0 : (isRefused ? found.rejected : found.rows) - shown.length
  const read = fields.filter((field) => field !== null).length
  return (
    <Card
      fill
      title={
        isRefused
          ? "Refused rows"
          : rows.length === 1
            ? "The only row"
            : `First ${counted(rows.length, "row")}`
      }
      label="First rows"
      acts={
        found !== null &&
        examples.length > 0 && (
          <Segments
            label="Rows that are shown"
            all={false}
            of={[
              ["first", `First ${rows.length}`],
              ["refused", `Refused ${numberText(found.rejected)}`]
            ]}
            value={isRefused ? "refused" : "first"}
            onChoose={(value) => setWhich(value ?? "first")}
          />
        )
      }
      beside={
        <Text size={2} tone="soft">
          {written}; {read} of {counted(header.length, "column")} read
        </Text>
      }
    >
      <table className={look["sample"]}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            {header.map((name, i) => {
              const field = fields[i] ?? null
              return (
                <th key={i} scope="col" data-read={field !== null}>
                  <code>{name}</code>
                  {isFixed || onAnswer === undefined ? (
                    <span>{field === null ? "not read" : fieldWord(field)}</span>
                  ) : (
                    <select
                      className="input"
                      aria-label={`What ${name} says`}
                      value={field ?? ""}
                      onChange={({ target: { value } }) =>
                        onAnswer({ columns: namedWith(columns, name, isColumnField(value) ? value : null) })
                      }
                    >
                      {(field === null || isByHand(name)) && <option value="">not read</option>}
                      {fieldWords.map(([key, word]) => (
                        <option key={key} value={key}>
                          {word}
                        </option>
                      ))}
                    </select>
                  )}
                </th>
              )
            })}
            <th scope="col">
              <span className="hidden">Refused because</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ cells, line }, place) => (
            <tr key={place} data-refused={refused.has(line)}>
              <td>{line}</td>
              {header.map((_, i) => (
                <td key={i} data-read={fields[i] !== null}>
                  {cells[i] === "" || cells[i] === undefined ? "–" : cells[i].slice(0, 60)}
                </td>
              ))}
              <td>{refused.get(line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {further > 0 && (
        <p className={look["further"]}>
          {counted(further, "more row")}
          {isRefused && ". All of them are in the download."}
        </p>
      )}
    </Card>
  )
}
