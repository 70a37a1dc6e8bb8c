// Records per day against the expected number; hatched where the device was silent.
import { words } from "../../../words/language.ts"
import type { DeviceDay } from "../../data/device.ts"
import look from "./line.module.css"

/** RECORDS is the height of the lane in px. */
export const RECORDS = 54
const FOOT = 6,
  TALL = RECORDS - FOOT - 6

interface RecordsProps {
  readonly of: ReadonlyArray<DeviceDay>
  readonly x: (at: number) => number
  readonly y: number
  readonly width: number
  readonly narrow: boolean
}

/** Records draws the records per day. */
export const Records = ({ narrow, of, width, x, y }: RecordsProps) => {
  const expected = Math.max(0, ...of.map((day) => day.expected ?? 0)),
    most = Math.max(1, expected, ...of.map(({ records }) => records))
  const all = of.reduce((sum, { records }) => sum + records, 0)
  return (
    <g
      role="img"
      aria-label={words.devices.worn.recordsOf({ count: all, days: of.length, expected })}
      transform={`translate(0,${y})`}
    >
      <text className={look["name"]} x="14" y="22">
        {words.devices.worn.records}
      </text>
      <text x="14" y="36">
        {words.devices.worn.recordsAbout({ expected, isShort: narrow })}
      </text>
      <pattern id="silent" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line y2="5" stroke="var(--ink3)" strokeWidth="1.4" />
      </pattern>
      {of.map(({ date, from, records, silences, to }) => {
        const left = x(Date.parse(from)),
          wide = x(Date.parse(to)) - left
        if (wide <= 0) return null
        const tall = (TALL * records) / most
        return (
          <g key={date}>
            <rect
              className={look["records"]}
              x={left + 0.7}
              width={Math.max(0.6, wide - 1.4)}
              y={RECORDS - FOOT - tall}
              height={tall}
            >
              <title>{words.devices.worn.recordsOn({ date, count: records })}</title>
            </rect>
            {silences.map((silence) => {
              const begin = x(Date.parse(silence.from))
              return (
                <rect
                  key={silence.from}
                  x={begin}
                  width={Math.max(2, x(Date.parse(silence.to)) - begin)}
                  y="6"
                  height={TALL}
                  fill="url(#silent)"
                  opacity="0.55"
                />
              )
            })}
          </g>
        )
      })}
      <line x2={width} y1={RECORDS} y2={RECORDS} stroke="var(--line2)" />
    </g>
  )
}
