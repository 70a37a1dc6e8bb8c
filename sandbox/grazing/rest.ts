// Days of use and days of rest. Specification 2.8, rules 17 and 19.

/**
 * RestPeriod is consecutive days of rest: from day `from` up to but without day `to`, counted within the
 * period.
 */
interface RestPeriod {
  readonly from: number
  readonly to: number
}

/** Rest counts the days of use and of rest of an area, and lists its periods of rest. */
export interface Rest {
  readonly useDays: number
  readonly restDays: number
  readonly longest: number
  /** in order of time; those at the beginning and end of the period are among them */
  readonly periods: ReadonlyArray<RestPeriod>
}

/**
 * A day is one of use with more animal-hours than the threshold, else one of rest. `counts`: the days that
 * count, such as those of a season; a day that does not count ends a period of rest.
 */
export const restOf = (
  dailyHours: Float64Array,
  thresholdHours: number,
  counts: (day: number) => boolean = () => true
): Rest => {
  const periods: Array<RestPeriod> = []
  let useDays = 0
  let restDays = 0
  let from = -1
  for (let day = 0; day <= dailyHours.length; day++) {
    const isCounted = day < dailyHours.length && counts(day)
    const isRest = isCounted && dailyHours[day]! <= thresholdHours
    if (isRest) restDays++
    else if (isCounted) useDays++
    if (isRest && from === -1) from = day
    if (!isRest && from !== -1) {
      periods.push({ from, to: day })
      from = -1
    }
  }
  return {
    useDays,
    restDays,
    longest: periods.reduce((most, p) => Math.max(most, p.to - p.from), 0),
    periods
  }
}
