// What rules can name: metrics and groups.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "./api/call.ts"

/** A metric. */
export type Metric = Answer<"GET", "/projects/:project_id/metrics/">["items"][number]
/** A group of entities. */
export type Group = Answer<"GET", "/projects/:project_id/groups/">["items"][number]

/** STALE_MS is how long both stay fresh: they seldom change. */
const STALE_MS = 300_000
const MAX_ITEMS = 500

/** The metrics of the project's devices, and those defined for all projects. */
export const metrics = (projectId: string) =>
  queryOptions({
    queryKey: ["metrics", projectId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      const query = { limit: MAX_ITEMS }
      return (await call("GET", "/projects/:project_id/metrics/", { params, query, signal })).items
    },
    staleTime: STALE_MS
  })

/** The project's groups. */
export const groups = (projectId: string) =>
  queryOptions({
    queryKey: ["groups", projectId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      const query = { limit: MAX_ITEMS }
      return (await call("GET", "/projects/:project_id/groups/", { params, query, signal })).items
    },
    staleTime: STALE_MS
  })
