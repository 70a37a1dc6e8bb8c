import { queryOptions } from "@tanstack/react-query"
import { call } from "./api/call.ts"
import { iso } from "../time/iso.ts"

/** An entity or a device with a track. */
export interface Subject {
  readonly entity_id: string | null
  readonly device_id: string | null
}

/** MAX_POINTS is the maximum number of points of a track beside an event. */
const MAX_POINTS = 500
/** REFETCH_MS is the refetch interval of a track that continues. */
const REFETCH_MS = 60_000

/** The track of a subject between two moments, epoch ms. */
export const track = (projectId: string, subject: Subject, from: number, to: number) => {
  const { device_id, entity_id } = subject
  const whose = entity_id !== null ? { entity_id } : device_id !== null ? { device_id } : null
  return queryOptions({
    queryKey: ["track", projectId, whose, from, to],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/tracks", {
        params: { project_id: projectId },
        query: { ...whose, from: iso(from), to: iso(to), max_points: MAX_POINTS },
        signal
      }),
    enabled: whose !== null,
    staleTime: 60_000,
    refetchInterval: () => to > Date.now() && REFETCH_MS
  })
}
