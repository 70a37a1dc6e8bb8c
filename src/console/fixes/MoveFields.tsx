// Where and when one fix was: a click on the map says where, or figures do.
import { useId } from "react"
import type { Fix } from "../queries/fixes.ts"
import { useProject } from "../shell/useProject.ts"
import { momentOf, wallTime } from "../time/wallTime.ts"
import look from "./fixes.module.css"

/** What a fix is to be; members that stay are absent. */
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

/** Decimals of a degree that are a tenth of a metre. */
const DIGITS = 6
const MINUTE = 60_000

export const MoveFields = ({ of, onMove, to }: MoveFieldsProps) => {
  const { zone } = useProject()
  const id = useId()
  const [lon, lat] = to.at ?? of.geometry.coordinates
  const time = to.time ?? Date.parse(of.time)
  const degrees = (text: string, most: number): number | null => {
    const value = Number(text)
    return text.trim() === "" || !Number.isFinite(value) || Math.abs(value) > most ? null : value
  }
  return (
    <div className={look["move"]}>
      <p className="soft">Click on the map where it was, or write it.</p>
      <label htmlFor={`${id}-lat`}>Latitude</label>
      <input
        id={`${id}-lat`}
        className="input num"
        type="number"
        step="any"
        value={Number(lat.toFixed(DIGITS))}
        onChange={({ target }) => {
          const value = degrees(target.value, 90)
          if (value !== null) onMove({ ...to, at: [lon, value] })
        }}
      />
      <label htmlFor={`${id}-lon`}>Longitude</label>
      <input
        id={`${id}-lon`}
        className="input num"
        type="number"
        step="any"
        value={Number(lon.toFixed(DIGITS))}
        onChange={({ target }) => {
          const value = degrees(target.value, 180)
          if (value !== null) onMove({ ...to, at: [value, lat] })
        }}
      />
      <label htmlFor={`${id}-time`}>When, {zone}</label>
      <input
        id={`${id}-time`}
        className="input num"
        type="datetime-local"
        value={wallTime(time, zone)}
        onChange={({ target }) => {
          const moment = momentOf(target.value, zone)
          // the field knows minutes, and the seconds stay
          if (moment !== undefined) onMove({ ...to, time: moment + (Date.parse(of.time) % MINUTE) })
        }}
      />
    </div>
  )
}
