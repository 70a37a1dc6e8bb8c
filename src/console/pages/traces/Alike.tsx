// Recent traces of the same device, entity or rule with their outcomes: a row of ticks each.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { scaleTime } from "d3-scale"
import { words } from "../../../words/language.ts"
import { useWidth } from "../../charts/useWidth.ts"
import { type TracePage, tracesLike } from "../../data/traces.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import { statuses, statusWord } from "./traceWords.ts"
import look from "./trace.module.css"

const LEFT = 76,
  LANE = 24,
  FOOT = 22,
  HOUR = 3_600_000

/** The rows of ticks. */
export const Alike = ({ of }: { readonly of: TracePage }) => {
  const { project, zone } = useProject()
  const { data } = useQuery(tracesLike(project.id, of))
  const [width, ref] = useWidth()
  const at = Date.parse(of.started_at)
  const times = (data ?? []).map((one) => ({ ...one, at: Date.parse(one.started_at) }))
  const from = Math.min(at - HOUR, ...times.map((one) => one.at))
  const x = scaleTime([from, at + HOUR / 4], [LEFT, Math.max(LEFT + 1, width - 12)])
  const lanes = statuses.filter((status) => times.some((one) => one.status === status))
  const { similar } = of
  const subject = {
    ...(of.device_id !== null
      ? { device: of.device_id }
      : of.entity_id !== null
        ? { entity: of.entity_id }
        : of.rule_id === null
          ? {}
          : { rule: of.rule_id }),
    ...(of.code === null ? {} : { code: of.code })
  }
  return (
    <section className={`panel ${look["alike"]}`} aria-label={words.traces.alike.title}>
      <header className={look["head"]}>
        <h2>
          {similar === null || similar.count === 1
            ? words.traces.alike.around
            : words.traces.alike.count({ count: similar.count, isMore: similar.count >= 1000 })}
        </h2>
        {similar !== null && similar.count > 1 && (
          <span className="soft num">
            {words.traces.alike.since({ time: inZone(similar.since, zone, "dayTime") })}
          </span>
        )}
        <Link className="link" to="/p/$slug/operate/traces" params={{ slug: project.slug }} search={subject}>
          {words.traces.alike.list}
        </Link>
      </header>
      <div ref={ref}>
        {width > 0 && lanes.length > 0 && (
          <svg
            width={width}
            height={lanes.length * LANE + FOOT}
            role="img"
            aria-label={words.traces.alike.chart}
          >
            {lanes.map((status, lane) => (
              <g key={status}>
                <text x={14} y={lane * LANE + 16} className={look["lane"]}>
                  {statusWord(status)}
                </text>
                {times
                  .filter((one) => one.status === status)
                  .map((one) => (
                    <rect
                      key={one.id}
                      x={x(one.at)}
                      y={lane * LANE + 4}
                      width={2}
                      height={16}
                      fill={status === "failed" ? "var(--critical)" : "var(--spark)"}
                    />
                  ))}
              </g>
            ))}
            <line
              x1={x(at)}
              x2={x(at)}
              y1={0}
              y2={lanes.length * LANE}
              stroke="var(--brand)"
              strokeWidth={1.5}
            />
            {x.ticks(Math.max(2, Math.floor(width / 110))).map((tick) => (
              <text
                key={tick.getTime()}
                x={x(tick)}
                y={lanes.length * LANE + 15}
                textAnchor="middle"
                className={look["lane"]}
              >
                {inZone(tick.getTime(), zone, "clock")}
              </text>
            ))}
          </svg>
        )}
      </div>
    </section>
  )
}
