// The attributes in a file: samples and the assumed type, which can be changed.
import type { AttributeTypes, Imported } from "../../../data/areas.ts"
import look from "../panel.module.css"

interface FileAttributesProps {
  readonly columns: Imported["attributes"]
  readonly types: AttributeTypes
  readonly busy: boolean
  readonly onTypes: (types: AttributeTypes) => void
}

const words = { number: "Number", date: "Date", text: "Text" } as const
type Word = keyof typeof words

const isWord = (type: string): type is Word => Object.hasOwn(words, type)

/** FileAttributes lists the attributes of a file. */
export const FileAttributes = ({ busy, columns, onTypes, types }: FileAttributesProps) =>
  columns.length === 0 ? null : (
    <details className={look["more"]}>
      <summary>
        What it says of them <span className="faint num">{columns.length}</span>
      </summary>
      <ul className={look["columns"]}>
        {columns.map(({ count, looks_like, name, samples, type }) => (
          <li key={name}>
            <bdi className="strong">{name}</bdi>
            {type === "other" ? (
              <span className="faint">as it is</span>
            ) : (
              <select
                className="input"
                aria-label={`${name} is`}
                value={type}
                disabled={busy}
                onChange={({ target: { value } }) => {
                  if (isWord(value)) onTypes({ ...types, [name]: value })
                }}
              >
                {Object.entries(words).map(([value, word]) => (
                  <option key={value} value={value}>
                    {word}
                  </option>
                ))}
              </select>
            )}
            <span className="faint">
              <bdi>{samples.join(", ") || "empty"}</bdi>
              {count > 0 && <span className="num"> · {count} have it</span>}
              {looks_like !== type &&
                isWord(looks_like) &&
                ` · looks like ${words[looks_like].toLowerCase()}s`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
