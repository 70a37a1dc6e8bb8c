// The attributes in a file: samples and the assumed type, which can be changed.
import { words } from "../../../../words/language.ts"
import type { AttributeTypes, Imported } from "../../../data/areas.ts"
import look from "../panel.module.css"

interface FileAttributesProps {
  readonly columns: Imported["attributes"]
  readonly types: AttributeTypes
  readonly busy: boolean
  readonly onTypes: (types: AttributeTypes) => void
}

const readTypes = ["number", "date", "text"] as const
type ReadType = (typeof readTypes)[number]

const isReadType = (type: string): type is ReadType => readTypes.some((one) => one === type)

/** FileAttributes lists the attributes of a file. */
export const FileAttributes = ({ busy, columns, onTypes, types }: FileAttributesProps) =>
  columns.length === 0 ? null : (
    <details className={look["more"]}>
      <summary>
        {words.areaFiles.attributes.title} <span className="faint num">{columns.length}</span>
      </summary>
      <ul className={look["columns"]}>
        {columns.map(({ count, looks_like, name, samples, type }) => (
          <li key={name}>
            <bdi className="strong">{name}</bdi>
            {type === "other" ? (
              <span className="faint">{words.areaFiles.attributes.unchanged}</span>
            ) : (
              <select
                className="input"
                aria-label={words.areaFiles.attributes.typeOf({ name })}
                value={type}
                disabled={busy}
                onChange={({ target: { value } }) => {
                  if (isReadType(value)) onTypes({ ...types, [name]: value })
                }}
              >
                {readTypes.map((value) => (
                  <option key={value} value={value}>
                    {words.areaFiles.attributes.types[value]}
                  </option>
                ))}
              </select>
            )}
            <span className="faint">
              <bdi>{samples.join(", ") || words.areaFiles.attributes.empty}</bdi>
              {count > 0 && <span className="num"> · {words.areaFiles.attributes.have({ count })}</span>}
              {looks_like !== type &&
                isReadType(looks_like) &&
                ` · ${words.areaFiles.attributes.looksLike[looks_like]}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
