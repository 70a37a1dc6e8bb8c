// What a source received, for the page that waits for the first record: unknown devices, and the outcome of items.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "./api/call.ts"
import type { Identity, KeptReport } from "./identities.ts"
import { LISTENING_MS } from "./sources.ts"

/** An item that a source received, with its outcome. */
export type SourceArrival = Answer<"GET", "/data-sources/:data_source_id/traffic">["items"][number]

/** NEWEST_ITEMS is how many of the newest items are read. */
const NEWEST_ITEMS = 20

/**
 * sourceArrivals are the newest items of a source with the fields read from them; needs permission to read
 * traces.
 */
export const sourceArrivals = (sourceId: string) =>
  queryOptions({
    queryKey: ["arrivals", sourceId],
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/data-sources/:data_source_id/traffic", {
          params: { data_source_id: sourceId },
          query: { include: "payload", limit: NEWEST_ITEMS },
          signal
        })
      ).items,
    refetchInterval: LISTENING_MS
  })

/** An unknown device that reported. */
export interface Stranger {
  readonly identity: Identity
  /** its newest stored report; absent: none is stored */
  readonly report: KeptReport | undefined
}

/** newestOf is the unknown device that reported last; null: there is none. */
const newestOf = (identities: ReadonlyArray<Identity>): Identity | null =>
  identities.toSorted((a, b) => b.last_seen_at.localeCompare(a.last_seen_at))[0] ?? null

/** newestStranger is the unknown device that reported last to a source; null: there is none. */
export const newestStranger = (sourceId: string) =>
  queryOptions({
    queryKey: ["identities", "newest", sourceId],
    queryFn: async ({ signal }): Promise<Stranger | null> => {
      const { items } = await call("GET", "/unknown-identities/", {
        query: { data_source_id: sourceId, ignored: "false", reports: "true", limit: NEWEST_ITEMS },
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
