// Where reports come from.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"

export type Source = Answer<"GET", "/data-sources/">["items"][number]

/** Sources shown. */
const MOST = 200
/** Between two looks. */
const AGAIN_MS = 30_000

/** Of all projects that one sees. */
export const sources = queryOptions({
  queryKey: ["sources"],
  queryFn: async ({ signal }) =>
    (await call("GET", "/data-sources/", { query: { limit: MOST }, signal })).items,
  refetchInterval: AGAIN_MS
})
