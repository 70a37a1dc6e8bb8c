// "2 of 9 open", and the buttons to the alerts before and after.
import type { Neighbours as Among } from "./useNeighbours.ts"
import look from "./event.module.css"

/** Neighbours shows the position among the alerts and links to the next and previous one. */
export const Neighbours = ({ among }: { readonly among: Among | null }) => {
  if (among === null || among.count < 2) return null
  const { after, at, before, count, go, status } = among
  return (
    <div className={`row ${look["neighbours"]}`}>
      <span className="faint num">
        {at + 1} of {count} {status}
      </span>
      <button className="btn small" disabled={before === undefined} onClick={() => go(before)}>
        Previous <kbd>K</kbd>
      </button>
      <button className="btn small" disabled={after === undefined} onClick={() => go(after)}>
        Next <kbd>J</kbd>
      </button>
    </div>
  )
}
