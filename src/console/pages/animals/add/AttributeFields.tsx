// The attributes of an animal, one line each; suggests names that other animals of the project use.
import { words } from "../../../../words/language.ts"
import { Icon } from "../../../design/marks/Icon.tsx"
import type { AttributeLine } from "./attributes.ts"
import look from "./add.module.css"

interface AttributeFieldsProps {
  readonly lines: ReadonlyArray<AttributeLine>
  /** attribute names of other animals */
  readonly names: ReadonlyArray<string>
  readonly mistake?: string | undefined
  readonly onChange: (lines: ReadonlyArray<AttributeLine>) => void
}

const named = ({ name }: AttributeLine, at: number) => ({ name: name === "" ? null : name, number: at + 1 })

/** AttributeFields edits the attributes of an animal. */
export const AttributeFields = ({ lines, mistake, names, onChange }: AttributeFieldsProps) => {
  const put = (at: number, change: Partial<AttributeLine>) =>
    onChange(lines.map((line, i) => (i === at ? { ...line, ...change } : line)))
  return (
    <fieldset className={look["attributes"]}>
      <legend>{words.addAnimals.fields.attributes}</legend>
      {lines.map((line, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the place is all that a line is known by
        <div key={at} className={look["attribute"]}>
          <input
            className="input"
            aria-label={words.addAnimals.attributes.nth({ number: at + 1 })}
            list="attribute-names"
            placeholder="weight_kg"
            maxLength={200}
            value={line.name}
            onChange={({ target }) => put(at, { name: target.value })}
          />
          <input
            className="input"
            aria-label={words.addAnimals.attributes.valueOf(named(line, at))}
            maxLength={1000}
            value={line.text}
            onChange={({ target }) => put(at, { text: target.value })}
          />
          <button
            type="button"
            className="btn icon"
            aria-label={words.addAnimals.attributes.remove(named(line, at))}
            onClick={() => onChange(lines.filter((_, i) => i !== at))}
          >
            <Icon name="x" size={14} />
          </button>
        </div>
      ))}
      <datalist id="attribute-names">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <button
        type="button"
        className="btn small"
        onClick={() => onChange([...lines, { name: "", text: "" }])}
      >
        <Icon name="plus" size={13} /> {words.addAnimals.attributes.add}
      </button>
      <p role="alert" className={look["bad"]}>
        {mistake}
      </p>
    </fieldset>
  )
}
