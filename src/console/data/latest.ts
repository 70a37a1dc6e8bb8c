// The newest values of an entity, of a device, or of a device while an entity wore it.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "./api/call.ts"

type Latest = Answer<"GET", "/projects/:project_id/latest">["items"][number]
/** The newest value of a metric. */
export type Measured = Latest["values"][number]

/** Whose values: of an entity, a device, or both. */
export interface Whose {
  readonly entity_id?: string
  readonly device_id?: string
}

/** REFETCH_MS is the refetch interval. */
const REFETCH_MS = 30_000

/** The newest value of each metric. */
export const latestOf = (projectId: string, whose: Whose) =>
  queryOptions({
    queryKey: ["animals", projectId, "latest", whose],
    queryFn: async ({ signal }): Promise<ReadonlyArray<Measured>> => {
      const { items } = await call("GET", "/projects/:project_id/latest", {
        params: { project_id: projectId },
        query: whose,
        signal
      })
      return items[0]?.values ?? []
    },
    refetchInterval: REFETCH_MS
  })

/** The time of the newest fix; null: there is none. */
export const lastSeen = (projectId: string, whose: Whose) =>
  queryOptions({
    queryKey: ["animals", projectId, "seen", whose],
    queryFn: async ({ signal }) => {
      const { items } = await call("GET", "/projects/:project_id/positions", {
        params: { project_id: projectId },
        query: { ...whose, limit: 1 },
        signal
      })
      return items[0]?.time ?? null
    },
    refetchInterval: REFETCH_MS
  })
