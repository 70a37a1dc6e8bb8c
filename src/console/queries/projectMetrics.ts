// What the devices of a project measure, and what people said of it.
import { infiniteQueryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "../api/call.ts"
import { queryClient } from "./queryClient.ts"
import { whileNarrowing } from "./whileNarrowing.ts"

export type Metric = Answer<"GET", "/projects/:project_id/metrics/">["items"][number]
export type MetricChange = Body<"PATCH", "/projects/:project_id/metrics/:metric_key">

/** Rows of one page of the list. */
const ROWS = 100

/** The newest first. `defined`: whether somebody has said what it is; undefined: all. */
export const projectMetrics = (projectId: string, defined: boolean | undefined) =>
  infiniteQueryOptions({
    queryKey: ["project metrics", projectId, defined],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call("GET", "/projects/:project_id/metrics/", {
        params: { project_id: projectId },
        query: {
          limit: ROWS,
          ...(defined === undefined ? {} : { defined: defined ? "true" : "false" }),
          ...(pageParam === null ? {} : { cursor: pageParam })
        },
        signal
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: whileNarrowing(projectId)
  })

/** Says what it is. @throws Refused as the server said */
export const defineMetric = async (projectId: string, key: string, change: MetricChange): Promise<void> => {
  await call("PATCH", "/projects/:project_id/metrics/:metric_key", {
    params: { project_id: projectId, metric_key: key },
    body: change
  })
  await Promise.all(
    [
      ["project metrics", projectId],
      ["metrics", projectId],
      ["attention", projectId]
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey }))
  )
}
