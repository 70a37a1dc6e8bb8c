// Contacts of a project, and which of them are near an entity.
import { queryOptions } from "@tanstack/react-query"
import { call } from "./api/call.ts"

/** The contacts of a project. */
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

/** MAX_NEIGHBOURS is how many neighbours are read to find contacts among them. */
const MAX_NEIGHBOURS = 500

/** Entities near an entity now, nearest first. */
export const neighbours = (projectId: string, entityId: string) =>
  queryOptions({
    queryKey: ["neighbours", projectId, entityId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/projects/:project_id/entities/:entity_id/nearest", {
          params: { project_id: projectId, entity_id: entityId },
          query: { limit: MAX_NEIGHBOURS },
          signal
        })
      ).items,
    staleTime: 60_000
  })
