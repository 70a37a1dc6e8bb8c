// The nights of the 24 hours before a time, drawn behind charts; fetched once an hour and shared by all charts.
import { useQuery } from "@tanstack/react-query"
import { nightsBetween } from "../data/animal.ts"
import type { Timeline } from "../data/mapQueries.ts"
import { useProject } from "../shell/useProject.ts"

const HOUR_MS = 3_600_000,
  DAY_MS = 24 * HOUR_MS

const NONE: Timeline["nights"] = []

/** useNights returns the nights before `at` (epoch ms); empty while loading. */
export const useNights = (at: number): Timeline["nights"] => {
  const { project } = useProject()
  const to = Math.ceil(at / HOUR_MS) * HOUR_MS
  const { data = NONE } = useQuery(nightsBetween(project.id, to - HOUR_MS - DAY_MS, to))
  return data
}
