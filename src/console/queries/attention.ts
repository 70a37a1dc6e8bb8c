// What only a person can mend.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"

export type Matter = Answer<"GET", "/projects/:project_id/needs-attention">["items"][number]

/** Matters shown: whoever has more begins at the top. */
const MOST = 200
/** Between two looks: the service itself looks as often. */
const AGAIN_MS = 30_000

/** The worst first. */
export const attention = (projectId: string) =>
  queryOptions({
    queryKey: ["attention", projectId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/projects/:project_id/needs-attention", {
          params: { project_id: projectId },
          query: { limit: MOST },
          signal
        })
      ).items,
    refetchInterval: AGAIN_MS
  })
