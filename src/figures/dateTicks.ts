// Days and months along an axis.

const DAY_MS = 86_400_000
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** A place along an axis, and what stands there. */
export interface Mark {
  readonly at: number
  readonly label: string
}

/**
 * Returns days or first days of months between two times (epoch ms, UTC), at most about `most`; the first and
 * each new year say the year.
 */
export const dateTicks = (low: number, high: number, most = 6): ReadonlyArray<Mark> => {
  const days = (high - low) / DAY_MS
  const everyDays = [1, 2, 7, 14].find((n) => days / n <= most)
  const ats: Array<number> = []
  if (everyDays !== undefined) {
    for (let at = Math.ceil(low / DAY_MS) * DAY_MS; at <= high; at += everyDays * DAY_MS) ats.push(at)
  } else {
    const everyMonths = [1, 2, 3, 6, 12, 24, 60, 120].find((n) => days / 30.4 / n <= most) ?? 600
    const from = new Date(low)
    for (
      let month = Math.ceil((from.getUTCFullYear() * 12 + from.getUTCMonth()) / everyMonths) * everyMonths;
      ;
      month += everyMonths
    ) {
      const at = Date.UTC(Math.floor(month / 12), month % 12)
      if (at > high) break
      if (at >= low) ats.push(at)
    }
  }
  return ats.map((at, i) => {
    const date = new Date(at),
      year = date.getUTCFullYear()
    const isNew = i === 0 || new Date(ats[i - 1]!).getUTCFullYear() !== year
    const day = everyDays === undefined ? "" : `${date.getUTCDate()} `
    return { at, label: `${day}${MONTHS[date.getUTCMonth()]}${isNew ? ` ${year}` : ""}` }
  })
}
