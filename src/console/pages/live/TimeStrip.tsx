// A day under the map: fixes as bars, nights, events, and the cursor that map and strip share.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { scaleTime } from "d3-scale"
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react"
import { Glyph } from "../../charts/Glyph.tsx"
import { textScale } from "../../charts/textScale.ts"
import { useWidth } from "../../charts/useWidth.ts"
import { eventsBetween, timeline } from "../../data/mapQueries.ts"
import { useProject } from "../../shell/useProject.ts"
import { useNow } from "../../time/useNow.ts"
import { inZone } from "../../time/zoneTime.ts"
import { readCursor, setCursor, watchCursor } from "./cursor.ts"
import look from "./strip.module.css"
import { endOf } from "./useWindow.ts"

const HEIGHT = 75
const FOOT = 17
const MINUTE = 60_000
/** Steps of the cursor by arrow keys. */
const STEP = 10 * MINUTE,
  HOUR = 60 * MINUTE,
  DAY = 24 * HOUR

/** Pixels that an axis label needs to each side. */
const LABEL = 34

/** Returns the count of a bar of full height; bursts are capped, or they would flatten all other bars. */
const fullHeight = (counts: ReadonlyArray<number>): number => {
  const some = counts.filter((n) => n > 0).sort((a, b) => a - b)
  const middle = some[some.length >> 1] ?? 1
  return Math.max(1, Math.min(some.at(-1) ?? 1, 1.7 * middle))
}

interface TimeStripProps {
  /** the window of the strip, epoch ms */
  readonly from: number
  readonly to: number
  /** called when the cursor stops; null: live */
  readonly onRest: (at: number | null) => void
}

/** Moves the line of the cursor without React renders. */
const useCursorLine = (x: (at: number) => number, to: number) => {
  const line = useRef<SVGGElement>(null)
  const slider = useRef<SVGSVGElement>(null)
  useEffect(() => {
    const put = (at: number | null) => {
      line.current?.setAttribute("transform", `translate(${x(at ?? to)},0)`)
      line.current?.toggleAttribute("data-live", at === null)
      slider.current?.setAttribute("aria-valuenow", String(at ?? to))
    }
    put(readCursor())
    return watchCursor(put)
  }, [x, to])
  return [line, slider] as const
}

/** End labels the right end: now, or the end of a past day. */
const End = ({ to, x }: { readonly to: number; readonly x: number }) => {
  const { zone } = useProject()
  const now = useNow()
  return (
    <text x={x} y={HEIGHT - 1} textAnchor="end" className={look["end"]}>
      {to < now ? inZone(to, zone, "dayClock") : words.live.strip.now({ time: inZone(now, zone, "clock") })}
    </text>
  )
}

/** TimeStrip is the time strip under the map. */
export const TimeStrip = ({ from, onRest, to }: TimeStripProps) => {
  const { project, zone } = useProject()
  const { data } = useQuery(timeline(project.id, from, to))
  const { data: events = [] } = useQuery(eventsBetween(project.id, from, to))
  const [measured, ref] = useWidth()
  const scaled = textScale(),
    width = measured / scaled
  const scale = scaleTime([from, to], [0, Math.max(1, width - 6)])
  const x = (at: number | string | Date) => scale(typeof at === "string" ? Date.parse(at) : at)
  const [line, slider] = useCursorLine(x, to)
  const most = fullHeight((data?.bins ?? []).map(({ fixes }) => fixes ?? 0))
  const ticks = scale
    .ticks(Math.max(2, width / 90))
    .filter((tick) => x(tick) > LABEL / 2 && x(tick) < width - 3 * LABEL)
  const bar = width / Math.max(1, data?.bins.length ?? 1)

  const momentAt = (event: PointerEvent<SVGSVGElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    return +scale.invert(Math.min(width - 6, Math.max(0, (event.clientX - left) / scaled)))
  }
  /** Reports the time; at the right end of the current window: live. */
  const rest = () => {
    const at = readCursor()
    const live = at !== null && at > to - STEP / 2 && endOf(to) === null
    if (live) setCursor(null)
    onRest(live ? null : at)
  }
  const press = (event: KeyboardEvent) => {
    const sign = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0
    if (sign === 0) return
    event.preventDefault()
    event.stopPropagation()
    const step = event.shiftKey && event.altKey ? DAY : event.shiftKey ? HOUR : STEP
    setCursor(Math.min(to, (readCursor() ?? to) + sign * step))
    rest()
  }
  return (
    <div className={`card ${look["strip"]}`} ref={ref}>
      <svg
        ref={slider}
        viewBox={`0 0 ${Math.max(1, width)} ${HEIGHT}`}
        height={HEIGHT * scaled}
        role="slider"
        tabIndex={0}
        aria-label={words.live.strip.time}
        aria-valuemin={from}
        aria-valuemax={to}
        aria-valuenow={readCursor() ?? to}
        aria-valuetext={readCursor() === null ? words.live.strip.live : inZone(readCursor()!, zone, "full")}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setCursor(momentAt(event))
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) setCursor(momentAt(event))
        }}
        onPointerUp={rest}
      >
        {(data?.nights ?? []).map((night) => (
          <rect
            key={night.from}
            x={x(night.from)}
            width={Math.max(0, x(night.to) - x(night.from))}
            y="16"
            height={HEIGHT - 32}
            fill={night.kind === "night" ? "var(--night)" : "var(--twilight)"}
          />
        ))}
        {(data?.nights ?? [])
          .filter(({ from: dusk, kind, to: dawn }) => kind === "night" && x(dawn) - x(dusk) > 2 * LABEL)
          .map((night) => (
            <text key={night.from} x={Math.max(0, x(night.from)) + 7} y="28">
              {words.live.strip.night}
            </text>
          ))}
        {(data?.bins ?? []).map((bin) => {
          const tall = Math.min(1, (bin.fixes ?? 0) / most) * (HEIGHT - 42)
          return (
            <rect
              key={bin.from}
              x={x(bin.from) + 0.8}
              width={Math.max(0.5, bar - 1.6)}
              y={HEIGHT - FOOT - tall}
              height={tall}
              rx="1"
              fill="var(--bar)"
            />
          )
        })}
        {data !== undefined && data.bins.every(({ fixes }) => fixes === null) && (
          <text x={width / 2} y={HEIGHT - FOOT - 12} textAnchor="middle">
            {words.live.strip.notCounted}
          </text>
        )}
        {events.map(({ id, properties: p }) => (
          <Glyph key={id} of={p.severity} x={x(p.time)} y={8.5} />
        ))}
        {ticks.map((tick) => (
          <g key={+tick} transform={`translate(${x(tick)},0)`}>
            <line y1={HEIGHT - 16} y2={HEIGHT - 12} stroke="var(--ink3)" />
            <text y={HEIGHT - 1} textAnchor="middle">
              {inZone(+tick, zone, inZone(+tick, zone, "clock") === "00:00" ? "dayClock" : "clock")}
            </text>
          </g>
        ))}
        <End x={width} to={to} />
        <g ref={line} className={look["cursor"]}>
          <line y1="2" y2={HEIGHT - 12} />
          <circle cy={HEIGHT - 15} r="4" />
        </g>
      </svg>
    </div>
  )
}
