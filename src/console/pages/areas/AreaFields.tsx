// Name and type of an area, beside its shape.
import type { FeatureType } from "../../data/areas.ts"
import type { Draft } from "./draft.ts"
import { typeWords } from "./words.ts"

interface AreaFieldsProps {
  readonly draft: Draft
  readonly onChange: (change: Partial<Pick<Draft, "name" | "type">>) => void
}

/** AreaFields edits name and type of an area. */
export const AreaFields = ({ draft, onChange }: AreaFieldsProps) => (
  <>
    <label className="field">
      Name
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
      Type
      <select
        className="input"
        value={draft.type}
        onChange={({ target }) => onChange({ type: target.value as FeatureType })}
      >
        {Object.entries(typeWords).map(([type, word]) => (
          <option key={type} value={type}>
            {word}
          </option>
        ))}
      </select>
    </label>
  </>
)
