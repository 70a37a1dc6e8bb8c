// The reporting of a device by day: records received, records expected, and silences.
import * as Schema from "effect/Schema"
import { Instant } from "../schemas.ts"
import { formatInstant } from "../time.ts"
import type { Days } from "../zone.ts"
import { LATE_AFTER_MS, medianInterval, LATE_INTERVALS } from "./reporting.ts"

/** MAX_DEVICE_DAYS is the longest period of one request. */
export const MAX_DEVICE_DAYS = 100
/** MAX_DEVICE_RECORDS is how many records are counted at most. */
export const MAX_DEVICE_RECORDS = 200_000

const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** DeviceDay is one day of a device. */
export const DeviceDay = Schema.Struct({
  date: Schema.String.annotate({ description: "In the project's time zone" }),
  from: Instant,
  to: Instant,
  records: count.annotate({ description: "Moments of which there is a record" }),
  expected: Schema.NullOr(count).annotate({
    description:
      "By the median wait between two records of the span, from the first of them on; null: nobody can tell"
  }),
  silences: Schema.Array(Schema.Struct({ from: Instant, to: Instant })).annotate({
    description:
      "Waits of more than four times the median, and than 15 minutes, as far as they are in the day"
  })
}).annotate({ identifier: "DeviceDay" })
export type DeviceDay = typeof DeviceDay.Type

/** Counts the days of a device; `times` are those of all records before `to`, ascending, epoch ms. */
export const deviceDays = (
  { names, starts }: Days,
  times: ReadonlyArray<number>,
  to: number
): ReadonlyArray<DeviceDay> => {
  const usual = medianInterval(times.toReversed())
  const most = usual === null ? Infinity : Math.max(LATE_INTERVALS * usual, LATE_AFTER_MS)
  const first = times[0] ?? Infinity
  const gaps = times.flatMap((at, i) => {
    const next = times[i + 1] ?? to
    return next - at > most ? [[at, next] as const] : []
  })
  let before = 0
  return names.map((date, i) => {
    const from = starts[i]!,
      end = starts[i + 1]!
    let records = before
    while (records < times.length && times[records]! < end) records++
    const came = records - before
    before = records
    const known = Math.max(0, Math.min(end, to) - Math.max(from, first))
    return {
      date,
      from: formatInstant(from),
      to: formatInstant(end),
      records: came,
      expected: usual === null || usual === 0 ? null : Math.round(known / usual),
      silences: gaps.flatMap(([began, ended]) =>
        began < end && ended > from
          ? [{ from: formatInstant(Math.max(began, from)), to: formatInstant(Math.min(ended, end)) }]
          : []
      )
    }
  })
}
