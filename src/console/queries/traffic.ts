// What came in for the devices of a project, and what became of it.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"
import { iso } from "../time/iso.ts"
import { whileNarrowing } from "./whileNarrowing.ts"

type Listed = Answer<"GET", "/projects/:project_id/traffic">
export type Arrival = Listed["items"][number]
export type Counted = Answer<"GET", "/projects/:project_id/traffic/counts">

export interface TrafficFilter {
  readonly status?: Arrival["status"]
  readonly data_source_id?: string
  readonly device_id?: string
  readonly external_id?: string
  readonly code?: string
  /** epoch ms, half-open */
  readonly from?: number
  readonly to?: number
}

/** Items of one page of the list; each has its payload. */
const ROWS = 60
/** Between two looks. */
const AGAIN_MS = 5000
/** Of how much came in: it is counted every few seconds. */
const COUNTS_AGAIN_MS = 15_000

/** The newest first, page after page; `held`: as it was. */
export const traffic = (projectId: string, { from, to, ...filter }: TrafficFilter, held: boolean) =>
  infiniteQueryOptions({
    queryKey: ["traffic", projectId, filter, from, to],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call("GET", "/projects/:project_id/traffic", {
        params: { project_id: projectId },
        query: {
          ...filter,
          ...(from === undefined ? {} : { from: iso(from) }),
          ...(to === undefined ? {} : { to: iso(to) }),
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

/** How much came in over the last hours, and how late. */
export const trafficCounts = (projectId: string, hours: number) =>
  queryOptions({
    queryKey: ["traffic counts", projectId, hours],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/traffic/counts", {
        params: { project_id: projectId },
        query: { from: iso(Date.now() - hours * 3_600_000) },
        signal
      }),
    placeholderData: whileNarrowing(projectId),
    refetchInterval: COUNTS_AGAIN_MS
  })
