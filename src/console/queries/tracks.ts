import { queryOptions } from "@tanstack/react-query"
import { call } from "../api/call.ts"
import { iso } from "../time/iso.ts"

export interface Subject {
  readonly entity_id: string | null
  readonly device_id: string | null
}

/** Points of a track beside an event. */
const MOST = 500
/** Between two reads of a way that goes on. */
const AGAIN_MS = 60_000

/** The way of a subject between two moments, epoch ms. */
export const track = (projectId: string, subject: Subject, from: number, to: number) => {
  const { device_id, entity_id } = subject
  const whose = entity_id !== null ? { entity_id } : device_id !== null ? { device_id } : null
  return queryOptions({
    queryKey: ["track", projectId, whose, from, to],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/tracks", {
        params: { project_id: projectId },
        query: { ...whose, from: iso(from), to: iso(to), max_points: MOST },
        signal
      }),
    enabled: whose !== null,
    staleTime: 60_000,
    refetchInterval: () => to > Date.now() && AGAIN_MS
  })
}
