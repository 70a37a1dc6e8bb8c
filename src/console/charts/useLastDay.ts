// The newest value of each metric of an entity or a device, and the numbers of its last day, thinned for sparks.
import { useQuery } from "@tanstack/react-query"
import { METRICS, seriesOf } from "../queries/animal.ts"
import { latestOf, type Whose } from "../queries/latest.ts"
import { useProject } from "../shell/useProject.ts"
import { useNow } from "../time/useNow.ts"

const DAY_MS = 86_400_000
/** Sparks and charts are read anew so often. */
const STEP_MS = 300_000
/** Points of a spark. */
const FEW = 120

export interface NumberAt {
  readonly time: string
  readonly value: number
}

const NONE: ReadonlyArray<NumberAt> = []

/** `values`: undefined while they are read; `to`: the day's end, epoch ms. */
export const useLastDay = (whose: Whose) => {
  const { project } = useProject()
  const { data: values } = useQuery(latestOf(project.id, whose))
  const to = Math.ceil(useNow() / STEP_MS) * STEP_MS
  const metrics = values?.flatMap(({ metric, value_type }) => (value_type === "number" ? [metric] : [])) ?? []
  const { data: lines = [] } = useQuery(
    seriesOf(project.id, whose, metrics.slice(0, METRICS), { from: to - DAY_MS, to, points: FEW })
  )
  const pointsOf = (metric: string): ReadonlyArray<NumberAt> =>
    lines
      .find((line) => line.metric === metric)
      ?.points.flatMap(({ time, value }) => (typeof value === "number" ? [{ time, value }] : [])) ?? NONE
  return { values, pointsOf, to }
}
