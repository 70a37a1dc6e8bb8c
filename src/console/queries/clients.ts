// AI clients: which ones somebody has let in, and one that asks.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "../api/call.ts"
import { queryClient } from "./queryClient.ts"

export type ConnectedClient = Answer<"GET", "/auth/clients/">["items"][number]
export type Consent = Answer<"GET", "/consents/:consent_id">
export type Decision = Body<"POST", "/consents/:consent_id">
export type ClientScope = Consent["scopes"][number]

export const ownClients = queryOptions({
  queryKey: ["account", "clients"],
  queryFn: async ({ signal }) =>
    (await call("GET", "/auth/clients/", { query: { limit: 500 }, signal })).items
})

/** Where AI clients connect. */
export const clientAddress = queryOptions({
  queryKey: ["account", "clients", "address"],
  queryFn: ({ signal }) => call("GET", "/auth/clients/address", { signal }),
  staleTime: Infinity
})

/** @throws Refused as the server said */
export const disconnect = async (id: string): Promise<void> => {
  await call("DELETE", "/auth/clients/:connection_id", { params: { connection_id: id } })
  await queryClient.invalidateQueries(ownClients)
}

/** It is decided once: nothing of it is read again. */
export const consent = (id: string) =>
  queryOptions({
    queryKey: ["consent", id],
    queryFn: ({ signal }) => call("GET", "/consents/:consent_id", { params: { consent_id: id }, signal }),
    staleTime: Infinity,
    retry: false
  })

/**
 * Where the browser goes on.
 *
 * @throws Refused as the server said
 */
export const decide = async (id: string, decision: Decision): Promise<string> =>
  (await call("POST", "/consents/:consent_id", { params: { consent_id: id }, body: decision })).redirect_to
