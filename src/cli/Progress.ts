// How far a long work is, in words and a bar.

const BAR_CHARACTERS = 24

const clock = (seconds: number): string => {
  const s = Math.max(0, Math.round(seconds))
  return s < 60
    ? `${s} s`
    : s < 3600
      ? `${Math.floor(s / 60)} min ${s % 60} s`
      : `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`
}

/** `1234567` as `1,234,567`. */
export const grouped = (count: number): string =>
  String(Math.round(count)).replaceAll(/\B(?=(\d{3})+$)/g, ",")

/** `1 row`, `1,234 rows`. */
export const countOf = (count: number, one: string): string =>
  `${grouped(count)} ${one}${count === 1 ? "" : "s"}`

/**
 * Returns a line of progress: `done` of `total` (any unit, bytes say), `rows` so far, `seconds` since the
 * start at `begun` (same unit as `done`; not 0 when an earlier run did a part).
 */
export const progressLine = (
  what: string,
  {
    begun,
    done,
    rows,
    seconds,
    total
  }: {
    readonly begun: number
    readonly done: number
    readonly total: number
    readonly rows: number
    readonly seconds: number
  }
): string => {
  const share = total === 0 ? 1 : Math.min(1, done / total),
    full = Math.round(share * BAR_CHARACTERS)
  const left = done > begun ? ((total - done) * seconds) / (done - begun) : Infinity
  return (
    `${what} [${"#".repeat(full)}${".".repeat(BAR_CHARACTERS - full)}] ${Math.floor(share * 100)} % ` +
    ` ${grouped(rows)} rows` +
    (seconds >= 1 ? `  ${grouped(rows / seconds)}/s` : "") +
    (Number.isFinite(left) && share < 1 && seconds >= 1 ? `  ${clock(left)} left` : "")
  )
}
