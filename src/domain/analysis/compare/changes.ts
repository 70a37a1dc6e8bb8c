// The arithmetic of comparisons: of a run by its worker, and of two runs where they are shown. Without Effect
// and without schemas, so that a thread and a page may load it.
import type { Cell } from "../Result.ts"

/** Mean and sample standard deviation of some numbers. */
interface Spread {
  readonly count: number
  /** NaN without values */
  readonly mean: number
  /** by n - 1; NaN below two values */
  readonly sd: number
}

/** Computes mean and standard deviation in two passes, in the order of the values. */
export const spread = (values: ArrayLike<number>): Spread => {
  const count = values.length
  let sum = 0
  for (let i = 0; i < count; i++) sum += values[i]!
  const mean = sum / count
  let squares = 0
  for (let i = 0; i < count; i++) squares += (values[i]! - mean) ** 2
  return { count, mean, sd: count < 2 ? Number.NaN : Math.sqrt(squares / (count - 1)) }
}

const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null)

/** Mean and standard deviation of the cells that are numbers; null where there is none to tell. */
export const spreadOfCells = (
  cells: ReadonlyArray<Cell>
): readonly [mean: number | null, sd: number | null] => {
  const { mean, sd } = spread(cells.filter((cell) => typeof cell === "number"))
  return [finiteOrNull(mean), finiteOrNull(sd)]
}

/** Main minus comparison, and that as a share of the comparison; null where one of them is no number. */
export const changeOf = (
  main: Cell,
  comparison: Cell
): readonly [change: number | null, share: number | null] =>
  typeof main !== "number" || typeof comparison !== "number"
    ? [null, null]
    : [main - comparison, finiteOrNull((main - comparison) / Math.abs(comparison))]
