// Where reports come from.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "../api/call.ts"
import { queryClient } from "./queryClient.ts"

export type Source = Answer<"GET", "/data-sources/">["items"][number]

/** Sources shown. */
const MOST = 200
/** Between two looks. */
const AGAIN_MS = 30_000
/** LISTENING_MS is between two looks of a page that waits for a first record. */
export const LISTENING_MS = 2500

/** Of all projects that one sees. */
export const sources = queryOptions({
  queryKey: ["sources"],
  queryFn: async ({ signal }) =>
    (await call("GET", "/data-sources/", { query: { limit: MOST }, signal })).items,
  refetchInterval: AGAIN_MS
})

/** source is one of them, looked at while a page waits for what comes by it. */
export const source = (id: string) =>
  queryOptions({
    queryKey: ["sources", id],
    queryFn: ({ signal }) =>
      call("GET", "/data-sources/:data_source_id", { params: { data_source_id: id }, signal }),
    refetchInterval: LISTENING_MS
  })

export type OpenedSource = Answer<"POST", "/data-sources/">
export type NewSource = Body<"POST", "/data-sources/">
export type SourceTest = Answer<"POST", "/data-sources/:data_source_id/test">

const params = (id: string) => ({ params: { data_source_id: id } })
const again = () => void queryClient.invalidateQueries(sources)

/** @throws Refused as the server said */
export const makeSource = async (body: NewSource): Promise<OpenedSource> => {
  const opened = await call("POST", "/data-sources/", { body })
  again()
  return opened
}

/** A new token; the one before opens for another day. */
export const rotateToken = async (id: string): Promise<OpenedSource> => {
  const opened = await call("POST", "/data-sources/:data_source_id/rotate-token", params(id))
  again()
  return opened
}

/** Tries what it connects to. */
export const testSource = (id: string): Promise<SourceTest> =>
  call("POST", "/data-sources/:data_source_id/test", params(id))

/** sourceTest tries it once when a page asks, and again when it is told to. */
export const sourceTest = (id: string) =>
  queryOptions({ queryKey: ["sources", id, "test"], queryFn: () => testSource(id), staleTime: Infinity })

/** Opens its door, or closes it. */
export const enableSource = async (id: string, enabled: boolean): Promise<void> => {
  await call("PATCH", "/data-sources/:data_source_id", { ...params(id), body: { enabled } })
  again()
}

/** removeSource removes a source that no device reports through. @throws Refused: 409 where some do */
export const removeSource = async (id: string): Promise<void> => {
  await call("DELETE", "/data-sources/:data_source_id", params(id))
  again()
}
