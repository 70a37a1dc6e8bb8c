// The server's error messages, each with a button that shows its position on the map.
import { words } from "../../../words/language.ts"
import type { Mistake } from "../../data/api/Refused.ts"
import look from "./panel.module.css"

interface MistakesProps {
  readonly mistakes: ReadonlyArray<Mistake>
  readonly onShow: (at: readonly [number, number]) => void
}

/** Mistakes lists the errors of a shape. */
export const Mistakes = ({ mistakes, onShow }: MistakesProps) =>
  mistakes.length === 0 ? null : (
    <div role="alert">
      <ul className={look["mistakes"]}>
        {mistakes.map(({ at, code, detail, pointer }) => (
          <li key={`${pointer} ${code}`}>
            <span>{detail}</span>
            {at !== undefined && (
              <button type="button" className="link" onClick={() => onShow(at)}>
                {words.areas.where}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
