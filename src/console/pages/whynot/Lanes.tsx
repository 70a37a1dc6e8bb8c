// The day before the moment, one lane per rule: true, false, unknown, and where it fired.
import { useQuery } from "@tanstack/react-query"
import { scaleTime } from "d3-scale"
import { words } from "../../../words/language.ts"
import { Glyph } from "../../charts/Glyph.tsx"
import { Nights } from "../../charts/Nights.tsx"
import { Spans } from "../../charts/Spans.tsx"
import { textScale } from "../../charts/textScale.ts"
import { useWidth } from "../../charts/useWidth.ts"
import { ruleGroups, type WhyNot } from "../../data/evidence.ts"
import { nightsBetween } from "../../data/animal.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import look from "./whynot.module.css"

const HOUR = 3_600_000,
  DAY = 24 * HOUR
const LANE = 24,
  FOOT = 24
/** Widths of the names in a wide and a narrow pane, and of what follows the lanes. */
const NAMES = [200, 104] as const,
  WIDE = 560,
  EDGE = 8,
  END = 96
/** MAX_LANES is the maximum number of lanes: those of the most telling rules. */
const MAX_LANES = 20
/** LETTER_PX is the average width of a letter, rounded up. */
const LETTER_PX = 6.6

/** Cuts a name to a width. */
const fitting = (name: string, px: number): string =>
  name.length * LETTER_PX <= px ? name : `${name.slice(0, Math.floor(px / LETTER_PX) - 1)}…`

/** The lanes of the rules. */
export const Lanes = ({ of }: { readonly of: WhyNot }) => {
  const { project, zone } = useProject()
  const [measured, ref] = useWidth()
  const scaled = textScale(),
    width = measured / scaled
  const rules = new Map(of.rules.map((one) => [one.rule.id, one]))
  const at = Date.parse(of.at)
  const rank = (id: string) => ruleGroups.indexOf(rules.get(id)?.group ?? "not_in_scope")
  const lanes = of.lanes.toSorted((a, b) => rank(a.rule_id) - rank(b.rule_id)).slice(0, MAX_LANES)
  const { data: nights = [] } = useQuery(
    nightsBetween(project.id, Math.floor((at - DAY) / HOUR) * HOUR, Math.ceil(at / HOUR) * HOUR)
  )
  const left = width < WIDE ? NAMES[1] : NAMES[0],
    right = width - EDGE
  const scale = scaleTime([at - DAY, at], [left, right])
  const x = (moment: string) => Math.min(right, Math.max(left, scale(Date.parse(moment))))
  if (lanes.length === 0) return null
  const about = of.rules.filter(({ group }) => group !== "not_in_scope").length
  const foot = lanes.length * LANE
  return (
    <section className={`panel ${look["lanes"]}`} aria-label={words.whyNot.lanes.title}>
      <h2 className={look["group"]}>
        {words.whyNot.lanes.title}
        {lanes.length < about && (
          <span className="faint num">{words.whyNot.lanes.shown({ shown: lanes.length, all: about })}</span>
        )}
        <span className={look["legend"]}>
          <i data-value="true" /> {words.whyNot.lanes.isTrue} <i data-value="false" />{" "}
          {words.whyNot.lanes.isFalse} <i data-value="null" /> {words.whyNot.lanes.noData}
        </span>
      </h2>
      <div ref={ref}>
        {width > 0 && (
          <svg
            viewBox={`0 0 ${width} ${foot + FOOT}`}
            width={measured}
            height={(foot + FOOT) * scaled}
            role="img"
            aria-label={words.whyNot.lanes.label}
          >
            <Nights of={nights} x={x} y={0} height={foot} />
            {lanes.map(({ fired, rule_id, spans }, i) => {
              const one = rules.get(rule_id)
              return (
                <g key={rule_id} transform={`translate(0,${i * LANE})`} data-group={one?.group}>
                  <line x2={right} stroke="var(--line2)" />
                  <text y="16">{fitting(one?.rule.name ?? "", left - 8)}</text>
                  <Spans of={spans} x={x} y={6} />
                  {fired.map((moment) => (
                    <Glyph key={moment} of={one?.rule.severity ?? "info"} x={x(moment)} y={12} />
                  ))}
                </g>
              )
            })}
            <line x1={right} x2={right} y2={foot} stroke="var(--brand)" strokeWidth="1.5" />
            {scale
              .ticks(Math.max(2, (right - left) / 90))
              .filter((tick) => scale(tick) > left + 16 && scale(tick) < right - END)
              .map((tick) => (
                <text key={+tick} x={scale(tick)} y={foot + 16} textAnchor="middle" className={look["tick"]}>
                  {inZone(+tick, zone, "clock")}
                </text>
              ))}
            <text x={right} y={foot + 16} textAnchor="end" className={look["end"]}>
              {inZone(at, zone, "dayClock")}
            </text>
          </svg>
        )}
      </div>
    </section>
  )
}
