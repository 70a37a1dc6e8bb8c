// What the devices of a project measure, and what people said of it; written by write/writeMetrics.ts.
import { infiniteQueryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"
import { whileNarrowing } from "./whileNarrowing.ts"

export type Metric = Answer<"GET", "/projects/:project_id/metrics/">["items"][number]

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
