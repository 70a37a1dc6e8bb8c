// What the map shows: where everybody is, the project's areas, what has happened, and the time axis under it.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"
import { everyPage } from "../api/everyPage.ts"
import { iso } from "../time/iso.ts"
import type { Fix } from "./stream.ts"
import { whileNarrowing } from "./whileNarrowing.ts"

export type Now = Answer<"GET", "/projects/:project_id/map/current">
export type Seen = Now["features"][number]
export type Happened = Answer<"GET", "/projects/:project_id/map/events">["features"][number]

/** More than so many are read again less often: all of them are many megabytes. */
const MANY = 2000
const MINUTE = 60_000
/** A map without anybody is asked for sooner: the first report is waited for, and such an answer is small. */
const EMPTY_MS = 5000

/** Where everybody is; the stream moves them between two reads. */
export const currentMap = (projectId: string) =>
  queryOptions({
    queryKey: ["now", projectId],
    queryFn: async ({ signal }) => {
      const begun = Date.now() // the stream may know better what was heard since
      const params = { project_id: projectId }
      return { ...(await call("GET", "/projects/:project_id/map/current", { params, signal })), begun }
    },
    refetchInterval: ({ state }) => {
      if (state.data?.features.length === 0) return EMPTY_MS
      return (state.data?.counts.total ?? 0) > MANY ? 3 * MINUTE : MINUTE
    },
    // everybody has moved by then: looking for what has not costs more than drawing it
    structuralSharing: false
  })

/** Whether the map counts a fix: where the network guesses that somebody is, is no place of theirs. */
export const isPlace = ({ record_type }: Pick<Fix, "record_type">): boolean => record_type === "gnss"

/** By which id somebody is shown: as who sees a device and not the animal that wears it is shown the device. */
export const shownAs = <D extends string | null>(
  { device_id, entity_id }: { readonly device_id: D; readonly entity_id: string | null },
  isShown: (id: string) => boolean
): string | D => (entity_id !== null && isShown(entity_id) ? entity_id : device_id)

/** Most areas that a map shows, the newest. */
export const MAX_AREAS = 10_000
/** As many as the server gives at once; more are read again less often. */
const AREAS_A_PAGE = 500

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
    // the stream does not tell of them: a fence that somebody else draws is there in a minute
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > AREAS_A_PAGE ? 5 * MINUTE : MINUTE)
  })

/** Most events that a map shows, the newest, and as many as the server gives at once. */
const MAX_EVENTS = 10_000,
  EVENTS_A_PAGE = 2000

/** Events that have a place, newest first. */
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

export type Timeline = Answer<"GET", "/projects/:project_id/timeline">

/** Bars of the strip: one for every ten minutes of a day. */
export const BINS = 144

/** Fixes and events by interval, with the nights, between two moments (epoch ms). */
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
    placeholderData: whileNarrowing(projectId) // the window goes on
  })

/** Events between two moments (epoch ms). */
export const eventsBetween = (projectId: string, from: number, to: number) =>
  queryOptions({
    queryKey: ["events", projectId, "between", from, to],
    queryFn: ({ signal }) => eventsOnMap(projectId, { from: iso(from), to: iso(to) }, signal),
    staleTime: 60_000,
    placeholderData: whileNarrowing(projectId)
  })

/** Where everybody was when a window began (epoch ms): who has no fix in it stays there. */
export const placesAt = (projectId: string, from: number) =>
  queryOptions({
    queryKey: ["ways", projectId, "before", from],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      const query = { at: iso(from) }
      return (await call("GET", "/projects/:project_id/map/current", { params, query, signal })).features
    },
    staleTime: 300_000,
    // what was is read again where somebody asks for it
    refetchOnWindowFocus: false,
    retryOnMount: false,
    structuralSharing: false
  })

export type Ways = Answer<"GET", "/projects/:project_id/map/replay">

/** The ways between two moments (epoch ms), thinned by their shape: everybody's, or those of one entity. */
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
    // what was is read again where somebody asks for it
    refetchOnWindowFocus: false,
    retryOnMount: false,
    structuralSharing: false
  })
