// The events of a device on the time line; those that are evaluated again when records move have a ring.
import { words } from "../../../words/language.ts"
import { Glyph } from "../../charts/Glyph.tsx"
import type { DeviceEvent } from "../../data/device.ts"
import look from "./line.module.css"

/** EVENTS is the height of the lane in px. */
export const EVENTS = 40

interface EventsLaneProps {
  readonly of: ReadonlyArray<DeviceEvent>
  readonly x: (at: number) => number
  readonly y: number
  readonly width: number
  /** periods whose records move, epoch ms */
  readonly moved: ReadonlyArray<{ readonly from: number; readonly to: number }>
}

/** EventsLane draws the events of a device. */
export const EventsLane = ({ moved, of, width, x, y }: EventsLaneProps) => (
  <g
    role="img"
    aria-label={words.devices.worn.eventsOf({ count: of.length })}
    transform={`translate(0,${y})`}
  >
    <text className={look["name"]} x="14" y="18">
      {words.devices.worn.events}
    </text>
    <text x="14" y="32">
      {words.devices.worn.eventsAbout}
    </text>
    {of.map(({ id, severity, time, title }) => {
      const at = Date.parse(time)
      return (
        <g key={id}>
          <title>{title}</title>
          {moved.some(({ from, to }) => at >= from && at < to) && (
            <circle className={look["again"]} cx={x(at)} cy={EVENTS / 2} r="10" />
          )}
          <Glyph of={severity} x={x(at)} y={EVENTS / 2} />
        </g>
      )
    })}
    <line x2={width} y1={EVENTS} y2={EVENTS} stroke="var(--line2)" />
  </g>
)
