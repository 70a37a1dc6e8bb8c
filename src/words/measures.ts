// Figures within messages: shares, durations and numbers to a number of digits, as a language writes them.

/** percentIn returns the function of a language that writes a share in percent, no finer than it is worth. */
export const percentIn = (locale: string, below: (figure: string) => string) => {
  const formatOf = (digits: number) =>
    new Intl.NumberFormat(locale, {
      style: "percent",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits
    })
  const whole = formatOf(0),
    fine = formatOf(1)
  return (share: number): string =>
    share > 0 && share < 0.0005 ? below(fine.format(0.001)) : (share < 0.1 ? fine : whole).format(share)
}

/** fixedIn returns the function of a language that writes a number with so many decimals. */
export const fixedIn = (locale: string) => {
  const formats = [0, 1].map(
    (digits) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  )
  return (value: number, digits: 0 | 1): string => formats[digits]!.format(value)
}

/** precisionIn returns the function of a language that writes a number with three significant digits. */
export const precisionIn = (locale: string) => {
  const format = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 })
  return (value: number): string => format.format(value)
}

const MINUTE_SECONDS = 60,
  HOUR_SECONDS = 3600,
  DAY_SECONDS = 86_400

/** durationIn returns the function of a language that writes seconds in the unit that suits them. */
export const durationIn = (locale: string, days: (figure: string) => string) => {
  const fixed = fixedIn(locale)
  return (seconds: number): string =>
    seconds < 2 * MINUTE_SECONDS
      ? `${fixed(seconds, 0)} s`
      : seconds < 2 * HOUR_SECONDS
        ? `${fixed(seconds / MINUTE_SECONDS, 0)} min`
        : seconds < 3 * DAY_SECONDS
          ? `${fixed(seconds / HOUR_SECONDS, 1)} h`
          : days(fixed(seconds / DAY_SECONDS, 1))
}
