// The fixes of an animal one by one, invalid ones too, and their corrections.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "./api/call.ts"
import { everyPage } from "./api/everyPage.ts"
import { iso } from "../time/iso.ts"
import { queryClient } from "./queryClient.ts"

/** A fix. */
export type Fix = Answer<"GET", "/projects/:project_id/positions">["items"][number]
/** A correction of fixes. */
export type Curation = Answer<"GET", "/projects/:project_id/curations/">["items"][number]
/** A draft of a correction. */
export type CurationDraft = Body<"POST", "/projects/:project_id/curations/preview">
/** Events that a correction would add and remove. */
export type Preview = Answer<"POST", "/projects/:project_id/curations/preview">

/**
 * FIXES_PER_PAGE is the page size of fixes, MAX_FIXES the maximum on a page: a week with a fix every three
 * minutes.
 */
const FIXES_PER_PAGE = 500,
  MAX_FIXES = 3500

/** The fixes of a span. */
interface Fixes {
  /** oldest first */
  readonly items: ReadonlyArray<Fix>
  /** the span has older fixes that were not read */
  readonly isCut: boolean
}

/** The fixes of a span (epoch ms); the newest are read first. */
export const fixesBetween = (projectId: string, entityId: string, from: number, to: number) =>
  queryOptions({
    queryKey: ["fixes", projectId, entityId, from, to],
    queryFn: async ({ signal }): Promise<Fixes> => {
      const params = { project_id: projectId }
      const asked = {
        entity_id: entityId,
        from: iso(from),
        to: iso(to),
        include: "step",
        include_invalid: "true",
        limit: FIXES_PER_PAGE
      } as const
      const { isCut, items } = await everyPage(
        (place) =>
          call("GET", "/projects/:project_id/positions", { params, query: { ...asked, ...place }, signal }),
        MAX_FIXES
      )
      return { items: items.toReversed(), isCut }
    },
    staleTime: 60_000
  })

/** The corrections of a device, newest first, undone ones included. */
export const curationsOf = (projectId: string, deviceId: string) =>
  queryOptions({
    queryKey: ["curations", projectId, deviceId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/projects/:project_id/curations/", {
          params: { project_id: projectId },
          query: { device_id: deviceId, limit: 100 },
          signal
        })
      ).items
  })

/** Which events a correction would add and remove. */
export const previewOf = (projectId: string, draft: CurationDraft) =>
  queryOptions({
    queryKey: ["curation preview", projectId, draft],
    queryFn: ({ signal }) =>
      call("POST", "/projects/:project_id/curations/preview", {
        params: { project_id: projectId },
        body: draft,
        signal
      }),
    staleTime: 60_000,
    retry: false
  })

/** Refetches everything that is drawn from fixes. */
const again = async (projectId: string): Promise<void> => {
  queryClient.removeQueries({ queryKey: ["curation preview", projectId] })
  await queryClient.invalidateQueries()
}

/**
 * Makes a correction.
 *
 * @throws Refused
 */
export const correct = async (projectId: string, draft: CurationDraft, reason: string): Promise<Curation> => {
  const params = { project_id: projectId }
  const made = await call("POST", "/projects/:project_id/curations/", { params, body: { ...draft, reason } })
  await again(projectId)
  return made
}

/**
 * Undoes a correction.
 *
 * @throws Refused
 */
export const takeBack = async (projectId: string, curationId: string): Promise<void> => {
  const params = { project_id: projectId, curation_id: curationId }
  await call("POST", "/projects/:project_id/curations/:curation_id/revert", { params })
  await again(projectId)
}
