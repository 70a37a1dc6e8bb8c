// What a project's devices sent, and the outcome of each item.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "./api/call.ts"
import { iso } from "../time/iso.ts"
import { whileNarrowing } from "./whileNarrowing.ts"
import { pagesOf } from "./pagesOf.ts"

type Listed = Answer<"GET", "/projects/:project_id/traffic">
/** A received item with its outcome. */
export type Arrival = Listed["items"][number]
/** Counts of received items over time. */
export type Counted = Answer<"GET", "/projects/:project_id/traffic/counts">

/** The filter of the list, applied by the server. */
interface TrafficFilter {
  readonly status?: Arrival["status"]
  readonly data_source_id?: string
  readonly device_id?: string
  readonly external_id?: string
  readonly code?: string
  /** epoch ms, half-open */
  readonly from?: number
  readonly to?: number
}

/** ROWS_PER_PAGE is the number of items per page of the list; each has its payload. */
const ROWS_PER_PAGE = 60
/** REFETCH_MS is the refetch interval of the list. */
const REFETCH_MS = 5000
/** COUNTS_REFETCH_MS is the refetch interval of the counts, which the server updates every few seconds. */
const COUNTS_REFETCH_MS = 15_000

/** Received items, newest first, page by page; `held` stops refetching. */
export const traffic = (projectId: string, { from, to, ...filter }: TrafficFilter, held: boolean) =>
  pagesOf(["traffic", projectId, filter, from, to], "/projects/:project_id/traffic", {
    params: { project_id: projectId },
    query: {
      ...filter,
      ...(from === undefined ? {} : { from: iso(from) }),
      ...(to === undefined ? {} : { to: iso(to) }),
      include: "payload",
      limit: ROWS_PER_PAGE
    },
    refetchInterval: ({ state }) => (held || (state.data?.pages.length ?? 0) > 1 ? false : REFETCH_MS)
  })

/** Counts of received items of the last hours, and their delays. */
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
    refetchInterval: COUNTS_REFETCH_MS
  })
