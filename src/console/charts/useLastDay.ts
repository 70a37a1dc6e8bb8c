// The newest value of each metric of an entity or a device, and the numeric values of the last 24 hours, thinned for
// sparklines.
import { useQuery } from "@tanstack/react-query"
import { METRICS, seriesOf } from "../data/animal.ts"
import { latestOf, type Whose } from "../data/latest.ts"
import { useProject } from "../shell/useProject.ts"
import { useNow } from "../time/useNow.ts"

const DAY_MS = 86_400_000
/** Refetch interval of sparklines and charts. */
const REFETCH_MS = 300_000
/** Points of a sparkline. */
const MAX_SPARK_POINTS = 120

/** NumberAt is a numeric value and its time. */
export interface NumberAt {
  readonly time: string
  readonly value: number
}

const NO_POINTS: ReadonlyArray<NumberAt> = []

/**
 * useLastDay returns `values`, the newest value of each metric (undefined while loading), `pointsOf` a
 * metric, and `to`, the end of the 24 hours in epoch ms.
 */
export const useLastDay = (whose: Whose) => {
  const { project } = useProject()
  const { data: values } = useQuery(latestOf(project.id, whose))
  const to = Math.ceil(useNow() / REFETCH_MS) * REFETCH_MS
  const metrics = values?.flatMap(({ metric, value_type }) => (value_type === "number" ? [metric] : [])) ?? []
  const { data: lines = [] } = useQuery(
    seriesOf(project.id, whose, metrics.slice(0, METRICS), {
      from: to - DAY_MS,
      to,
      points: MAX_SPARK_POINTS
    })
  )
  const pointsOf = (metric: string): ReadonlyArray<NumberAt> =>
    lines
      .find((line) => line.metric === metric)
      ?.points.flatMap(({ time, value }) => (typeof value === "number" ? [{ time, value }] : [])) ?? NO_POINTS
  return { values, pointsOf, to }
}
