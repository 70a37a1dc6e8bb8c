// Unknown identities: external ids that reported without a registered device.
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "./api/call.ts"
import { queryClient } from "./queryClient.ts"
import { pagesOf } from "./pagesOf.ts"

/** An unknown identity. */
export type Identity = Answer<"GET", "/unknown-identities/">["items"][number]
/** The devices to register for identities. */
export type Registrations = Body<"POST", "/unknown-identities/create-devices">

/** ROWS_PER_PAGE is the number of rows per page, and the maximum of one action. */
const ROWS_PER_PAGE = 200
/** REFETCH_MS is the refetch interval. */
const REFETCH_MS = 30_000

/** Unknown identities with their newest reports, last discovered first. */
export const identities = (ignored: boolean) =>
  pagesOf(["identities", ignored], "/unknown-identities/", {
    query: { ignored: ignored ? "true" : "false", reports: "true", limit: ROWS_PER_PAGE },
    keepsRows: false,
    refetchInterval: REFETCH_MS
  })

/**
 * MAX_IDENTITIES_PER_READ is the maximum number of identities per read of reports, MAX_REPORTS the maximum
 * number of reports on a map.
 */
const MAX_IDENTITIES_PER_READ = 100,
  MAX_REPORTS = 500

/** A stored report of an unknown identity. */
export type KeptReport = Answer<"GET", "/unknown-identities/reports">["items"][number]
/** A report with a position. */
export type PlacedReport = KeptReport & { readonly lon: number; readonly lat: number }

const isPlaced = (one: KeptReport): one is PlacedReport => one.lon !== null && one.lat !== null

/** Stored reports with a position of some identities, newest first. */
export const placesOf = (ids: ReadonlyArray<string>) =>
  queryOptions({
    queryKey: ["identities", "places", ids],
    queryFn: async ({ signal }) => {
      const query = { identity_id: ids.slice(0, MAX_IDENTITIES_PER_READ), limit: MAX_REPORTS }
      return (await call("GET", "/unknown-identities/reports", { query, signal })).items.filter(isPlaced)
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData
  })

const again = () => queryClient.invalidateQueries({ queryKey: ["identities"] })

/** A device that was registered. */
type Registered = Answer<"POST", "/unknown-identities/create-devices">["items"][number]

/** Registers a device per identity; all or none. @throws Refused */
export const registerIdentities = async (body: Registrations): Promise<ReadonlyArray<Registered>> => {
  const { items } = await call("POST", "/unknown-identities/create-devices", { body })
  await again()
  return items
}

/** Registers devices and returns how many. @throws Refused */
export const createDevices = async (body: Registrations): Promise<number> =>
  (await registerIdentities(body)).length

/** Ignores identities, so that their reports are only counted, or stores their reports again. */
export const setIgnored = async (ids: ReadonlyArray<string>, ignored: boolean): Promise<void> => {
  await call("POST", ignored ? "/unknown-identities/ignore" : "/unknown-identities/unignore", {
    body: { identity_ids: ids }
  })
  await again()
}
