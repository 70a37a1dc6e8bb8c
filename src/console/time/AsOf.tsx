// A note above data that could not be refetched: its age, and the error.
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
        as of {inZone(at, zone, "clock")}, {span((now - at) / 1000)} ago
      </span>
      <span className="soft">{sentenceOf(error)}</span>
      <button className="btn small" onClick={again}>
        Try again
      </button>
    </div>
  )
}
