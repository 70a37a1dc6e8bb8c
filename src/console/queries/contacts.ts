// Who of a project can be called, and who of them is near.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"

export type Contact = Answer<"GET", "/projects/:project_id/contacts">["items"][number]
export type Neighbour = Answer<"GET", "/projects/:project_id/entities/:entity_id/nearest">["items"][number]

export const contacts = (projectId: string) =>
  queryOptions({
    queryKey: ["contacts", projectId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      return (await call("GET", "/projects/:project_id/contacts", { params, query: { limit: 500 }, signal }))
        .items
    },
    staleTime: 300_000
  })

/** Among so many neighbours those are looked for who can be called. */
const NEIGHBOURS = 500

/** Who is near an entity now, the nearest first. */
export const neighbours = (projectId: string, entityId: string) =>
  queryOptions({
    queryKey: ["neighbours", projectId, entityId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/projects/:project_id/entities/:entity_id/nearest", {
          params: { project_id: projectId, entity_id: entityId },
          query: { limit: NEIGHBOURS },
          signal
        })
      ).items,
    staleTime: 60_000
  })
