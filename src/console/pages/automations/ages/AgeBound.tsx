// The maximum age of events: a dot plot of thirty days of events by age, with a draggable limit.
import type { KeyboardEvent } from "react"
import { words } from "../../../../words/language.ts"
import { useWidth } from "../../../charts/useWidth.ts"
import type { AutomationPreview } from "../../../data/automations/automationActivity.ts"
import { ageText } from "../automationSentence.ts"
import {
  AGE_TICKS_SECONDS,
  type AgeDot,
  AXIS_STEPS,
  countsOf,
  dotsOf,
  nextStop,
  placeOf,
  stopAt
} from "./ageScale.ts"
import look from "./ages.module.css"

const HEIGHT = 118,
  /** y of the axis; the dots are above it */
  BASE = 88,
  /** half the thumb of the range input, by which its ends are inset */
  INSET = 20,
  DOT = 4,
  PITCH = 11,
  /** distance between a tick and the label of the handle */
  ROOM = 38

interface AgeBoundProps {
  readonly preview: AutomationPreview | undefined
  /** the limit that the server's preview is for */
  readonly answered: number | null
  readonly bound: number
  readonly disabled: boolean
  readonly onChange: (seconds: number) => void
}

interface DotsProps {
  readonly of: ReadonlyArray<AgeDot>
  readonly x: (place: number) => number
}

const Dots = ({ of, x }: DotsProps) => {
  const highest = Math.max(0, ...of.map(({ level }) => level))
  const pitch = Math.min(PITCH, (BASE - 2 * DOT - 4) / Math.max(1, highest))
  return of.map(({ id, level, place, skip }) => (
    <circle
      key={id}
      className={look["dot"]}
      data-told={skip === null}
      data-stale={skip === "STALE"}
      cx={x(place)}
      cy={BASE - DOT - 3 - level * pitch}
      r={DOT}
    />
  ))
}

/** AgeBound edits the maximum age. */
export const AgeBound = ({ answered, bound, disabled, onChange, preview }: AgeBoundProps) => {
  const [width, ref] = useWidth()
  const text = words.automations.ages
  const x = (place: number) => INSET + place * Math.max(0, width - 2 * INSET)
  const columns = Math.max(1, Math.floor((width - 2 * INSET) / PITCH))
  const dots = preview === undefined ? [] : dotsOf(preview, bound, answered, columns)
  const at = x(placeOf(bound))
  const { others, stale, told } = countsOf(dots)
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key] as 1 | -1 | undefined
    if (by === undefined) return
    event.preventDefault()
    onChange(nextStop(bound, by))
  }
  return (
    <div className={look["ages"]} ref={ref}>
      {!disabled && (
        <input
          type="range"
          aria-label={text.bound}
          aria-valuetext={text.value({ age: ageText(bound), told, stale })}
          min={0}
          max={AXIS_STEPS}
          step={1}
          value={Math.round(placeOf(bound) * AXIS_STEPS)}
          onKeyDown={step}
          onChange={({ target }) => onChange(stopAt(Number(target.value) / AXIS_STEPS))}
        />
      )}
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={text.label({ told, stale, others })}>
          <rect className={look["beyond"]} x={at} width={Math.max(0, width - at)} height={BASE} />
          <line className={look["axis"]} x2={width} y1={BASE} y2={BASE} />
          {AGE_TICKS_SECONDS.map((seconds) => {
            const place = x(placeOf(seconds))
            return (
              <g key={seconds} className={look["tick"]}>
                <line x1={place} x2={place} y1={BASE} y2={BASE + 4} />
                {Math.abs(place - at) > ROOM && (
                  <text x={place} y={BASE + 18}>
                    {ageText(seconds)}
                  </text>
                )}
              </g>
            )
          })}
          <Dots of={dots} x={x} />
          <g className={look["handle"]} data-disabled={disabled}>
            <line x1={at} x2={at} y2={BASE} />
            {!disabled && <rect x={at - 5} y={BASE / 2 - 12} width="10" height="24" rx="5" />}
            <rect className={look["label"]} x={at - 20} y={BASE + 4} width="40" height="20" rx="5" />
            <text x={at} y={BASE + 18}>
              {ageText(bound)}
            </text>
          </g>
        </svg>
      )}
    </div>
  )
}
