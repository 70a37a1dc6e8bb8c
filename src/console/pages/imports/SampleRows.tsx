// The first rows of a file as they stand in it, with what is read of each column; another column may be named.
import { useState } from "react"
import type { ColumnField } from "../../../domain/intake/columnNames.ts"
import { words } from "../../../words/language.ts"
import { Card, Text } from "../../design/kit.tsx"
import { Segments } from "../../design/form/Segments.tsx"
import look from "./imports.module.css"
import { fieldWord, formText, offeredFields } from "./words.ts"
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

const isColumnField = (key: string): key is ColumnField => offeredFields.some((field) => field === key)

export const SampleRows = ({ answers, found, onAnswer, sample }: SampleRowsProps) => {
  const { form, header, isFixed, fields, rows } = sample
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
          ? words.imports.rows.refused
          : rows.length === 1
            ? words.imports.rows.onlyOne
            : words.imports.rows.first({ count: rows.length })
      }
      label={words.imports.rows.label}
      acts={
        found !== null &&
        examples.length > 0 && (
          <Segments
            label={words.imports.rows.shown}
            all={false}
            of={[
              ["first", words.imports.rows.showFirst({ count: rows.length })],
              ["refused", words.imports.rows.showRefused({ count: found.rejected })]
            ]}
            value={isRefused ? "refused" : "first"}
            onChoose={(value) => setWhich(value ?? "first")}
          />
        )
      }
      beside={
        <Text size={2} tone="soft">
          {words.imports.rows.columnsRead({ form: formText(form), read, all: header.length })}
        </Text>
      }
    >
      <table className={look["sample"]}>
        <thead>
          <tr>
            <th scope="col">{words.imports.rows.line}</th>
            {header.map((name, i) => {
              const field = fields[i] ?? null
              return (
                <th key={i} scope="col" data-read={field !== null}>
                  <code>{name}</code>
                  {isFixed || onAnswer === undefined ? (
                    <span>{field === null ? words.imports.rows.notRead : fieldWord(field)}</span>
                  ) : (
                    <select
                      className="input"
                      aria-label={words.imports.rows.whatColumnSays({ column: name })}
                      value={field ?? ""}
                      onChange={({ target: { value } }) =>
                        onAnswer({ columns: namedWith(columns, name, isColumnField(value) ? value : null) })
                      }
                    >
                      {(field === null || isByHand(name)) && (
                        <option value="">{words.imports.rows.notRead}</option>
                      )}
                      {offeredFields.map((key) => (
                        <option key={key} value={key}>
                          {fieldWord(key)}
                        </option>
                      ))}
                    </select>
                  )}
                </th>
              )
            })}
            <th scope="col">
              <span className="hidden">{words.imports.rows.refusedBecause}</span>
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
          {isRefused
            ? words.imports.rows.moreRefused({ count: further })
            : words.imports.rows.more({ count: further })}
        </p>
      )}
    </Card>
  )
}
