// The choice of what to draw.
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { type Kind, kinds } from "./words.ts"
import look from "./panel.module.css"

interface KindsProps {
  readonly chosen: Kind
  readonly onChoose: (kind: Kind) => void
}

/** Kinds selects what to draw. */
export const Kinds = ({ chosen, onChoose }: KindsProps) => (
  <div className={look["kinds"]} role="group" aria-label={words.areas.editor.whatToDraw}>
    {kinds.map((kind) => (
      <button key={kind.name} type="button" aria-pressed={kind === chosen} onClick={() => onChoose(kind)}>
        <Icon name={kind.icon} size={18} />
        {words.areas.kinds[kind.name].word}
      </button>
    ))}
  </div>
)
