// A cell of a result as it is read: the report, the pages and their tests write it by this alone.
import type { Cell, Column } from "../domain/analysis/Result.ts"

const decimal = new Intl.NumberFormat("en-US", { maximumFractionDigits: 8 })

/** Writes a number for reading: counts are whole, other numbers have five digits. */
const numberOf = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) < 1e-6
    ? decimal.format(Math.round(value))
    : Math.abs(value) < 1e-4
      ? value.toExponential(2)
      : decimal.format(Number(value.toPrecision(5)))

/** Whether a column holds shares of a whole: numbers from 0 to 1 that are read as percent. */
const isShare = ({ key, unit }: Pick<Column, "key" | "unit">): boolean =>
  unit === null && /(^|_)share(_|$)/u.test(key)

/** Writes a share for reading: three digits of percent. */
const percentOf = (share: number): string => `${numberOf(Number((share * 100).toPrecision(3)))} %`

/** Writes a cell as the report and the page show it. */
export const cellText = (cell: Cell, { key, type, unit }: Column): string =>
  cell === null
    ? ""
    : typeof cell === "number"
      ? isShare({ key, unit })
        ? percentOf(cell)
        : numberOf(cell)
      : type === "time"
        ? String(cell).slice(0, 16).replace("T", " ")
        : String(cell)
