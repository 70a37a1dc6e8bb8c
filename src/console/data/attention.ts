// Issues that need a person, ended issues, and the status of the service.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "./api/call.ts"
import { iso } from "../time/iso.ts"
import { queryClient } from "./queryClient.ts"

/** An open or ended issue. */
export type Matter = Answer<"GET", "/projects/:project_id/needs-attention">["items"][number]
/** A step that solves an issue. */
export type MatterAction = NonNullable<Matter["action"]>
/** The status of the service for a project. */
export type Status = Answer<"GET", "/projects/:project_id/status">

/** MAX_ISSUES is the maximum number of issues shown. */
const MAX_ISSUES = 200
/** MAX_ENDED is the maximum number of ended issues shown. */
const MAX_ENDED = 30
/** REFETCH_MS is the refetch interval of issues; the service checks as often. */
const REFETCH_MS = 30_000
/** STATUS_REFETCH_MS is the refetch interval of the status. */
const STATUS_REFETCH_MS = 10_000
/** ENDED_HOURS is how far back ended issues are shown. */
export const ENDED_HOURS = 24

const ranks = { critical: 0, warning: 1, info: 2 } as const

/** Open issues, most severe first, then newest first. */
export const attention = (projectId: string) =>
  queryOptions({
    queryKey: ["attention", projectId],
    queryFn: async ({ signal }) => {
      const { items } = await call("GET", "/projects/:project_id/needs-attention", {
        params: { project_id: projectId },
        query: { limit: MAX_ISSUES },
        signal
      })
      return items.toSorted((a, b) => ranks[a.severity] - ranks[b.severity])
    },
    refetchInterval: REFETCH_MS
  })

/** Recently ended issues, last ended first. */
export const ended = (projectId: string) =>
  queryOptions({
    queryKey: ["attention ended", projectId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/projects/:project_id/needs-attention", {
          params: { project_id: projectId },
          query: { limit: MAX_ENDED, ended_since: iso(Date.now() - ENDED_HOURS * 3_600_000) },
          signal
        })
      ).items,
    refetchInterval: REFETCH_MS
  })

/** The status of the service for a project. */
export const status = (projectId: string) =>
  queryOptions({
    queryKey: ["status", projectId],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/status", { params: { project_id: projectId }, signal }),
    refetchInterval: STATUS_REFETCH_MS
  })

/**
 * Sends again the messages that an automation could not deliver; returns how many are queued.
 *
 * @throws Refused
 */
export const redeliverAll = async (
  projectId: string,
  automationId: string,
  since: string
): Promise<number> => {
  const { count } = await call("POST", "/projects/:project_id/deliveries/redeliver", {
    params: { project_id: projectId },
    body: { automation_id: automationId, status: "failed", since }
  })
  await queryClient.invalidateQueries({ queryKey: attention(projectId).queryKey })
  return count
}
