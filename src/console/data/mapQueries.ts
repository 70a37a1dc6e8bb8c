// Queries of the map: current positions, areas, events, and the time axis below it.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "./api/call.ts"
import { everyPage } from "./api/everyPage.ts"
import { iso } from "../time/iso.ts"
import type { Fix } from "./stream.ts"
import { whileNarrowing } from "./whileNarrowing.ts"

/** Current positions with counts. */
export type Now = Answer<"GET", "/projects/:project_id/map/current">
/** A subject with its current position. */
export type Seen = Now["features"][number]
/** An event on the map. */
export type Happened = Answer<"GET", "/projects/:project_id/map/events">["features"][number]

/**
 * MANY_SUBJECTS is the number of subjects above which positions are refetched less often: they are many
 * megabytes.
 */
const MANY_SUBJECTS = 2000
const MINUTE = 60_000
/**
 * EMPTY_REFETCH_MS is the refetch interval of an empty map: the user waits for the first report, and the
 * answer is small.
 */
const EMPTY_REFETCH_MS = 5000

/** Current positions; the stream moves them between two reads. */
export const currentMap = (projectId: string) =>
  queryOptions({
    queryKey: ["now", projectId],
    queryFn: async ({ signal }) => {
      const begun = Date.now() // the stream may have newer fixes than this answer
      const params = { project_id: projectId }
      return { ...(await call("GET", "/projects/:project_id/map/current", { params, signal })), begun }
    },
    refetchInterval: ({ state }) => {
      if (state.data?.features.length === 0) return EMPTY_REFETCH_MS
      return (state.data?.counts.total ?? 0) > MANY_SUBJECTS ? 3 * MINUTE : MINUTE
    },
    // nearly all subjects have moved: comparing costs more than redrawing
    structuralSharing: false
  })

/** Whether a fix is a position on the map: the network's estimates are too coarse. */
export const isPlace = ({ record_type }: Pick<Fix, "record_type">): boolean => record_type === "gnss"

/** The id under which a fix is shown: of the entity, or of the device where the user does not see the entity. */
export const shownAs = <D extends string | null>(
  { device_id, entity_id }: { readonly device_id: D; readonly entity_id: string | null },
  isShown: (id: string) => boolean
): string | D => (entity_id !== null && isShown(entity_id) ? entity_id : device_id)

/** MAX_AREAS is the maximum number of areas on a map; the newest are shown. */
export const MAX_AREAS = 10_000
/** AREAS_A_PAGE is the server's page size; more areas than one page are refetched less often. */
const AREAS_A_PAGE = 500

/** The areas of the project. */
export const features = (projectId: string) =>
  queryOptions({
    queryKey: ["features", projectId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      const read = (place: { readonly cursor?: string }) =>
        call("GET", "/projects/:project_id/features/", {
          params,
          query: { limit: AREAS_A_PAGE, ...place },
          signal
        })
      return (await everyPage(read, MAX_AREAS)).items
    },
    staleTime: 300_000,
    // the stream does not report areas: another user's new fence appears within a minute
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > AREAS_A_PAGE ? 5 * MINUTE : MINUTE)
  })

/** MAX_EVENTS is the maximum number of events on a map, the newest; EVENTS_A_PAGE is the server's page size. */
const MAX_EVENTS = 10_000,
  EVENTS_A_PAGE = 2000

/** Events with a position, newest first. */
const eventsOnMap = async (
  projectId: string,
  span: { readonly hours: number } | { readonly from: string; readonly to: string },
  signal: AbortSignal
) => {
  const params = { project_id: projectId }
  const read = async (place: { readonly cursor?: string }) => {
    const { features: items, next_cursor } = await call("GET", "/projects/:project_id/map/events", {
      params,
      query: { ...span, limit: EVENTS_A_PAGE, ...place },
      signal
    })
    return { items, next_cursor }
  }
  return (await everyPage(read, MAX_EVENTS)).items
}

/** Events of the last 24 hours. */
export const recentEvents = (projectId: string) =>
  queryOptions({
    queryKey: ["events", projectId, "map"],
    queryFn: ({ signal }) => eventsOnMap(projectId, { hours: 24 }, signal)
  })

/** Fixes and events by interval. */
export type Timeline = Answer<"GET", "/projects/:project_id/timeline">

/** BINS is the number of bars of the strip: one per ten minutes of a day. */
const BINS = 144

/** Fixes and events by interval, and nights, between two moments (epoch ms). */
export const timeline = (projectId: string, from: number, to: number) =>
  queryOptions({
    queryKey: ["events", projectId, "timeline", from, to],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/timeline", {
        params: { project_id: projectId },
        query: { from: iso(from), to: iso(to), bins: BINS },
        signal
      }),
    staleTime: 60_000,
    placeholderData: whileNarrowing(projectId) // the strip keeps its bars while the window moves
  })

/** Events between two moments (epoch ms). */
export const eventsBetween = (projectId: string, from: number, to: number) =>
  queryOptions({
    queryKey: ["events", projectId, "between", from, to],
    queryFn: ({ signal }) => eventsOnMap(projectId, { from: iso(from), to: iso(to) }, signal),
    staleTime: 60_000,
    placeholderData: whileNarrowing(projectId)
  })

/** Positions when a window began (epoch ms): a subject without a fix in the window stays there. */
export const placesAt = (projectId: string, from: number) =>
  queryOptions({
    queryKey: ["ways", projectId, "before", from],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      const query = { at: iso(from) }
      return (await call("GET", "/projects/:project_id/map/current", { params, query, signal })).features
    },
    staleTime: 300_000,
    // the past is refetched only where it is opened again
    refetchOnWindowFocus: false,
    retryOnMount: false,
    structuralSharing: false
  })

/** Tracks of a window. */
export type Ways = Answer<"GET", "/projects/:project_id/map/replay">

/** Tracks between two moments (epoch ms), simplified by shape: of all subjects, or of one entity. */
export const waysBetween = (projectId: string, from: number, to: number, only: string | null = null) =>
  queryOptions({
    queryKey: ["ways", projectId, from, to, only],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/map/replay", {
        params: { project_id: projectId },
        query: { from: iso(from), to: iso(to), ...(only === null ? {} : { entity_id: only }) },
        signal
      }),
    staleTime: 300_000,
    // the past is refetched only where it is opened again
    refetchOnWindowFocus: false,
    retryOnMount: false,
    structuralSharing: false
  })
