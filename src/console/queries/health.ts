// How the service as a whole is, and how it was: for server admins.
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"

export type SystemHealth = Answer<"GET", "/system/health">
export type HealthHistory = Answer<"GET", "/system/health/history">

/** Between two looks: as often as a worker beats. */
const AGAIN_MS = 5000
/** Of how it was: samples are of a minute. */
const HISTORY_AGAIN_MS = 30_000

export const systemHealth = queryOptions({
  queryKey: ["system health"],
  queryFn: ({ signal }) => call("GET", "/system/health", { signal }),
  refetchInterval: AGAIN_MS
})

export const systemHistory = (minutes: number) =>
  queryOptions({
    queryKey: ["system history", minutes],
    queryFn: ({ signal }) => call("GET", "/system/health/history", { query: { minutes }, signal }),
    refetchInterval: HISTORY_AGAIN_MS,
    placeholderData: keepPreviousData
  })
