// Queries and changes of data sources.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "./api/call.ts"
import { queryClient } from "./queryClient.ts"

/** A data source. */
export type Source = Answer<"GET", "/data-sources/">["items"][number]

/** MAX_SOURCES is the maximum number of sources shown. */
const MAX_SOURCES = 200
/** REFETCH_MS is the refetch interval. */
const REFETCH_MS = 30_000
/** LISTENING_MS is the refetch interval of a page that waits for the first record. */
export const LISTENING_MS = 2500

/** The sources of all projects of the user. */
export const sources = queryOptions({
  queryKey: ["sources"],
  queryFn: async ({ signal }) =>
    (await call("GET", "/data-sources/", { query: { limit: MAX_SOURCES }, signal })).items,
  refetchInterval: REFETCH_MS
})

/** source is one source, refetched often while a page waits for records. */
export const source = (id: string) =>
  queryOptions({
    queryKey: ["sources", id],
    queryFn: ({ signal }) =>
      call("GET", "/data-sources/:data_source_id", { params: { data_source_id: id }, signal }),
    refetchInterval: LISTENING_MS
  })

/** A created source with its token. */
export type OpenedSource = Answer<"POST", "/data-sources/">
/** The body to create a source. */
export type NewSource = Body<"POST", "/data-sources/">
/** The configuration of a source, as it is sent. */
export type SourceConfig = NonNullable<NewSource["config"]>
/** The outcome of a connection test. */
export type SourceTest = Answer<"POST", "/data-sources/:data_source_id/test">

const params = (id: string) => ({ params: { data_source_id: id } })
const again = () => void queryClient.invalidateQueries(sources)

/**
 * Creates a source.
 *
 * @throws Refused
 */
export const makeSource = async (body: NewSource): Promise<OpenedSource> => {
  const opened = await call("POST", "/data-sources/", { body })
  again()
  return opened
}

/** Rotates the token; the previous one stays valid for 24 h. */
export const rotateToken = async (id: string): Promise<OpenedSource> => {
  const opened = await call("POST", "/data-sources/:data_source_id/rotate-token", params(id))
  again()
  return opened
}

/** Tests the connection. */
const testSource = (id: string): Promise<SourceTest> =>
  call("POST", "/data-sources/:data_source_id/test", params(id))

/** sourceTest runs the test once, and again on request; the result stays until the page is left. */
export const sourceTest = (id: string) =>
  queryOptions({
    queryKey: ["source test", id],
    queryFn: () => testSource(id),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false
  })

/** testDraft tests a configuration before it is saved. @throws Refused 422 where it is not valid */
export const testDraft = (id: string, config: SourceConfig): Promise<SourceTest> =>
  call("POST", "/data-sources/:data_source_id/test", { ...params(id), body: { config } })

/** changeSource saves another name and configuration, and the result of their test. @throws Refused */
export const changeSource = async (
  id: string,
  change: { readonly name: string; readonly config: SourceConfig },
  test: SourceTest
): Promise<void> => {
  await call("PATCH", "/data-sources/:data_source_id", { ...params(id), body: change })
  queryClient.setQueryData(sourceTest(id).queryKey, test)
  again()
}

/** Enables or disables a source. */
export const enableSource = async (id: string, enabled: boolean): Promise<void> => {
  await call("PATCH", "/data-sources/:data_source_id", { ...params(id), body: { enabled } })
  again()
}

/** removeSource removes a source that no device reports through. @throws Refused: 409 where devices do */
export const removeSource = async (id: string): Promise<void> => {
  await call("DELETE", "/data-sources/:data_source_id", params(id))
  again()
}
