// The speed from fix to fix. A wrong fix stands out twice: the leap there and the leap back.
import { useQuery } from "@tanstack/react-query"
import { scaleSqrt, scaleTime } from "d3-scale"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { Nights } from "../../charts/Nights.tsx"
import { useWidth } from "../../charts/useWidth.ts"
import { numberText } from "../../design/numbers.ts"
import { Parts } from "../../design/Parts.tsx"
import { nightsBetween } from "../../data/animal.ts"
import type { Fix } from "../../data/fixes.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import look from "./fixes.module.css"
import { leapt } from "./leapt.ts"
import { NumberField } from "./NumberField.tsx"
import type { Picking } from "./usePicking.ts"

interface SpeedChartProps {
  readonly of: ReadonlyArray<Fix>
  readonly picking: Picking
  /** start of the axis, epoch ms */
  readonly from: number
  readonly to: number
  /** threshold in km/h */
  readonly over: number
  readonly onOver: (kmh: number) => void
}

const HEIGHT = 104,
  FOOT = 20,
  LEFT = 40,
  RIGHT = 12,
  TOP = 8
const HOUR = 3_600_000

/** SpeedChart draws speeds and the threshold. */
export const SpeedChart = ({ from, of, onOver, over, picking, to }: SpeedChartProps) => {
  const { project, zone } = useProject()
  const [width, ref] = useWidth()
  const { data: nights = [] } = useQuery(
    nightsBetween(project.id, Math.floor(from / HOUR) * HOUR, Math.ceil(to / HOUR) * HOUR)
  )
  const steps = of.filter(({ step_kmh }) => step_kmh != null)
  const top = Math.max(over * 1.2, ...steps.map(({ step_kmh }) => step_kmh ?? 0))
  const x = scaleTime([from, to], [LEFT, width - RIGHT])
  const y = scaleSqrt([0, top], [HEIGHT, TOP])
  const within = (moment: string) => Math.min(width - RIGHT, Math.max(LEFT, x(Date.parse(moment))))
  const apart = leapt(of, over)
  const nearest = (pixel: number): Fix | undefined => {
    const at = x.invert(pixel).getTime()
    return steps.toSorted((a, b) => Math.abs(Date.parse(a.time) - at) - Math.abs(Date.parse(b.time) - at))[0]
  }
  return (
    <section className={look["speeds"]} aria-label={words.fixes.speed.title}>
      <header>
        <h2>{words.fixes.speed.title}</h2>
        <span className="soft">{words.fixes.speed.hint}</span>
        <span className={look["fast"]}>
          <Parts
            of={words.fixes.speed.jumps<ReactNode>({
              count: apart.length,
              limit: <NumberField label={words.fixes.speed.limit} value={over} least={0} onNumber={onOver} />
            })}
          />
          <button
            className="link"
            disabled={apart.length === 0}
            onClick={() =>
              picking.pick(
                apart.map(({ id }) => id),
                false
              )
            }
          >
            {words.fixes.speed.select}
          </button>
        </span>
      </header>
      <div ref={ref}>
        {width > 0 && (
          <svg
            width={width}
            height={HEIGHT + FOOT}
            role="img"
            aria-label={words.fixes.speed.chart({ count: apart.length, limit: numberText(over) })}
            onClick={(event) => {
              const fix = nearest(event.clientX - event.currentTarget.getBoundingClientRect().left)
              if (fix !== undefined) picking.pick([fix.id], event.shiftKey)
            }}
          >
            <Nights of={nights} x={within} y={TOP} height={HEIGHT - TOP} />
            {y.ticks(3).map((tick) => (
              <g key={tick}>
                <line x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} stroke="var(--line2)" />
                <text x={LEFT - 6} y={y(tick) + 3.5} textAnchor="end">
                  {numberText(tick)}
                </text>
              </g>
            ))}
            {steps.map((fix) => {
              const at = x(Date.parse(fix.time)),
                height = y(fix.step_kmh ?? 0)
              const isPicked = picking.picked.has(fix.id)
              return (
                <g
                  key={fix.id}
                  data-picked={isPicked}
                  data-fast={(fix.step_kmh ?? 0) > over}
                  opacity={fix.valid ? 1 : 0.35}
                >
                  <line className={look["bar"]} x1={at} x2={at} y1={HEIGHT} y2={height} />
                  {isPicked && <circle className={look["top"]} cx={at} cy={height} r="3.5" />}
                </g>
              )
            })}
            <line
              x1={LEFT}
              x2={width - RIGHT}
              y1={y(over)}
              y2={y(over)}
              stroke="var(--ink2)"
              strokeDasharray="3 3"
            />
            {x
              .ticks(Math.max(2, Math.floor(width / 110)))
              .filter((tick) => x(tick) < width - 40)
              .map((tick) => (
                <text key={tick.getTime()} x={x(tick)} y={HEIGHT + 14} textAnchor="middle">
                  {inZone(tick.getTime(), zone, to - from > 2 * 24 * HOUR ? "dayTime" : "clock")}
                </text>
              ))}
          </svg>
        )}
      </div>
    </section>
  )
}
