// Place and time of one fix, by a click on the map or as numbers.
import { useId } from "react"
import { words } from "../../../words/language.ts"
import type { Fix } from "../../data/fixes.ts"
import { useProject } from "../../shell/useProject.ts"
import { momentOf, wallTime } from "../../time/wallTime.ts"
import look from "./fixes.module.css"
import { NumberField } from "./NumberField.tsx"
import { useTyped } from "./useTyped.ts"

/** Moved holds the corrected members of a fix; unchanged ones are absent. */
export interface Moved {
  readonly at?: readonly [lon: number, lat: number]
  /** epoch ms */
  readonly time?: number
}

interface MoveFieldsProps {
  readonly of: Fix
  readonly to: Moved
  readonly onMove: (to: Moved) => void
}

/** Decimals of a degree: a tenth of a metre. */
const DIGITS = 6
const MINUTE = 60_000

/** MoveFields edits place and time of a fix. */
export const MoveFields = ({ of, onMove, to }: MoveFieldsProps) => {
  const { zone } = useProject()
  const id = useId()
  const [lon, lat] = to.at ?? of.geometry.coordinates
  const time = useTyped({
    value: to.time ?? Date.parse(of.time),
    write: (moment) => wallTime(moment, zone),
    read: (text) => {
      const moment = momentOf(text, zone)
      // the field has minutes; the seconds stay
      return moment === undefined ? null : moment + (Date.parse(of.time) % MINUTE)
    },
    onValue: (moment) => onMove({ ...to, time: moment })
  })
  return (
    <div className={look["move"]}>
      <p className="soft">{words.fixes.place.hint}</p>
      <label htmlFor={`${id}-lat`}>{words.fixes.place.latitude}</label>
      <NumberField
        id={`${id}-lat`}
        value={lat}
        least={-90}
        most={90}
        digits={DIGITS}
        onNumber={(value) => onMove({ ...to, at: [lon, value] })}
      />
      <label htmlFor={`${id}-lon`}>{words.fixes.place.longitude}</label>
      <NumberField
        id={`${id}-lon`}
        value={lon}
        least={-180}
        most={180}
        digits={DIGITS}
        onNumber={(value) => onMove({ ...to, at: [value, lat] })}
      />
      <label htmlFor={`${id}-time`}>{words.fixes.place.time({ zone })}</label>
      <input {...time} id={`${id}-time`} className={`input num ${look["typed"]}`} type="datetime-local" />
    </div>
  )
}
