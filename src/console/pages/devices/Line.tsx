// The assignments of a device on a time axis, one lane per animal; the edges between them can be dragged.
import { scaleTime } from "d3-scale"
import { words } from "../../../words/language.ts"
import { useWidth } from "../../charts/useWidth.ts"
import type { DeviceDay, DeviceEvent } from "../../data/device.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import { type Edge, edgesOf, moveEdge, type Span } from "./draft.ts"
import { EVENTS, EventsLane } from "./EventsLane.tsx"
import { RECORDS, Records } from "./Records.tsx"
import { Handle } from "./Handle.tsx"
import type { Window } from "./span.ts"
import look from "./line.module.css"

const RIGHT = 22,
  TOP = 8,
  LANE = 40,
  FOOT = 26,
  WIDE = 620

interface LineProps {
  /** records per day; empty for long periods */
  readonly days: ReadonlyArray<DeviceDay>
  readonly events: ReadonlyArray<DeviceEvent>
  readonly saved: ReadonlyArray<Span>
  readonly drawn: ReadonlyArray<Span>
  /** the dragged edge and its time */
  readonly held: { readonly key: string; readonly at: number } | null
  readonly window: Window
  readonly nameOf: (entityId: string) => string
  readonly mayChange: boolean
  readonly onHold: (held: LineProps["held"]) => void
  readonly onMove: (spans: ReadonlyArray<Span>) => void
}

/** Returns the animals with assignments in the window, by first assignment. */
const lanesOf = (spans: ReadonlyArray<Span>, { from, to }: Window): ReadonlyArray<string> => [
  ...new Set(spans.flatMap((one) => (one.from < to && one.to > from ? [one.entityId] : [])))
]

/** Tells whether an assignment is new or has grown. */
const isGrown = (saved: ReadonlyArray<Span>, { from, id, to }: Span): boolean => {
  const was = saved.find((one) => one.id === id)
  return was === undefined || from < was.from || to > was.to
}

/** edgeLabel names an edge for screen readers. */
export const edgeLabel = (
  spans: ReadonlyArray<Span>,
  { left, right }: Edge,
  nameOf: (id: string) => string
) => {
  const name = (i: number | null) => (i === null ? null : nameOf(spans[i]!.entityId))
  return words.devices.worn.edge({ until: name(left), from: name(right) })
}

/** Line draws and edits the assignments of a device. */
export const Line = ({
  days,
  drawn,
  events,
  held,
  mayChange,
  nameOf,
  onHold,
  onMove,
  saved,
  window
}: LineProps) => {
  const { zone } = useProject()
  const [width, ref] = useWidth()
  const edges = edgesOf(drawn, window.to)
  const inHand = held === null ? undefined : edges.find(({ key }) => key === held.key)
  // during a drag only the drawing changes
  const shown = held === null || inHand === undefined ? drawn : moveEdge(drawn, inHand, held.at)
  const shownEdges = edgesOf(shown, window.to).filter(({ at }) => at >= window.from && at <= window.to)
  const before = new Map(edgesOf(saved, window.to).map(({ at, key }) => [key, at]))
  const moved = shownEdges.flatMap(({ at, key }) => {
    const was = before.get(key)
    return was === undefined || was === at ? [] : [{ at, key, was }]
  })
  const lanes = lanesOf([...drawn, ...shown], window)
  const left = width < WIDE ? 92 : 134,
    worn = TOP + Math.max(1, lanes.length) * LANE,
    told = worn + (days.length === 0 ? 0 : RECORDS),
    seen = events.filter(({ time }) => Date.parse(time) >= window.from),
    height = told + (seen.length === 0 ? 0 : EVENTS)
  const scale = scaleTime([window.from, window.to], [left, Math.max(left + 1, width - RIGHT)]).clamp(true)
  const x = (at: number) => scale(at)
  const y = (entityId: string) => TOP + lanes.indexOf(entityId) * LANE
  const msPerPixel = (window.to - window.from) / Math.max(1, width - RIGHT - left)
  const when = ({ from, to }: Span) =>
    words.devices.worn.period({
      from: from <= window.from ? null : inZone(from, zone, "day"),
      to: to === Infinity ? null : inZone(to, zone, "day"),
      isShort: width < WIDE
    })
  return (
    <div ref={ref} className={look["line"]}>
      <svg width={width} height={height + FOOT} role="group" aria-label={words.devices.worn.title}>
        {lanes.map((id) => {
          const last = shown.findLast(({ entityId }) => entityId === id)
          return (
            <g key={id} transform={`translate(0,${y(id)})`}>
              <line x1="0" x2={width} y1={LANE} y2={LANE} stroke="var(--line2)" />
              <text className={look["name"]} x="14" y="18">
                {nameOf(id).slice(0, width < WIDE ? 10 : 16)}
              </text>
              <text x="14" y="32">
                {last === undefined ? "" : when(last)}
              </text>
            </g>
          )
        })}
        {moved.map(({ at, key, was }) => (
          <g key={key}>
            <rect
              className={look["moved"]}
              x={x(Math.min(at, was))}
              width={Math.abs(x(at) - x(was))}
              height={height}
            />
            <line className={look["was"]} x1={x(was)} x2={x(was)} y1={TOP} y2={height} />
          </g>
        ))}
        {days.length > 0 && <Records of={days} x={x} y={worn} width={width} narrow={width < WIDE} />}
        {seen.length > 0 && (
          <EventsLane
            of={seen}
            x={x}
            y={told}
            width={width}
            moved={moved.map(({ at, was }) => ({ from: Math.min(at, was), to: Math.max(at, was) }))}
          />
        )}
        {window.ticks.map((at) => (
          <g key={at} transform={`translate(${x(at)},${height})`}>
            <line y2="4" stroke="var(--ink3)" />
            <text x="4" y="17">
              {inZone(at, zone, window.step < 600_000 && window.to - window.from < 2e8 ? "clock" : "day")}
            </text>
          </g>
        ))}
        <line x1="0" x2={width} y1={height} y2={height} stroke="var(--line)" />
        {shown
          .filter(({ from, to }) => from < window.to && to > window.from)
          .map((one) => {
            const from = x(one.from),
              wide = x(Math.min(one.to, window.to)) - from
            return (
              <g key={`${one.id} ${one.from}`} className={look["bar"]} data-grown={isGrown(saved, one)}>
                <rect x={from} y={y(one.entityId) + 7} width={Math.max(1, wide)} height={LANE - 14} rx="6" />
                {wide > 90 && (
                  <text x={from + 12} y={y(one.entityId) + 25}>
                    {nameOf(one.entityId).slice(0, Math.floor((wide - 20) / 8))}
                  </text>
                )}
              </g>
            )
          })}
        {moved.map(({ at, key }) => (
          <g key={key} className={look["flag"]} transform={`translate(${x(at)},${height + 3})`}>
            <rect x="-52" width="104" height="20" rx="5" />
            <text y="14" textAnchor="middle">
              {inZone(at, zone, "dayTime")}
            </text>
          </g>
        ))}
        <line className={look["now"]} x1={x(window.to)} x2={x(window.to)} y1={TOP} y2={height} />
        {mayChange &&
          shownEdges.map((edge) => {
            const lane = [edge.left, edge.right].map((i) => (i === null ? undefined : shown[i]))
            const places = lane.flatMap((one) => (one === undefined ? [] : [y(one.entityId) + LANE / 2]))
            // the key identifies the edge from before the move
            const base = edges.find(({ key }) => key === edge.key) ?? edge
            return (
              <Handle
                key={edge.key}
                of={{ ...base, at: edge.at }}
                label={edgeLabel(shown, edge, nameOf)}
                text={`${inZone(edge.at, zone, "full")} ${zone}`}
                window={window}
                x={x}
                height={height}
                middle={places.reduce((sum, at) => sum + at, 0) / Math.max(1, places.length)}
                msPerPixel={msPerPixel}
                onDrag={(at) => onHold({ key: edge.key, at })}
                onDrop={(at) => {
                  onHold(null)
                  onMove(moveEdge(drawn, base, at))
                }}
                onLeave={() => onHold(null)}
              />
            )
          })}
      </svg>
    </div>
  )
}
