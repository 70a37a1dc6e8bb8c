// The calendar of a time zone: which offset holds when, and where its days begin. All else is computed on
// instants; the zone only names days and hours. Pure: the rules of the zones are those of the runtime
// (`Intl`).

const DAY_MS = 86_400_000

/**
 * The offsets of a zone over a span: `offset[i]` (ms east of UTC) holds from `since[i]` on, until the next.
 * `since[0]` is -Infinity.
 */
export interface Zone {
  readonly since: Float64Array
  readonly offset: Float64Array
}

/**
 * Local days in a row: day `i` has the instants from `starts[i]` to `starts[i + 1]`; there is one start more
 * than names.
 */
export interface Days {
  readonly starts: Float64Array
  /** `YYYY-MM-DD` */
  readonly names: ReadonlyArray<string>
}

const pad = (value: number, width = 2): string => String(value).padStart(width, "0")

/**
 * `YYYY-MM-DD` of a day counted from 1970-01-01. Hinnant, "chrono-compatible low-level date algorithms",
 * civil_from_days.
 */
export const dayName = (day: number): string => {
  const z = day + 719_468
  const era = Math.floor(z / 146_097)
  const ofEra = z - era * 146_097
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365
  )
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100))
  const shifted = Math.floor((5 * ofYear + 2) / 153)
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  const ofMonth = ofYear - Math.floor((153 * shifted + 2) / 5) + 1
  return `${pad(year + era * 400 + (month <= 2 ? 1 : 0), 4)}-${pad(month)}-${pad(ofMonth)}`
}

/** RFC 3339, UTC, with milliseconds; fractions of one are cut. */
export const instantName = (ms: number): string => {
  const whole = Math.floor(ms)
  const day = Math.floor(whole / DAY_MS)
  const rest = whole - day * DAY_MS
  const hour = Math.floor(rest / 3_600_000)
  const minute = Math.floor(rest / 60_000) % 60
  const second = Math.floor(rest / 1000) % 60
  return `${dayName(day)}T${pad(hour)}:${pad(minute)}:${pad(second)}.${pad(rest % 1000, 3)}Z`
}

const offsetReader = (timezone: string): ((ms: number) => number) => {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric"
  })
  return (ms) => {
    const part: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(ms)) part[type] = Number(value)
    const { day, hour, minute, month, second, year } = part
    return Date.UTC(year!, month! - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
  }
}

/**
 * Returns the offsets of an IANA zone from a day before `from` to a day after `to` (epoch ms). Asks the
 * runtime once a day and halves where the answer changes, so it costs days, not fixes. Throws a RangeError
 * for a name that is no zone.
 */
export const zoneBetween = (timezone: string, from: number, to: number): Zone => {
  const offsetAt = offsetReader(timezone)
  const since = [-Infinity],
    offset = [offsetAt(from - 2 * DAY_MS)]
  for (let day = from - DAY_MS; day <= to + 2 * DAY_MS; day += DAY_MS) {
    const now = offsetAt(day)
    if (now === offset.at(-1)) continue
    let before = day - DAY_MS,
      after = day
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (offsetAt(middle) === now) after = middle
      else before = middle
    }
    since.push(after)
    offset.push(now)
  }
  return { since: Float64Array.from(since), offset: Float64Array.from(offset) }
}

/** ms east of UTC at an instant within the span of the zone. */
export const offsetAt = ({ offset, since }: Zone, ms: number): number => {
  let at = since.length - 1
  while (since[at]! > ms) at--
  return offset[at]!
}

/** The instant at which the local day begins for good: where clocks skip midnight, the moment they do. */
const startOf = (zone: Zone, day: number): number => {
  const before = day * DAY_MS - offsetAt(zone, day * DAY_MS - DAY_MS)
  const after = day * DAY_MS - offsetAt(zone, day * DAY_MS + DAY_MS)
  if (before === after) return before
  const change =
    zone.since.find((ms) => ms > day * DAY_MS - DAY_MS && ms <= day * DAY_MS + DAY_MS) ?? -Infinity
  return after >= change ? after : before < change ? before : change
}

/**
 * Returns the local days that share an instant with `[from, to)`: days of 23 and 25 hours as they are, days
 * that a zone left out missing.
 */
export const localDays = (zone: Zone, from: number, to: number): Days => {
  const starts: Array<number> = [],
    names: Array<string> = []
  for (let day = Math.floor((from + offsetAt(zone, from)) / DAY_MS) - 1; ; day++) {
    const start = startOf(zone, day),
      end = startOf(zone, day + 1)
    if (start >= to) return { starts: Float64Array.from([...starts, start]), names }
    if (end <= from || end === start) continue
    starts.push(start)
    names.push(dayName(day))
  }
}

/** Index of the day an instant is in, from the days of a span that has it. O(log n). */
export const dayOf = ({ names, starts }: Days, ms: number): number => {
  let low = 0,
    high = names.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= ms) low = middle
    else high = middle - 1
  }
  return low
}
