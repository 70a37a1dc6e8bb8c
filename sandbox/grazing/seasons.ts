// Named parts of the year, by the project's calendar. They may cross New Year; a period contains the days of a season
// that fall into it.
import type { Season } from "../../src/domain/analysis/Season.ts"
import type { Days } from "../../src/domain/zone.ts"

/** SeasonDays are the days of a period that are in a season. */
export interface SeasonDays {
  readonly season: Season
  /** of each day of the period: 1 if it is in the season */
  readonly has: Uint8Array
  readonly days: number
  /** the period begins or ends in the middle of it */
  readonly isClipped: boolean
}

/** Returns the days of a period that are in a season, its first and last day included. */
export const seasonDays = ({ names }: Days, season: Season): SeasonDays => {
  const monthDays = names.map((name) => name.slice(5))
  const { from, to } = season
  const isIn = (day: string) => (from <= to ? day >= from && day <= to : day >= from || day <= to)
  const has = Uint8Array.from(monthDays, (day) => (isIn(day) ? 1 : 0))
  const [first, last] = [monthDays[0], monthDays.at(-1)]
  return {
    season,
    has,
    days: has.reduce((sum, day) => sum + day, 0),
    isClipped:
      first !== undefined &&
      last !== undefined &&
      ((isIn(first) && first !== from) || (isIn(last) && last !== to))
  }
}
