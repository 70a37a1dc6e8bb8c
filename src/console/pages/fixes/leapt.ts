// Finds outliers: fixes that a leap leads to and another leads back from.
import type { Fix } from "../../data/fixes.ts"

/**
 * leapt returns, of fixes oldest first, the runs between leaps faster than `over` (km/h) that are shorter
 * than both adjacent runs, or than the only one at either end. Fixes already marked as wrong are left out.
 */
export const leapt = (fixes: ReadonlyArray<Fix>, over: number): ReadonlyArray<Fix> => {
  const runs: Array<Array<Fix>> = []
  for (const fix of fixes.filter(({ valid }) => valid)) {
    const run = runs.at(-1)
    if (run === undefined || (fix.step_kmh ?? 0) > over) runs.push([fix])
    else run.push(fix)
  }
  return runs.flatMap((run, i) => {
    const beside = [runs[i - 1], runs[i + 1]].filter((one) => one !== undefined)
    return beside.length > 0 && beside.every(({ length }) => run.length < length) ? run : []
  })
}
