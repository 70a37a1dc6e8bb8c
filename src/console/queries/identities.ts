// Who reported without being known.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "../api/call.ts"
import { queryClient } from "./queryClient.ts"

export type Identity = Answer<"GET", "/unknown-identities/">["items"][number]
export type Registrations = Body<"POST", "/unknown-identities/create-devices">

/** Rows of one page of the list; as many can be dealt with at once. */
const ROWS = 200
/** Between two looks. */
const AGAIN_MS = 30_000

/** Those first that were seen last for the first time; with the newest report of each. */
export const identities = (ignored: boolean) =>
  infiniteQueryOptions({
    queryKey: ["identities", ignored],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call("GET", "/unknown-identities/", {
        query: {
          ignored: ignored ? "true" : "false",
          reports: "true",
          limit: ROWS,
          ...(pageParam === null ? {} : { cursor: pageParam })
        },
        signal
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: AGAIN_MS
  })

/** Most whose reports one read takes, and most reports of a map: the newest. */
const AT_ONCE = 100,
  REPORTS = 500

export type KeptReport = Answer<"GET", "/unknown-identities/reports">["items"][number]
/** One that says where it was. */
export type PlacedReport = KeptReport & { readonly lon: number; readonly lat: number }

const isPlaced = (one: KeptReport): one is PlacedReport => one.lon !== null && one.lat !== null

/** What is kept of some of them and says where they were, newest first. */
export const placesOf = (ids: ReadonlyArray<string>) =>
  queryOptions({
    queryKey: ["identities", "places", ids],
    queryFn: async ({ signal }) => {
      const query = { identity_id: ids.slice(0, AT_ONCE), limit: REPORTS }
      return (await call("GET", "/unknown-identities/reports", { query, signal })).items.filter(isPlaced)
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData
  })

const again = () => queryClient.invalidateQueries({ queryKey: ["identities"] })

export type Registered = Answer<"POST", "/unknown-identities/create-devices">["items"][number]

/** A device for each; all are made or none. @throws Refused as the server said */
export const registerIdentities = async (body: Registrations): Promise<ReadonlyArray<Registered>> => {
  const { items } = await call("POST", "/unknown-identities/create-devices", { body })
  await again()
  return items
}

/** How many were made. @throws Refused as the server said */
export const createDevices = async (body: Registrations): Promise<number> =>
  (await registerIdentities(body)).length

/** From now on only their sightings are counted; or their reports are kept again. */
export const setIgnored = async (ids: ReadonlyArray<string>, ignored: boolean): Promise<void> => {
  await call("POST", ignored ? "/unknown-identities/ignore" : "/unknown-identities/unignore", {
    body: { identity_ids: ids }
  })
  await again()
}
