// The user's own account: sessions, API tokens, chat link.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "./api/call.ts"
import { queryClient } from "./queryClient.ts"

/** A session of the user. */
export type OwnSession = Answer<"GET", "/auth/sessions">["items"][number]
/** An API token of the user. */
export type Token = Answer<"GET", "/auth/tokens/">["items"][number]
/** The body to create an API token. */
export type NewToken = Body<"POST", "/auth/tokens/">
/** A created API token with its secret. */
export type OpenedToken = Answer<"POST", "/auth/tokens/">
/** A code that links a Telegram chat. */
export type ChatCode = Answer<"POST", "/auth/me/telegram/">

const ALL = { limit: 500 } as const

/** The user's sessions. */
export const ownSessions = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: async ({ signal }) => (await call("GET", "/auth/sessions", { query: ALL, signal })).items
})

/** The user's API tokens. */
export const ownTokens = queryOptions({
  queryKey: ["account", "tokens"],
  queryFn: async ({ signal }) => (await call("GET", "/auth/tokens/", { query: ALL, signal })).items
})

/** All permissions with their descriptions; they change only with the program. */
export const permissions = queryOptions({
  queryKey: ["permissions"],
  queryFn: async ({ signal }) => (await call("GET", "/permissions", { query: ALL, signal })).items,
  staleTime: Infinity
})

/** The chat that is linked to the account. */
export const chatLink = queryOptions({
  queryKey: ["account", "chat"],
  queryFn: ({ signal }) => call("GET", "/auth/me/telegram/", { signal })
})

const readAgain = () => queryClient.invalidateQueries({ queryKey: ["account"] })

/**
 * Ends a session.
 *
 * @throws Refused
 */
export const endSession = async (id: string): Promise<void> => {
  await call("DELETE", "/auth/sessions/:session_id", { params: { session_id: id } })
}

/** Refetches the user's sessions. */
export const readSessionsAgain = (): Promise<void> => queryClient.invalidateQueries(ownSessions)

/**
 * Changes the user's password.
 *
 * @throws Refused
 */
export const changePassword = async (current: string, next: string): Promise<void> => {
  await call("POST", "/auth/password", { body: { current, new: next } })
  await readSessionsAgain()
}

/**
 * Creates an API token. The answer is the only place with its secret.
 *
 * @throws Refused
 */
export const makeToken = async (body: NewToken): Promise<OpenedToken> => {
  const opened = await call("POST", "/auth/tokens/", { body })
  void queryClient.invalidateQueries(ownTokens)
  return opened
}

/**
 * Revokes an API token.
 *
 * @throws Refused
 */
export const revokeToken = async (id: string): Promise<void> => {
  await call("DELETE", "/auth/tokens/:token_id", { params: { token_id: id } })
  await queryClient.invalidateQueries(ownTokens)
}

/** Requests a code to link a chat. */
export const askForCode = (): Promise<ChatCode> => call("POST", "/auth/me/telegram/")

/** Removes the link to the chat. */
export const unlinkChat = async (): Promise<void> => {
  await call("DELETE", "/auth/me/telegram/")
  await readAgain()
}
