// The battery in the hours around an event: from the evaluated values, or else as measured.
import { useQuery } from "@tanstack/react-query"
import type { Event } from "../../data/events.ts"
import type { Evidence } from "../../data/evidence.ts"
import { seriesOf } from "../../data/animal.ts"
import { animal } from "../../data/animals.ts"
import { useProject } from "../../shell/useProject.ts"

/** Charge is the battery over time. */
export interface Battery {
  readonly unit: string | null
  readonly points: ReadonlyArray<{ readonly time: string; readonly value: number }>
  readonly last: number
}

const HOUR = 3_600_000
const POINTS = 80

/** useCharge returns the battery around an event; null: unknown, or the chart draws it already. */
export const useBattery = (
  event: Event,
  found: Evidence | undefined,
  drawn: string | null
): Battery | null => {
  const { project } = useProject()
  const id = event.entity_id
  const judged = found?.series?.find(
    ({ metric, points }) => metric.startsWith("battery") && points.length > 1
  )
  const { data: who } = useQuery({
    ...animal(project.id, id ?? ""),
    enabled: id !== null && judged === undefined
  })
  const metric = who?.now?.battery?.metric
  const time = Date.parse(event.time)
  const from = Math.floor((time - 12 * HOUR) / HOUR) * HOUR,
    to = Math.ceil((time + 12 * HOUR) / HOUR) * HOUR
  const { data } = useQuery(
    seriesOf(project.id, { entity_id: id ?? "" }, metric === undefined ? [] : [metric], {
      from,
      to,
      points: POINTS
    })
  )
  const line = judged ?? data?.find(({ points }) => points.length > 1)
  if (line === undefined || line.metric === drawn) return null
  const points = line.points.flatMap(({ time: at, value }) =>
    typeof value === "number" ? [{ time: at, value }] : []
  )
  const last = points.at(-1)?.value
  return last === undefined ? null : { unit: line.unit, points, last }
}
