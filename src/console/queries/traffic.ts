// What came in for the devices of a project, and what became of it.
import { infiniteQueryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"
import { whileNarrowing } from "./whileNarrowing.ts"

type Listed = Answer<"GET", "/projects/:project_id/traffic">
export type Arrival = Listed["items"][number]

export interface TrafficFilter {
  readonly status?: Arrival["status"]
  readonly data_source_id?: string
  readonly device_id?: string
  readonly external_id?: string
  readonly code?: string
}

/** Items of one page of the list; each has its payload. */
const ROWS = 60
/** Between two looks. */
const AGAIN_MS = 5000

/** The newest first, page after page; `held`: as it was. */
export const traffic = (projectId: string, filter: TrafficFilter, held: boolean) =>
  infiniteQueryOptions({
    queryKey: ["traffic", projectId, filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call("GET", "/projects/:project_id/traffic", {
        params: { project_id: projectId },
        query: {
          ...filter,
          include: "payload",
          limit: ROWS,
          ...(pageParam === null ? {} : { cursor: pageParam })
        },
        signal
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: whileNarrowing(projectId),
    refetchInterval: ({ state }) => (held || (state.data?.pages.length ?? 0) > 1 ? false : AGAIN_MS)
  })
