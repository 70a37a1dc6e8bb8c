// The fixes of an animal one by one, wrong ones too, and what people corrected of them.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "../api/call.ts"
import { everyPage } from "../api/everyPage.ts"
import { iso } from "../time/iso.ts"
import { queryClient } from "./queryClient.ts"

export type Fix = Answer<"GET", "/projects/:project_id/positions">["items"][number]
export type Curation = Answer<"GET", "/projects/:project_id/curations/">["items"][number]
export type CurationDraft = Body<"POST", "/projects/:project_id/curations/preview">
export type Preview = Answer<"POST", "/projects/:project_id/curations/preview">

/** Fixes of one answer, and at most of a page: a week at one every three minutes. */
const AT_ONCE = 500,
  MOST = 3500

export interface Fixes {
  /** oldest first */
  readonly items: ReadonlyArray<Fix>
  /** there are older ones in the span */
  readonly isCut: boolean
}

/** Of a span (epoch ms), the newest first asked for. */
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
        limit: AT_ONCE
      } as const
      const { isCut, items } = await everyPage(
        (place) =>
          call("GET", "/projects/:project_id/positions", { params, query: { ...asked, ...place }, signal }),
        MOST
      )
      return { items: items.toReversed(), isCut }
    },
    staleTime: 60_000
  })

/** Corrections of a device, the newest first, with those that were taken back. */
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

/** Which events would come and go. */
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

/** What counts of fixes is another: what was drawn of them is read anew. */
const again = async (projectId: string): Promise<void> => {
  queryClient.removeQueries({ queryKey: ["curation preview", projectId] })
  await queryClient.invalidateQueries()
}

/** @throws Refused as the server said */
export const correct = async (projectId: string, draft: CurationDraft, reason: string): Promise<Curation> => {
  const params = { project_id: projectId }
  const made = await call("POST", "/projects/:project_id/curations/", { params, body: { ...draft, reason } })
  await again(projectId)
  return made
}

/** @throws Refused as the server said */
export const takeBack = async (projectId: string, curationId: string): Promise<void> => {
  const params = { project_id: projectId, curation_id: curationId }
  await call("POST", "/projects/:project_id/curations/:curation_id/revert", { params })
  await again(projectId)
}
