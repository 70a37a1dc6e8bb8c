// Which fixes lie apart from the way: leapt to, and leapt back from.
import type { Fix } from "../queries/fixes.ts"

/**
 * Of fixes oldest first, those between leaps faster than `over` (km/h): a run of them that is shorter than
 * the runs it lies between, or than the one beside it where it is the first or the last. What was marked as
 * wrong before is left out.
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
