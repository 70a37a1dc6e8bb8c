// What came in by one source, for a page that waits for its first record: unknown devices, and what became of items.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"
import type { Identity, KeptReport } from "./identities.ts"
import { LISTENING_MS } from "./sources.ts"

export type SourceArrival = Answer<"GET", "/data-sources/:data_source_id/traffic">["items"][number]

/** ROWS is how many of the newest items are looked at. */
const ROWS = 20

/** sourceArrivals are the newest items of a source with what they were read as: for who may read traces. */
export const sourceArrivals = (sourceId: string) =>
  queryOptions({
    queryKey: ["arrivals", sourceId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/data-sources/:data_source_id/traffic", {
          params: { data_source_id: sourceId },
          query: { include: "payload", limit: ROWS },
          signal
        })
      ).items,
    refetchInterval: LISTENING_MS
  })

export interface Stranger {
  readonly identity: Identity
  /** the newest report that is kept of it; absent: none is */
  readonly report: KeptReport | undefined
}

/** newestOf is the unknown device that reported last; null: there is none. */
const newestOf = (identities: ReadonlyArray<Identity>): Identity | null =>
  identities.toSorted((a, b) => b.last_seen_at.localeCompare(a.last_seen_at))[0] ?? null

/** newestStranger is who reported last by a source without being known; null: everybody is known. */
export const newestStranger = (sourceId: string) =>
  queryOptions({
    queryKey: ["identities", "newest", sourceId],
    queryFn: async ({ signal }): Promise<Stranger | null> => {
      const { items } = await call("GET", "/unknown-identities/", {
        query: { data_source_id: sourceId, ignored: "false", reports: "true", limit: ROWS },
        signal
      })
      const identity = newestOf(items)
      if (identity === null) return null
      const reports = await call("GET", "/unknown-identities/reports", {
        query: { identity_id: [identity.id], include: "fields", limit: 1 },
        signal
      })
      return { identity, report: reports.items[0] }
    },
    refetchInterval: LISTENING_MS
  })
