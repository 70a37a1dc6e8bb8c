// A note above data that could not be refetched: its age, and the error.
import { words } from "../../words/language.ts"
import { sentenceOf } from "../data/api/Refused.ts"
import { Icon } from "../design/marks/Icon.tsx"
import { useProject } from "../shell/useProject.ts"
import look from "./asOf.module.css"
import { useNow } from "./useNow.ts"
import { inZone, span } from "./zoneTime.ts"

interface AsOfProps {
  /** epoch ms */
  readonly at: number
  readonly error: unknown
  /** retries */
  readonly again: () => void
}

/** The note above old data. */
export const AsOf = ({ again, at, error }: AsOfProps) => {
  const { zone } = useProject()
  const now = useNow()
  return (
    <div className={look["asOf"]} role="status">
      <Icon name="plug" size={15} />
      <span className="num">
        {words.common.time.asOf({ time: inZone(at, zone, "clock"), age: span((now - at) / 1000) })}
      </span>
      <span className="soft">{sentenceOf(error)}</span>
      <button className="btn small" onClick={again}>
        {words.common.tryAgain}
      </button>
    </div>
  )
}
