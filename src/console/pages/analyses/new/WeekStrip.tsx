// The fixes of the selected animals per week, with the period on top; its edges move by pointer or keys.
import { useQuery } from "@tanstack/react-query"
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react"
import { words } from "../../../../words/language.ts"
import { flag, Row, Text } from "../../../design/kit.tsx"
import { numberText } from "../../../design/numbers.ts"
import { fixesByWeek } from "../../../data/analyses.ts"
import { useProject } from "../../../shell/useProject.ts"
import { useSettled } from "../../../shell/useSettled.ts"
import { inZone } from "../../../time/zoneTime.ts"
import type { Period, Span, SubjectSelection } from "./draft.ts"
import { momentsOf } from "./parameters.ts"
import {
  anchorFor,
  dayNumber,
  dayOf,
  daysOf,
  type Edge,
  endOfDay,
  midnightOf,
  stepOf,
  weeksShown,
  withEdge
} from "./weekSpan.ts"
import look from "./weekStrip.module.css"

/** Debounce before the fixes are counted. */
const PAUSE_MS = 400
/** Ids that fit into one address. */
const MAX_IDS = 140
const WEEK_MS = 7 * 86_400_000

interface HandleProps {
  readonly edge: Edge
  readonly span: Span
  readonly shown: Span
  /** position as a share of the strip's width, 0 to 1 */
  readonly place: number
  readonly text: string
  /** the day number below a pointer */
  readonly dayAt: (clientX: number) => number
  /** called with the span while an edge is dragged; null at the end */
  readonly onDrag: (span: Span | null) => void
  readonly onSpan: (span: Span) => void
}

const Handle = ({ dayAt, edge, onDrag, onSpan, place, shown, span, text }: HandleProps) => {
  const dragged = useRef<Span | null>(null)
  const move = (event: PointerEvent) => {
    if (dragged.current === null) return
    // the right handle stands at the end of the last day
    dragged.current = withEdge(span, edge, dayAt(event.clientX) - (edge === "to" ? 1 : 0), shown)
    onDrag(dragged.current)
  }
  const drop = () => {
    const next = dragged.current
    dragged.current = null
    onDrag(null)
    if (next !== null && next[edge] !== span[edge]) onSpan(next)
  }
  const press = (event: KeyboardEvent) => {
    const step = stepOf(event.key)
    if (step === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const next = withEdge(span, edge, dayNumber(span[edge]) + step, shown)
    if (next[edge] !== span[edge]) onSpan(next)
  }
  return (
    <div
      className={look["handle"]}
      data-edge={edge}
      role="slider"
      tabIndex={0}
      aria-label={edge === "from" ? words.newAnalysis.weeks.first : words.newAnalysis.weeks.last}
      aria-valuemin={dayNumber(edge === "from" ? shown.from : span.from)}
      aria-valuemax={dayNumber(edge === "to" ? shown.to : span.to)}
      aria-valuenow={dayNumber(span[edge])}
      aria-valuetext={text}
      style={{ left: `${place * 100}%` }}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        dragged.current = span
      }}
      onPointerMove={move}
      onPointerUp={drop}
      onPointerCancel={() => {
        dragged.current = null
        onDrag(null)
      }}
    >
      <i />
    </div>
  )
}

interface WeekStripProps {
  readonly whom: SubjectSelection
  readonly period: Period
  readonly now: number
  readonly onSpan: (span: Span) => void
}

/** WeekStrip is empty until a subject is chosen. */
export const WeekStrip = ({ now, onSpan, period, whom }: WeekStripProps) => {
  const { project, zone } = useProject()
  const moments = momentsOf(period, zone, now)
  const [anchor, setAnchor] = useState(now)
  const wanted = anchorFor(anchor, moments, now)
  if (wanted !== anchor) setAnchor(wanted)
  const settled = useSettled(whom, PAUSE_MS)
  const isAsked = settled.kind === "animals" ? settled.ids.length > 0 : settled.id !== ""
  const { data } = useQuery({
    ...fixesByWeek(project.id, settled, wanted),
    enabled: isAsked && (settled.kind !== "animals" || settled.ids.length <= MAX_IDS)
  })
  const [dragged, setDragged] = useState<Span | null>(null)
  const strip = useRef<HTMLDivElement>(null)
  const weeks = data === undefined || moments === undefined ? [] : weeksShown(data.weeks, moments.from)
  const [first] = weeks
  if (!isAsked || data === undefined || first === undefined || moments === undefined) return null
  const begin = Date.parse(first.from),
    end = Date.parse(weeks.at(-1)!.from) + WEEK_MS
  const shown = { from: dayOf(begin, zone), to: dayOf(Math.min(now, end - 1), zone) }
  const chosen = daysOf(moments, zone)
  const span = dragged ?? chosen
  const placeOf = (moment: number) => Math.max(0, Math.min(1, (moment - begin) / (end - begin)))
  const places = { from: placeOf(midnightOf(span.from, zone)), to: placeOf(endOfDay(span.to, zone)) }
  const dayAt = (clientX: number) => {
    const { left, width } = strip.current!.getBoundingClientRect()
    const moment = begin + ((clientX - left) / width) * (end - begin)
    // to the nearest midnight
    return dayNumber(dayOf(moment + WEEK_MS / 14, zone))
  }
  const most = Math.max(...weeks.map(({ fixes }) => fixes))
  const monthOf = ({ from }: { readonly from: string }) => inZone(from, zone, "month")
  const months = weeks.flatMap((week, at) => {
    const month = monthOf(week)
    const before = weeks[at - 1]
    return before === undefined || monthOf(before) === month
      ? []
      : [{ month, place: placeOf(Date.parse(week.from)) }]
  })
  return (
    <div className={look["box"]}>
      <Row gap={3}>
        <Text size={2} tone="soft">
          {words.newAnalysis.weeks.title}
        </Text>
        <Text size={2} tone="soft" num>
          {words.newAnalysis.weeks.summary({
            most,
            counted: data.counted,
            subjects: data.subject_count,
            isCut: data.is_cut
          })}
        </Text>
      </Row>
      <div className={look["strip"]} ref={strip}>
        <div
          className={look["period"]}
          style={{ left: `${places.from * 100}%`, width: `${(places.to - places.from) * 100}%` }}
        />
        <div className={look["bars"]} aria-hidden>
          {weeks.map(({ fixes, from }) => {
            const place = placeOf(Date.parse(from) + WEEK_MS / 2)
            return (
              <i
                key={from}
                title={`${inZone(from, zone, "date")}: ${numberText(fixes)}`}
                style={{ height: `${most === 0 ? 0 : (fixes / most) * 100}%` }}
                data-in={flag(place > places.from && place < places.to)}
              />
            )
          })}
        </div>
        {(["from", "to"] as const).map((edge) => (
          <Handle
            key={edge}
            edge={edge}
            span={chosen}
            shown={shown}
            place={places[edge]}
            text={inZone(midnightOf(span[edge], zone), zone, "date")}
            dayAt={dayAt}
            onDrag={setDragged}
            onSpan={onSpan}
          />
        ))}
      </div>
      <div className={look["months"]} aria-hidden>
        {months.map(({ month, place }, at) => (
          <span key={place} style={{ left: `${place * 100}%` }} data-minor={flag(at % 2 === 1)}>
            {month}
          </span>
        ))}
      </div>
    </div>
  )
}
