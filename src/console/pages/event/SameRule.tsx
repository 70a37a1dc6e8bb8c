// The events of the same rule in the thirty days before: an axis of them, and the newest by name.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Glyph } from "../../charts/Glyph.tsx"
import { useWidth } from "../../charts/useWidth.ts"
import type { Event } from "../../data/events.ts"
import { evidence } from "../../data/evidence.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import look from "./sameRule.module.css"

const DAYS_MS = 30 * 86_400_000
/** Events that are named. */
const MAX_NAMED = 3
const EDGE = 18

/** SameRule shows earlier events of the same rule. */
export const SameRule = ({ event }: { readonly event: Event }) => {
  const { project, zone } = useProject()
  const { data } = useQuery(evidence(project.id, event.id))
  const [width, ref] = useWidth()
  const before = data?.same_rule_30d
  if (before == null) return null
  const end = Date.parse(event.time),
    start = end - DAYS_MS
  const x = (at: number) => EDGE + ((at - start) / DAYS_MS) * (width - 2 * EDGE)
  const dates = [0, 10, 20, 30].map((day) => start + day * 86_400_000)
  return (
    <section className={look["section"]} aria-label={words.event.sameRule.title} ref={ref}>
      <h2 className={look["head"]}>
        <b>{words.event.sameRule.title}</b>{" "}
        <span className="num">
          {before.count === 0 ? words.event.sameRule.first : words.event.sameRule.before(before)}
        </span>
      </h2>
      {width > 0 && (
        <svg width={width} height="42" aria-hidden="true">
          <line x1={EDGE} x2={width - EDGE} y1="22" y2="22" stroke="var(--line)" />
          {dates.map((at, i) => (
            <text key={at} x={x(at)} y="37" textAnchor={i === 0 ? "start" : i === 3 ? "end" : "middle"}>
              {inZone(at, zone, "day")}
            </text>
          ))}
          {before.events.map(({ id, severity, time }) => (
            <Glyph key={id} of={severity} x={x(Date.parse(time))} y={12} />
          ))}
          <Glyph of={event.severity} x={x(end)} y={12} />
        </svg>
      )}
      <ul>
        {before.events.slice(0, MAX_NAMED).map(({ id, time, title }) => (
          <li key={id}>
            <Link to="/p/$slug/events/$event" params={{ slug: project.slug, event: id }}>
              <bdi>{title}</bdi>
            </Link>
            <span className="faint num">{inZone(time, zone, "dayClock")}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
