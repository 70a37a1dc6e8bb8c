// What only a person can mend, what ended, and how the service is.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"
import { iso } from "../time/iso.ts"
import { queryClient } from "./queryClient.ts"

export type Matter = Answer<"GET", "/projects/:project_id/needs-attention">["items"][number]
export type MatterAction = NonNullable<Matter["action"]>
export type Status = Answer<"GET", "/projects/:project_id/status">

/** Matters shown: whoever has more begins at the top. */
const MOST = 200
/** Of those that ended. */
const MOST_ENDED = 30
/** Between two looks: the service itself looks as often. */
const AGAIN_MS = 30_000
/** Of how it is. */
const STATUS_AGAIN_MS = 10_000
/** How far back what ended is shown, hours. */
export const ENDED_HOURS = 24

const ranks = { critical: 0, warning: 1, info: 2 } as const

/** The worst first, among these the newest. */
export const attention = (projectId: string) =>
  queryOptions({
    queryKey: ["attention", projectId],
    queryFn: async ({ signal }) => {
      const { items } = await call("GET", "/projects/:project_id/needs-attention", {
        params: { project_id: projectId },
        query: { limit: MOST },
        signal
      })
      return items.toSorted((a, b) => ranks[a.severity] - ranks[b.severity])
    },
    refetchInterval: AGAIN_MS
  })

/** What ended lately, the last first. */
export const ended = (projectId: string) =>
  queryOptions({
    queryKey: ["attention ended", projectId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/projects/:project_id/needs-attention", {
          params: { project_id: projectId },
          query: { limit: MOST_ENDED, ended_since: iso(Date.now() - ENDED_HOURS * 3_600_000) },
          signal
        })
      ).items,
    refetchInterval: AGAIN_MS
  })

export const status = (projectId: string) =>
  queryOptions({
    queryKey: ["status", projectId],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/status", { params: { project_id: projectId }, signal }),
    refetchInterval: STATUS_AGAIN_MS
  })

/**
 * Sends again what an automation could not deliver; how many wait to be sent.
 *
 * @throws Refused as the server said
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
