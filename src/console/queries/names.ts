// What rules name: figures and groups.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"

export type Metric = Answer<"GET", "/projects/:project_id/metrics/">["items"][number]
export type Group = Answer<"GET", "/projects/:project_id/groups/">["items"][number]

/** They change seldom. */
const STALE_MS = 300_000
const MOST = 500

/** What the devices of a project measure, and what all projects call alike. */
export const metrics = (projectId: string) =>
  queryOptions({
    queryKey: ["metrics", projectId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      const query = { limit: MOST }
      return (await call("GET", "/projects/:project_id/metrics/", { params, query, signal })).items
    },
    staleTime: STALE_MS
  })

export const groups = (projectId: string) =>
  queryOptions({
    queryKey: ["groups", projectId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      const query = { limit: MOST }
      return (await call("GET", "/projects/:project_id/groups/", { params, query, signal })).items
    },
    staleTime: STALE_MS
  })
