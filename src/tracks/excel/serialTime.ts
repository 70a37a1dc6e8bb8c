// Numbers of a workbook that stand for times: which formats make them so, and what they say.

/** What a number format shows of a time; null: it shows a number. */
export interface TimeShown {
  readonly isDate: boolean
  readonly isTime: boolean
}

const DAY_MS = 86_400_000
/** Days from the two origins of workbooks to 1970. */
const ORIGIN_1900_DAYS = 25_569
const ORIGIN_1904_DAYS = 24_107

/** What the formats with a number of their own show, by ranges. */
const builtIn: ReadonlyArray<readonly [from: number, to: number, shown: TimeShown]> = [
  [14, 17, { isDate: true, isTime: false }],
  [18, 21, { isDate: false, isTime: true }],
  [22, 22, { isDate: true, isTime: true }],
  [27, 31, { isDate: true, isTime: false }],
  [32, 35, { isDate: false, isTime: true }],
  [36, 36, { isDate: true, isTime: false }],
  [45, 47, { isDate: false, isTime: true }],
  [50, 58, { isDate: true, isTime: false }]
]

/** What a format shows, by its number, and by its code where the workbook has one of its own. */
export const timeShownBy = (id: number, code: string | undefined): TimeShown | null => {
  if (code === undefined) return builtIn.find(([from, to]) => id >= from && id <= to)?.[2] ?? null
  const signs = code
    .replaceAll(/"[^"]*"|\\.|_.|\*./gu, "")
    .replaceAll(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/giu, "")
    .replaceAll(/am\/pm|a\/p|general/giu, "")
    .split(";", 1)[0]!
    .toLowerCase()
  const isDate = /[yd]|mmm/u.test(signs),
    isTime = /[hs]/u.test(signs)
  return isDate || isTime ? { isDate, isTime } : null
}

/**
 * Returns the text of a number that stands for a time: `2024-05-01 06:00:00`, the day alone, or the time of a
 * day.
 */
export const serialText = (serial: number, { isDate, isTime }: TimeShown, is1904: boolean): string => {
  const ms = Math.round(serial * DAY_MS),
    at = ms - (is1904 ? ORIGIN_1904_DAYS : ORIGIN_1900_DAYS) * DAY_MS
  if (!(serial >= 0) || Math.abs(at) > 8.64e15) return String(serial)
  const [day, time] = new Date(at).toISOString().slice(0, -1).split("T") as [string, string],
    ofDay = time.replace(/\.000$/u, "")
  if (!isDate && ms < DAY_MS) return ofDay
  return !isTime && ms % DAY_MS === 0 ? day : `${day} ${ofDay}`
}
