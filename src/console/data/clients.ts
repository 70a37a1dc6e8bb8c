// AI clients: those connected to the account, and one that asks for consent.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "./api/call.ts"
import { queryClient } from "./queryClient.ts"

/** An AI client that is connected to the account. */
export type ConnectedClient = Answer<"GET", "/auth/clients/">["items"][number]
/** A client's request for consent. */
export type Consent = Answer<"GET", "/consents/:consent_id">
/** The user's decision on a request for consent. */
export type Decision = Body<"POST", "/consents/:consent_id">
/** A scope that a client asks for. */
export type ClientScope = Consent["scopes"][number]

/** AI clients that are connected to the account. */
export const ownClients = queryOptions({
  queryKey: ["account", "clients"],
  queryFn: async ({ signal }) =>
    (await call("GET", "/auth/clients/", { query: { limit: 500 }, signal })).items
})

/** The address at which AI clients connect. */
export const clientAddress = queryOptions({
  queryKey: ["account", "clients", "address"],
  queryFn: ({ signal }) => call("GET", "/auth/clients/address", { signal }),
  staleTime: Infinity
})

/**
 * Disconnects a client.
 *
 * @throws Refused
 */
export const disconnect = async (id: string): Promise<void> => {
  await call("DELETE", "/auth/clients/:connection_id", { params: { connection_id: id } })
  await queryClient.invalidateQueries(ownClients)
}

/** A request for consent. It is decided once, so it is never refetched. */
export const consent = (id: string) =>
  queryOptions({
    queryKey: ["consent", id],
    queryFn: ({ signal }) => call("GET", "/consents/:consent_id", { params: { consent_id: id }, signal }),
    staleTime: Infinity,
    retry: false
  })

/**
 * Sends the decision and returns the address that the browser must open.
 *
 * @throws Refused
 */
export const decide = async (id: string, decision: Decision): Promise<string> =>
  (await call("POST", "/consents/:consent_id", { params: { consent_id: id }, body: decision })).redirect_to
