// What the raw inserts did, as lines.
import { processorLines, storageLines } from "../pipelineLines.ts"
import type { Line } from "../report.ts"
import type { RawRun, RawWay } from "./raw.ts"

const KEYS = { unnest: "raw", copy: "raw_copy" } as const
const LABELS = { unnest: "raw insert by unnest", copy: "raw insert by COPY in binary" } as const

/** The lines of some raw inserts; `keys` of the cost begin with "raw_" and "raw_copy_". */
export const rawLines = (way: RawWay, batch: number, runs: ReadonlyArray<RawRun>): ReadonlyArray<Line> => {
  const rows = runs.reduce((sum, run) => sum + run.rows, 0)
  const costs = runs.map((run) => run.cost)
  return [
    {
      key: KEYS[way],
      label: `${LABELS[way]}, batches of ${batch}, 3 connections`,
      value: runs.reduce((sum, run) => sum + run.rate, 0) / runs.length,
      unit: "rows/s"
    },
    ...processorLines(`${KEYS[way]}_`, rows, "rows", costs).filter(({ key }) =>
      /_processor_(database|sender)$/.test(key)
    ),
    ...storageLines(`${KEYS[way]}_`, rows, "row", costs).filter(({ key }) => !key.endsWith("_log"))
  ]
}
