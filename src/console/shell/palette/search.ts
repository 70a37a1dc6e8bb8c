import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../../data/api/call.ts"
import { around } from "../../data/session.ts"
import { whileNarrowing } from "../../data/whileNarrowing.ts"

/** A search result. */
export type Found = Answer<"GET", "/projects/:project_id/search">["items"][number]

/** Objects of a project whose names contain the letters. */
export const found = (projectId: string, q: string) =>
  queryOptions({
    queryKey: ["search", projectId, q],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      return (await call("GET", "/projects/:project_id/search", { params, query: { q, limit: 12 }, signal }))
        .items
    },
    enabled: q !== "",
    ...around,
    placeholderData: whileNarrowing(projectId)
  })
