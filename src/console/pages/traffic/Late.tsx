// The delay from the device to the server, on a logarithmic axis, with marks at the median and near the maximum.
import { scaleLog } from "d3-scale"
import { words } from "../../../words/language.ts"
import type { Counted } from "../../data/traffic.ts"
import { numberText } from "../../design/numbers.ts"
import { span } from "../../time/zoneTime.ts"
import look from "../../charts/traffic/chart.module.css"

const HEIGHT = 76,
  FOOT = 20,
  TOP = 16,
  SIDE = 16
const TICKS = [0.1, 1, 10, 60, 600, 3600, 86_400] as const
/** MIN_LAG_S and MAX_LAG_S are the smallest range of the axis, s: a tenth of a second to a day. */
const MIN_LAG_S = 0.1,
  MAX_LAG_S = 86_400

const short = (seconds: number): string =>
  seconds < 10 ? `${numberText(Math.round(seconds * 10) / 10)} s` : span(seconds)

const sentence = ({ lag }: Counted): string =>
  lag === null
    ? words.traffic.delay.none
    : words.traffic.delay.label({ half: short(lag.p50), most: short(lag.p95) })

/** The chart of delays. */
export const Late = ({ of, width }: { readonly of: Counted; readonly width: number }) => {
  const { lag, lag_histogram: bins } = of
  const x = scaleLog(
    [MIN_LAG_S, Math.max(MAX_LAG_S, ...bins.map((bin) => bin.to_seconds))],
    [SIDE, width - SIDE]
  ).clamp(true)
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const base = HEIGHT - FOOT
  const middle = lag === null ? 0 : x(Math.max(MIN_LAG_S, lag.p50)),
    end = lag === null ? 0 : x(Math.max(MIN_LAG_S, lag.p95))
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={sentence(of)}>
      {bins.map(({ count, from_seconds, to_seconds }) => {
        const tall = Math.max(1.5, ((base - TOP) * count) / most)
        return (
          <rect
            key={from_seconds}
            x={x(from_seconds)}
            width={Math.max(1, x(to_seconds) - x(from_seconds) - 1)}
            y={base - tall}
            height={tall}
            fill="var(--spark)"
          />
        )
      })}
      <line x1={SIDE} x2={width - SIDE} y1={base} y2={base} stroke="var(--line)" />
      {lag !== null && (
        <>
          <line x1={middle} x2={middle} y1="4" y2={base} stroke="var(--ink)" />
          {(middle > 80 || end - middle > 80) && (
            <text
              x={middle + (middle > 80 ? -4 : 4)}
              y="12"
              textAnchor={middle > 80 ? "end" : "start"}
              className={look["said"]}
            >
              {words.traffic.delay.half({ delay: short(lag.p50) })}
            </text>
          )}
          <line x1={end} x2={end} y1="4" y2={base} stroke="var(--ink)" />
          <text
            x={end + (end > width - 80 ? -4 : 4)}
            y={end > width - 80 ? "26" : "12"}
            textAnchor={end > width - 80 ? "end" : "start"}
            className={look["said"]}
          >
            {words.traffic.delay.most({ delay: short(lag.p95) })}
          </text>
        </>
      )}
      {TICKS.map((tick) => (
        <text key={tick} x={x(tick)} y={HEIGHT - 5} textAnchor="middle">
          {short(tick)}
        </text>
      ))}
    </svg>
  )
}
