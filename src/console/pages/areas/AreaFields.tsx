// Name and type of an area, beside its shape.
import { words } from "../../../words/language.ts"
import type { FeatureType } from "../../data/areas.ts"
import type { Draft } from "./draft.ts"
import { featureTypes } from "./words.ts"

interface AreaFieldsProps {
  readonly draft: Draft
  readonly onChange: (change: Partial<Pick<Draft, "name" | "type">>) => void
}

/** AreaFields edits name and type of an area. */
export const AreaFields = ({ draft, onChange }: AreaFieldsProps) => (
  <>
    <label className="field">
      {words.areas.editor.name}
      <input
        className="input"
        autoFocus
        required
        maxLength={200}
        value={draft.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
    </label>
    <label className="field">
      {words.areas.editor.type}
      <select
        className="input"
        value={draft.type}
        onChange={({ target }) => onChange({ type: target.value as FeatureType })}
      >
        {featureTypes.map((type) => (
          <option key={type} value={type}>
            {words.areas.types[type]}
          </option>
        ))}
      </select>
    </label>
  </>
)
