// Free properties of an area beside its name: any number of key and value pairs.
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import type { Row } from "./draft.ts"
import look from "./panel.module.css"

interface PropertiesProps {
  readonly rows: ReadonlyArray<Row>
  readonly onRows: (rows: ReadonlyArray<Row>) => void
}

/** Properties edits the free properties of an area. */
export const Properties = ({ onRows, rows }: PropertiesProps) => {
  const put = (id: number, change: Partial<Row>) =>
    onRows(rows.map((row) => (row.id === id ? { ...row, ...change } : row)))
  return (
    <details className={look["more"]} open={rows.length > 0}>
      <summary>
        {words.areas.properties.title} {rows.length > 0 && <span className="faint num">{rows.length}</span>}
      </summary>
      <ul className={look["pairs"]}>
        {rows.map(({ id, key, text }) => (
          <li key={id}>
            <input
              className="input"
              aria-label={words.areas.properties.one}
              value={key}
              onChange={({ target }) => put(id, { key: target.value })}
            />
            <input
              className="input"
              aria-label={words.areas.properties.value({ key })}
              value={text}
              onChange={({ target }) => put(id, { text: target.value })}
            />
            <button
              type="button"
              aria-label={words.areas.properties.remove({ key })}
              onClick={() => onRows(rows.filter((row) => row.id !== id))}
            >
              <Icon name="x" size={14} />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="btn small"
        onClick={() =>
          onRows([...rows, { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, key: "", text: "" }])
        }
      >
        <Icon name="plus" size={13} /> {words.areas.properties.add}
      </button>
    </details>
  )
}
