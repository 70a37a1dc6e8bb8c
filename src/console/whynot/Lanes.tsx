// The day before, a lane for each rule: true, false, not known; where it fired.
import { useQuery } from "@tanstack/react-query"
import { scaleTime } from "d3-scale"
import { Glyph } from "../charts/Glyph.tsx"
import { Nights } from "../charts/Nights.tsx"
import { Spans } from "../charts/Spans.tsx"
import { useWidth } from "../charts/useWidth.ts"
import type { WhyNot } from "../queries/evidence.ts"
import { nightsBetween } from "../queries/animal.ts"
import { useProject } from "../shell/useProject.ts"
import { inZone } from "../time/zoneTime.ts"
import look from "./whynot.module.css"

const HOUR = 3_600_000,
  DAY = 24 * HOUR
const LANE = 44,
  FOOT = 24
/** What a glyph needs to each side. */
const EDGE = 7

export const Lanes = ({ at, of }: { readonly of: WhyNot; readonly at: number }) => {
  const { project, zone } = useProject()
  const [width, ref] = useWidth()
  const lanes = of.lanes ?? []
  const { data: nights = [] } = useQuery(
    nightsBetween(project.id, Math.floor((at - DAY) / HOUR) * HOUR, Math.ceil(at / HOUR) * HOUR)
  )
  const scale = scaleTime([at - DAY, at], [EDGE, width - EDGE])
  const x = (moment: string) => Math.min(width - EDGE, Math.max(EDGE, scale(Date.parse(moment))))
  const names = new Map(of.rules.map(({ rule }) => [rule.id, rule]))
  if (lanes.length === 0) return null
  const foot = lanes.length * LANE
  return (
    <section className={`panel ${look["lanes"]}`} aria-label="The day before">
      <h2 className={look["group"]}>
        The day before
        <span className={look["legend"]}>
          <i data-value="true" /> true <i data-value="false" /> false <i data-value="null" /> no data
        </span>
      </h2>
      <div ref={ref}>
        {width > 0 && (
          <svg width={width} height={foot + FOOT} role="img" aria-label="When the conditions were true">
            <Nights of={nights} x={x} y={0} height={foot} />
            {lanes.map(({ fired, rule_id, spans }, i) => (
              <g key={rule_id} transform={`translate(0,${i * LANE})`}>
                <text x={EDGE} y="15">
                  {names.get(rule_id)?.name}
                </text>
                <Spans of={spans} x={x} y={22} />
                {fired.map((moment) => (
                  <Glyph key={moment} of={names.get(rule_id)?.severity ?? "info"} x={x(moment)} y={28} />
                ))}
              </g>
            ))}
            <line x1={width - EDGE} x2={width - EDGE} y2={foot} stroke="var(--brand)" strokeWidth="1.5" />
            {scale
              .ticks(5)
              .filter((tick) => scale(tick) > 20 && scale(tick) < width - 60)
              .map((tick) => (
                <text key={+tick} x={scale(tick)} y={foot + 16} textAnchor="middle" className={look["tick"]}>
                  {inZone(+tick, zone, "clock")}
                </text>
              ))}
            <text x={width} y={foot + 16} textAnchor="end" className={look["end"]}>
              {inZone(at, zone, "clock")}
            </text>
          </svg>
        )}
      </div>
    </section>
  )
}
