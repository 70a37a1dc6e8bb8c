// Who reported without being known.
import { infiniteQueryOptions } from "@tanstack/react-query"
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

const again = () => queryClient.invalidateQueries({ queryKey: ["identities"] })

/** A device for each; all are made or none. @throws Refused as the server said */
export const createDevices = async (body: Registrations): Promise<number> => {
  const { items } = await call("POST", "/unknown-identities/create-devices", { body })
  await again()
  return items.length
}

/** From now on only their sightings are counted; or their reports are kept again. */
export const setIgnored = async (ids: ReadonlyArray<string>, ignored: boolean): Promise<void> => {
  await call("POST", ignored ? "/unknown-identities/ignore" : "/unknown-identities/unignore", {
    body: { identity_ids: ids }
  })
  await again()
}
