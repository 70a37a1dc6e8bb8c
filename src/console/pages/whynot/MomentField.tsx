// The moment to explain, in the project's time zone: typed, or picked from a calendar.
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { useProject } from "../../shell/useProject.ts"
import { momentOf, wallTime } from "../../time/wallTime.ts"
import look from "./whynot.module.css"

interface MomentFieldProps {
  /** epoch ms */
  readonly at: number
  /** epoch ms; this and later moments mean now */
  readonly latest: number
  readonly onAsk: (moment: number) => void
}

/** The end of the calendar. It is not now, because browsers may clear a half-typed value when a limit moves. */
const endOfDay = (moment: number, zone: string): string => `${wallTime(moment, zone).slice(0, 10)}T23:59`

/** The field of the moment. */
export const MomentField = ({ at, latest, onAsk }: MomentFieldProps) => {
  const { zone } = useProject()
  // the unfinished input, if any, so that the passing minutes do not overwrite it
  const [typed, setTyped] = useState<string | null>(null)
  const moment = typed === null ? undefined : momentOf(typed, zone)
  if (moment === at) setTyped(null)
  /** The user left the field: a future moment means now, an invalid one is reset. */
  const rest = () => {
    if (moment !== undefined && moment >= latest) onAsk(moment)
    setTyped(null)
  }
  return (
    <input
      className={`input num ${look["moment"]}`}
      type="datetime-local"
      aria-label={words.whyNot.moment.label}
      title={words.whyNot.moment.zone({ zone })}
      aria-invalid={(typed !== null && (moment === undefined || moment > latest)) || undefined}
      max={endOfDay(latest, zone)}
      value={typed ?? wallTime(at, zone)}
      onChange={({ target }) => {
        setTyped(target.value)
        const next = momentOf(target.value, zone)
        // a half-typed month may be in the future: do not jump to now before the user is done
        if (next !== undefined && next < latest) onAsk(next)
      }}
      onBlur={rest}
      onKeyDown={({ key }) => {
        if (key === "Enter") rest()
      }}
    />
  )
}
