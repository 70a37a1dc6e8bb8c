// The edges of the time line as fields: date and time to the minute, in the project's time zone.
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { useProject } from "../../shell/useProject.ts"
import { momentOf, wallTime } from "../../time/wallTime.ts"
import { type Edge, edgesOf, moveEdge, type Span } from "./draft.ts"
import { edgeLabel } from "./Line.tsx"
import type { Window } from "./span.ts"
import look from "./worn.module.css"

interface FieldProps {
  readonly of: Edge
  readonly label: string
  readonly onMove: (at: number) => void
}

const EdgeField = ({ label, of, onMove }: FieldProps) => {
  const { zone } = useProject()
  const [text, setText] = useState(() => wallTime(of.at, zone))
  const [shown, setShown] = useState(of.at)
  if (shown !== of.at) {
    setShown(of.at)
    // show a position that was changed elsewhere
    if (momentOf(text, zone) !== of.at) setText(wallTime(of.at, zone))
  }
  const at = momentOf(text, zone)
  const isFit = at !== undefined && at >= of.min && at <= of.max
  return (
    <label className="field">
      {label}
      <input
        className="input"
        type="datetime-local"
        aria-invalid={!isFit || undefined}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          const typed = momentOf(target.value, zone)
          // a half-typed text is not a time yet
          if (typed !== undefined && typed >= of.min && typed <= of.max) onMove(typed)
        }}
      />
      {!isFit && <span className={look["bad"]}>{words.devices.worn.beyond}</span>}
    </label>
  )
}

interface EdgesProps {
  readonly drawn: ReadonlyArray<Span>
  readonly window: Window
  readonly nameOf: (entityId: string) => string
  readonly onMove: (spans: ReadonlyArray<Span>) => void
}

/** Edges edits the edges of assignments as text. */
export const Edges = ({ drawn, nameOf, onMove, window }: EdgesProps) =>
  edgesOf(drawn, window.to)
    .filter(({ at }) => at >= window.from && at <= window.to)
    .map((edge) => (
      <EdgeField
        key={edge.key}
        of={edge}
        label={edgeLabel(drawn, edge, nameOf)}
        onMove={(at) => onMove(moveEdge(drawn, edge, at))}
      />
    ))
