// The health of the whole service, now and over time, for server admins.
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "./api/call.ts"

/** The health of the service now. */
export type SystemHealth = Answer<"GET", "/system/health">
/** Samples of the health over time. */
export type HealthHistory = Answer<"GET", "/system/health/history">

/** REFETCH_MS is the refetch interval: that of the workers' heartbeats. */
const REFETCH_MS = 5000
/** HISTORY_REFETCH_MS is the refetch interval of the history; a sample covers a minute. */
const HISTORY_REFETCH_MS = 30_000

/** The health of the service now. */
export const systemHealth = queryOptions({
  queryKey: ["system health"],
  queryFn: ({ signal }) => call("GET", "/system/health", { signal }),
  refetchInterval: REFETCH_MS
})

/** The health of the service over the last minutes. */
export const systemHistory = (minutes: number) =>
  queryOptions({
    queryKey: ["system history", minutes],
    queryFn: ({ signal }) => call("GET", "/system/health/history", { query: { minutes }, signal }),
    refetchInterval: HISTORY_REFETCH_MS,
    placeholderData: keepPreviousData
  })
