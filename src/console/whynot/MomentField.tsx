// The moment that is asked of, by the clock on the project's wall: typed, or taken from a calendar.
import { useState } from "react"
import { useProject } from "../shell/useProject.ts"
import { momentOf, wallTime } from "../time/wallTime.ts"
import look from "./whynot.module.css"

interface MomentFieldProps {
  /** epoch ms */
  readonly at: number
  /** epoch ms; from then on it is now that is asked of */
  readonly latest: number
  readonly onAsk: (moment: number) => void
}

/** Where the calendar ends. Not now: as a limit moves, browsers may forget what is half typed. */
const endOfDay = (moment: number, zone: string): string => `${wallTime(moment, zone).slice(0, 10)}T23:59`

export const MomentField = ({ at, latest, onAsk }: MomentFieldProps) => {
  const { zone } = useProject()
  // what is not asked of yet, if anything: the minutes that pass meanwhile do not overwrite it
  const [typed, setTyped] = useState<string | null>(null)
  const moment = typed === null ? undefined : momentOf(typed, zone)
  if (moment === at) setTyped(null)
  /** Somebody is done: one to come is asked as now, and what is no time is as it was. */
  const rest = () => {
    if (moment !== undefined && moment >= latest) onAsk(moment)
    setTyped(null)
  }
  return (
    <input
      className={`input num ${look["moment"]}`}
      type="datetime-local"
      aria-label="Moment"
      title={`Project time, ${zone}`}
      aria-invalid={(typed !== null && (moment === undefined || moment > latest)) || undefined}
      max={endOfDay(latest, zone)}
      value={typed ?? wallTime(at, zone)}
      onChange={({ target }) => {
        setTyped(target.value)
        const next = momentOf(target.value, zone)
        // a month that is half typed may lie ahead: now is not asked of before they are done
        if (next !== undefined && next < latest) onAsk(next)
      }}
      onBlur={rest}
      onKeyDown={({ key }) => {
        if (key === "Enter") rest()
      }}
    />
  )
}
