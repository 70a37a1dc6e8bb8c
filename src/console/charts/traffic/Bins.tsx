// Received items over time: accepted ones upwards by source; duplicates, unassigned and refused ones below the
// axis. Clicking a bar, or choosing it with arrows and Enter, filters the list by its time.
import { scaleLinear, scaleTime } from "d3-scale"
import { type KeyboardEvent, type MouseEvent, useState } from "react"
import { words } from "../../../words/language.ts"
import { numberText } from "../../design/numbers.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import { type Binned, sayBin } from "./binned.ts"
import look from "./chart.module.css"

const LEFT = 54,
  RIGHT = 14,
  TOP = 18
const MAIN = 148,
  LANE = 20,
  FOOT = 22
const HEIGHT = TOP + MAIN + 2 * LANE + FOOT

/**
 * CUT_RATIO is how many times higher than nearly all others a bar must be to be cut off and labelled, so that
 * the others stay readable.
 */
const CUT_RATIO = 6

/** The top of the axis. */
const topOf = (counts: ReadonlyArray<number>): number => {
  const most = Math.max(4, ...counts)
  const usual = counts.filter((count) => count > 0).toSorted((a, b) => a - b)
  const nearly = usual[Math.floor(usual.length * 0.9)] ?? 0
  return nearly > 0 && most > CUT_RATIO * nearly ? Math.max(4, nearly * 2) : most
}

/** LABEL_WIDTH_PX is the width of the label above a cut bar, px. */
const LABEL_WIDTH_PX = 48

/** The cut bars to label: of those too close to each other, the highest. */
const saidOf = (counts: ReadonlyArray<number>, top: number, wide: number): ReadonlyArray<number> => {
  const kept: Array<number> = []
  const cut = counts.flatMap((count, bin) => (count > top ? [bin] : []))
  for (const bin of cut.toSorted((a, b) => counts[b]! - counts[a]!))
    if (kept.every((other) => Math.abs(other - bin) * wide >= LABEL_WIDTH_PX)) kept.push(bin)
  return kept
}

interface BinsProps {
  readonly of: Binned
  readonly width: number
  /** the span that the list is filtered by, epoch ms */
  readonly chosen: { readonly from: number; readonly to: number } | null
  readonly onChoose: (span: { readonly from: number; readonly to: number } | null) => void
}

/** The chart of received items. */
export const Bins = ({ chosen, of, onChoose, width }: BinsProps) => {
  const { zone } = useProject()
  const { accepted, binMs, from, layers, others, rejected, to } = of
  const last = accepted.length - 1
  const chosenAt = chosen === null ? null : Math.round((chosen.from - from) / binMs)
  const [at, setAt] = useState<number | null>(null)
  const here = Math.min(last, Math.max(0, at ?? chosenAt ?? last))
  const x = scaleTime([from, to], [LEFT, width - RIGHT])
  const top = topOf(accepted)
  const y = scaleLinear([0, top], [MAIN, 0]).nice(3).clamp(true)
  const wide = (width - LEFT - RIGHT) / accepted.length
  const bar = Math.max(0.6, wide - Math.min(1.2, wide / 4))
  const lane = (values: ReadonlyArray<number>) => {
    const most = Math.max(1, ...values)
    return (value: number) => Math.max(3, ((LANE - 6) * value) / most)
  }
  const tallOther = lane(others),
    tallRejected = lane(rejected)
  const choose = (bin: number) =>
    onChoose(bin === chosenAt ? null : { from: from + bin * binMs, to: from + (bin + 1) * binMs })
  const binAt = ({ clientX, currentTarget }: MouseEvent): number =>
    Math.min(
      last,
      Math.max(0, Math.floor((clientX - currentTarget.getBoundingClientRect().left - LEFT) / wide))
    )
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -last, End: last }[
      event.key
    ]
    if (step !== undefined) setAt(Math.min(last, Math.max(0, here + step)))
    else if (event.key === "Enter" || event.key === " ") choose(here)
    else if (event.key === "Escape" && chosen !== null) onChoose(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const under = accepted.map(() => 0)
  return (
    <div
      className={look["bins"]}
      role="slider"
      tabIndex={0}
      aria-label={words.traffic.chart.bins}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={here}
      aria-valuetext={sayBin(of, here, zone)}
      onKeyDown={press}
      onPointerMove={(event) => setAt(binAt(event))}
      onPointerLeave={() => setAt(null)}
      onClick={(event) => choose(binAt(event))}
    >
      <svg width={width} height={HEIGHT} aria-hidden="true">
        <g transform={`translate(0,${TOP})`}>
          {y.ticks(3).map((tick) => (
            <g key={tick} transform={`translate(0,${y(tick)})`}>
              <line x1={LEFT} x2={width - RIGHT} stroke="var(--line2)" />
              <text x={LEFT - 8} y="4" textAnchor="end">
                {numberText(tick)}
              </text>
            </g>
          ))}
          {layers.map((layer, i) => (
            <g key={layer.name} className={look["layer"]} data-shade={Math.min(i, 4)}>
              {layer.accepted.map((count, bin) => {
                if (count === 0) return null
                const base = under[bin]!
                under[bin] = base + count
                return (
                  <rect
                    key={bin}
                    x={x(from + bin * binMs)}
                    width={bar}
                    y={y(base + count)}
                    height={Math.max(0.5, y(base) - y(base + count))}
                  />
                )
              })}
            </g>
          ))}
          {saidOf(accepted, y.domain()[1]!, wide).map((bin) => (
            <text
              key={bin}
              x={Math.min(width - RIGHT - 20, Math.max(LEFT + 20, x(from + bin * binMs) + wide / 2))}
              y={-4}
              textAnchor="middle"
              className={look["said"]}
            >
              {numberText(accepted[bin]!)}
            </text>
          ))}
          <line x1={LEFT} x2={width - RIGHT} y1={MAIN} y2={MAIN} stroke="var(--line)" />
          {others.map((count, bin) =>
            count === 0 ? null : (
              <rect
                key={bin}
                className={look["other"]}
                x={x(from + bin * binMs) + 0.4}
                width={Math.max(1, bar - 0.8)}
                y={MAIN + 4}
                height={tallOther(count)}
              />
            )
          )}
          {rejected.map((count, bin) =>
            count === 0 ? null : (
              <rect
                key={bin}
                className={look["rejected"]}
                x={x(from + bin * binMs)}
                width={Math.max(1.4, bar)}
                y={MAIN + LANE + 4}
                height={tallRejected(count)}
              />
            )
          )}
          <text x={LEFT - 8} y={MAIN + 16} textAnchor="end">
            {numberText(Math.max(0, ...others))}
          </text>
          <text x={LEFT - 8} y={MAIN + LANE + 16} textAnchor="end">
            {numberText(Math.max(0, ...rejected))}
          </text>
          {chosen !== null && (
            <rect
              className={look["chosen"]}
              x={Math.max(LEFT, x(chosen.from))}
              width={Math.max(2, Math.min(width - RIGHT, x(chosen.to)) - Math.max(LEFT, x(chosen.from)))}
              y={-6}
              height={MAIN + 2 * LANE + 6}
            />
          )}
          {at !== null && (
            <rect
              className={look["here"]}
              x={x(from + here * binMs)}
              width={Math.max(1, bar)}
              y={0}
              height={MAIN + 2 * LANE}
            />
          )}
        </g>
        <text x={width - RIGHT} y={11} textAnchor="end" className={look["said"]}>
          {at === null ? "" : sayBin(of, here, zone)}
        </text>
        {x.ticks(Math.max(2, width / 110)).map((tick) => (
          <text key={+tick} x={x(tick)} y={HEIGHT - 6} textAnchor="middle">
            {inZone(+tick, zone, inZone(+tick, zone, "clock") === "00:00" ? "dayClock" : "clock")}
          </text>
        ))}
      </svg>
    </div>
  )
}
