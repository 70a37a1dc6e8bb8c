// A cell of a result as it is read: the report, the pages and their tests write it by this alone.
import type { Cell, Column } from "../domain/analysis/Result.ts"

const decimal = new Intl.NumberFormat("en-US", { maximumFractionDigits: 8 })

/**
 * Writes a number for reading: counts are whole, other numbers have three digits, and those of hundreds no
 * fraction.
 */
const numberOf = (value: number): string => {
  const size = Math.abs(value)
  if (Number.isInteger(value) || size < 1e-6 || size >= 99.95) return decimal.format(Math.round(value))
  return size < 1e-4 ? value.toExponential(2) : decimal.format(Number(value.toPrecision(3)))
}

/** Whether a column holds shares of a whole: numbers from 0 to 1 that are read as percent. */
const isShare = ({ key, unit }: Pick<Column, "key" | "unit">): boolean =>
  unit === null && /(^|_)share(_|$)/u.test(key)

/** Writes a share for reading: three digits of percent. */
const percentOf = (share: number): string => `${numberOf(share * 100)} %`

/** Writes longitudes and latitudes: a fifth decimal is a metre. */
const degreesOf = (degrees: number): string => degrees.toFixed(5)

/** Writes a cell as the report and the page show it. */
export const cellText = (cell: Cell, { key, type, unit }: Column): string =>
  cell === null
    ? ""
    : typeof cell === "number"
      ? isShare({ key, unit })
        ? percentOf(cell)
        : key === "lon" || key === "lat"
          ? degreesOf(cell)
          : numberOf(cell)
      : type === "time"
        ? String(cell).slice(0, 16).replace("T", " ")
        : String(cell)
