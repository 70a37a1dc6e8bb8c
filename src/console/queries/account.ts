// What people read and do of their own account: sessions, tokens, the chat.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "../api/call.ts"
import { queryClient } from "./queryClient.ts"

export type OwnSession = Answer<"GET", "/auth/sessions">["items"][number]
export type Token = Answer<"GET", "/auth/tokens/">["items"][number]
export type NewToken = Body<"POST", "/auth/tokens/">
export type OpenedToken = Answer<"POST", "/auth/tokens/">
export type PermissionInfo = Answer<"GET", "/permissions">["items"][number]
export type ChatCode = Answer<"POST", "/auth/me/telegram/">

const ALL = { limit: 500 } as const

export const ownSessions = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: async ({ signal }) => (await call("GET", "/auth/sessions", { query: ALL, signal })).items
})

export const ownTokens = queryOptions({
  queryKey: ["account", "tokens"],
  queryFn: async ({ signal }) => (await call("GET", "/auth/tokens/", { query: ALL, signal })).items
})

/** What there is to permit; it changes with the program alone. */
export const permissions = queryOptions({
  queryKey: ["permissions"],
  queryFn: async ({ signal }) => (await call("GET", "/permissions", { query: ALL, signal })).items,
  staleTime: Infinity
})

export const chatLink = queryOptions({
  queryKey: ["account", "chat"],
  queryFn: ({ signal }) => call("GET", "/auth/me/telegram/", { signal })
})

const readAgain = () => queryClient.invalidateQueries({ queryKey: ["account"] })

/** @throws Refused as the server said */
export const endSession = async (id: string): Promise<void> => {
  await call("DELETE", "/auth/sessions/:session_id", { params: { session_id: id } })
}

export const readSessionsAgain = (): Promise<void> => queryClient.invalidateQueries(ownSessions)

/** @throws Refused as the server said */
export const changePassword = async (current: string, next: string): Promise<void> => {
  await call("POST", "/auth/password", { body: { current, new: next } })
  await readSessionsAgain()
}

/**
 * The token is in the answer, this once: it is kept nowhere.
 *
 * @throws Refused as the server said
 */
export const makeToken = async (body: NewToken): Promise<OpenedToken> => {
  const opened = await call("POST", "/auth/tokens/", { body })
  void queryClient.invalidateQueries(ownTokens)
  return opened
}

/** @throws Refused as the server said */
export const revokeToken = async (id: string): Promise<void> => {
  await call("DELETE", "/auth/tokens/:token_id", { params: { token_id: id } })
  await queryClient.invalidateQueries(ownTokens)
}

export const askForCode = (): Promise<ChatCode> => call("POST", "/auth/me/telegram/")

export const unlinkChat = async (): Promise<void> => {
  await call("DELETE", "/auth/me/telegram/")
  await readAgain()
}
