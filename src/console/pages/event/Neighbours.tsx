// "2 of 9 open", and the buttons to the alerts before and after.
import { words } from "../../../words/language.ts"
import { numberText } from "../../design/numbers.ts"
import type { Neighbours as Among } from "./useNeighbours.ts"
import look from "./event.module.css"

/** Neighbours shows the position among the alerts and links to the next and previous one. */
export const Neighbours = ({ among }: { readonly among: Among | null }) => {
  if (among === null || among.count < 2) return null
  const { after, at, before, count, go, status } = among
  return (
    <div className={`row ${look["neighbours"]}`}>
      <span className="faint num">
        {words.event.neighbours[status]({ at: numberText(at + 1), count: numberText(count) })}
      </span>
      <button className="btn small" disabled={before === undefined} onClick={() => go(before)}>
        {words.event.neighbours.previous} <kbd>K</kbd>
      </button>
      <button className="btn small" disabled={after === undefined} onClick={() => go(after)}>
        {words.event.neighbours.next} <kbd>J</kbd>
      </button>
    </div>
  )
}
