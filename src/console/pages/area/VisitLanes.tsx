// Visits to an area, one lane per animal, with the nights behind and one cursor at now. Silence is hatched.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { scaleTime } from "d3-scale"
import { useId, useState } from "react"
import { words } from "../../../words/language.ts"
import { Nights } from "../../charts/Nights.tsx"
import { textScale } from "../../charts/textScale.ts"
import { useSize } from "../../charts/useSize.ts"
import { nightsBetween } from "../../data/animal.ts"
import type { AreaPresence, Visitor } from "../../data/areas.ts"
import { exactText } from "../../design/numbers.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import { lastInside, presentByBin } from "./visitFigures.ts"
import look from "./visitLanes.module.css"

const HOUR_MS = 3_600_000
/** MAX_LANES is the number of lanes before the list is opened: those with the most time inside. */
const MAX_LANES = 8
const BINS = 120
/** Height of the axis and of the histogram, px. */
const FOOT_PX = 22,
  BARS_PX = 26
/** Width of the shortest visible visit, px. */
const MIN_VISIT_PX = 2
/** Width of a label of the axis, px; the label of now is wider. */
const TICK_PX = 90,
  NOW_PX = 84

interface Axis {
  readonly from: number
  readonly to: number
  /** width of the lanes, px */
  readonly width: number
  /** x of a time, clamped to the lanes */
  readonly x: (moment: string | number) => number
}

/** HowMany draws how many animals were inside at a time. */
const HowMany = ({ axis, of }: { readonly axis: Axis; readonly of: ReadonlyArray<Visitor> }) => {
  const counts = presentByBin(of, axis.from, axis.to, BINS)
  const most = Math.max(1, ...counts)
  const wide = axis.width / BINS
  return (
    <svg width={axis.width} height={BARS_PX} className={look["bars"]} aria-hidden="true">
      {counts.map((count, i) => {
        const tall = (count / most) * (BARS_PX - 4)
        // bins have no id but their place
        const key = String(i)
        return <rect key={key} x={i * wide} width={wide} y={BARS_PX - tall} height={tall} />
      })}
    </svg>
  )
}

interface LaneProps {
  readonly axis: Axis
  readonly of: Visitor
  /** a longer silence is hatched, seconds */
  readonly silentAfter: number
  readonly hatch: string
}

/** Lane draws the visits of one animal. */
const Lane = ({ axis: { to, width, x }, hatch, of, silentAfter }: LaneProps) => {
  const last = lastInside(of)
  const isSilent = of.is_inside && last !== null && (to - last) / 1000 > silentAfter
  return (
    <svg
      width={width}
      height="16"
      role="img"
      aria-label={words.area.visits.summary({ name: of.name, count: of.visit_count })}
    >
      {of.visits.map((visit, i) => (
        <rect
          key={visit.from}
          className={look["visit"]}
          data-now={of.is_inside && !isSilent && i === of.visits.length - 1}
          x={Math.min(x(visit.from), width - MIN_VISIT_PX)}
          width={Math.max(MIN_VISIT_PX, x(visit.to) - x(visit.from))}
          height="16"
          rx="2"
        />
      ))}
      {isSilent && (
        <rect x={x(last)} width={Math.max(0, width - x(last))} height="16" fill={`url(#${hatch})`} />
      )}
    </svg>
  )
}

/** Axis draws nights, days and the cursor behind the lanes. */
const Backdrop = ({ axis, height }: { readonly axis: Axis; readonly height: number }) => {
  const { project, zone } = useProject()
  const { from, to, width, x } = axis
  const { data: nights = [] } = useQuery(
    nightsBetween(project.id, Math.floor(from / HOUR_MS) * HOUR_MS, Math.ceil(to / HOUR_MS) * HOUR_MS)
  )
  const scaled = textScale()
  const foot = height - FOOT_PX * scaled
  const ticks = scaleTime([from, to], [0, width])
    .ticks(Math.max(2, width / (TICK_PX * scaled)))
    .filter((tick) => x(+tick) > 24 && x(+tick) < width - NOW_PX * scaled)
  return (
    <svg width={width} height={height} className={look["backdrop"]} aria-hidden="true">
      <Nights of={nights} x={x} y={0} height={foot} />
      <line x2={width} y1={foot} y2={foot} stroke="var(--line)" />
      {ticks.map((tick) => (
        <g key={+tick} transform={`translate(${x(+tick)},${foot})`}>
          <line y2="4" stroke="var(--ink3)" />
          <text y={16 * scaled} textAnchor="middle">
            {inZone(+tick, zone, "day")}
          </text>
        </g>
      ))}
      <line x1={width - 1} x2={width - 1} y2={foot} stroke="var(--brand)" strokeWidth="2" />
      <circle cx={width - 1} cy={foot} r="3.5" fill="var(--brand)" />
      <text x={width} y={foot + 16 * scaled} textAnchor="end" className={look["now"]}>
        {words.area.visits.now({ time: inZone(to, zone, "clock") })}
      </text>
    </svg>
  )
}

/** VisitLanes draws the visits of a period; `days` is its length. */
export const VisitLanes = ({ days, of }: { readonly of: AreaPresence; readonly days: number }) => {
  const { project } = useProject()
  const [width, height, ref] = useSize()
  const [isOpen, setOpen] = useState(false)
  const hatch = useId()
  const word = entityWord(project)
  const from = Date.parse(of.from),
    to = Date.parse(of.to)
  const scale = scaleTime([from, to], [0, width])
  const axis: Axis = {
    from,
    to,
    width,
    x: (moment) =>
      Math.min(width, Math.max(0, scale(typeof moment === "string" ? Date.parse(moment) : moment)))
  }
  if (of.fixes === 0) return <p className={look["silence"]}>{words.area.visits.noFixes({ days })}</p>
  if (of.subjects.length === 0)
    return <p className={look["none"]}>{words.area.visits.none({ days, many: word.many })}</p>
  const lanes = isOpen ? of.subjects : of.subjects.slice(0, MAX_LANES)
  return (
    <>
      <div className={look["frame"]}>
        <div ref={ref} className={look["behind"]}>
          {width > 0 && <Backdrop axis={axis} height={height} />}
        </div>
        <svg width="0" height="0" aria-hidden="true" className={look["defs"]}>
          <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse">
            <path d="M-1 7 7 -1" stroke="var(--ink3)" strokeWidth="1" />
          </pattern>
        </svg>
        <table className={look["lanes"]} aria-label={words.area.visits.lanes}>
          <thead>
            <tr>
              <th scope="col">
                <span className="hidden">{words.area.visits.who}</span>
                <span aria-hidden="true">{words.area.visits.howMany}</span>
              </th>
              <th scope="col">
                <span className="hidden">{words.area.visits.when}</span>
                {width > 0 && <HowMany axis={axis} of={of.subjects} />}
              </th>
              <th scope="col">{words.area.visits.count}</th>
              <th scope="col" className={look["share"]}>
                {words.area.visits.share}
              </th>
              <th scope="col">{words.area.visits.inside}</th>
            </tr>
          </thead>
          <tbody>
            {lanes.map((one) => (
              <tr key={one.id} data-now={one.is_inside}>
                <th scope="row">
                  <Link
                    to="/p/$slug/animals/$entity"
                    params={{ slug: project.slug, entity: one.id }}
                    title={one.name}
                  >
                    <bdi>{one.name}</bdi>
                  </Link>
                </th>
                <td>
                  {width > 0 && <Lane axis={axis} of={one} silentAfter={of.break_seconds} hatch={hatch} />}
                </td>
                <td className="num">{exactText(one.visit_count)}</td>
                <td className={`num ${look["share"]}`}>
                  {one.share === null ? "–" : `${exactText(Math.round(one.share * 100))} %`}
                </td>
                <td className="num">{span(one.inside_seconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(of.is_cut || of.subjects.length > MAX_LANES) && (
        <footer className={look["foot"]}>
          {of.is_cut && <span>{words.area.visits.isCut}</span>}
          {!isOpen && of.subjects.length > MAX_LANES && (
            <button className="link" onClick={() => setOpen(true)}>
              {words.area.visits.showAll({ count: of.subjects.length })}
            </button>
          )}
        </footer>
      )}
    </>
  )
}
