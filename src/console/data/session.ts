// The signed-in user and the user's projects.
import { queryOptions } from "@tanstack/react-query"
import type { Permission } from "../../domain/access/Permission.ts"
import { type Answer, type Body, call } from "./api/call.ts"
import { Refused } from "./api/Refused.ts"
import { clearSession } from "./signOut.ts"
import { queryClient, SESSION } from "./queryClient.ts"

/** The signed-in user. */
export type Me = NonNullable<Answer<"GET", "/auth/session">>
/** A project of the user. */
export type Project = Answer<"GET", "/projects/">["items"][number]

/** Marks reads of the shell, which are not part of what a page shows. */
export const around = { meta: { around: true } } as const

/** USER_KEY is the storage key of the tab's user, who may have to sign in again. */
const USER_KEY = "pugmark user"

const forget = (): void => {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] })
  clearSession()
}

/** Clears the tab if another user was signed in before. */
const noteWho = ({ id }: Me): void => {
  const last = sessionStorage.getItem(USER_KEY)
  if (last !== null && last !== id) forget()
  sessionStorage.setItem(USER_KEY, id)
}

/** The session; null: signed out. */
export const session = queryOptions({
  queryKey: SESSION,
  queryFn: async ({ signal }) => {
    const me = await call("GET", "/auth/session", { signal })
    if (me !== null) noteWho(me)
    return me
  },
  staleTime: 300_000
})

/** The projects of the user. */
export const projects = queryOptions({
  queryKey: ["projects"],
  queryFn: async ({ signal }) => (await call("GET", "/projects/", { query: { limit: 500 }, signal })).items
})

/**
 * MAX_SIGN_IN_RETRIES is how often a sign-in is retried when the server, busy hashing passwords, answers with
 * a time to retry.
 */
const MAX_SIGN_IN_RETRIES = 6

const logIn = async (email: string, password: string, times = 0): Promise<Me> => {
  try {
    return await call("POST", "/auth/login", { body: { email, password } })
  } catch (refused) {
    const busy = refused instanceof Refused && refused.status === 503 ? refused.retryAfter : null
    if (busy === null || times === MAX_SIGN_IN_RETRIES) throw refused
    await new Promise((later) => setTimeout(later, busy * 1000))
    return logIn(email, password, times + 1)
  }
}

/**
 * Signs in, and clears what another user left in the tab.
 *
 * @throws Refused: 401 where e-mail and password do not match
 */
export const signIn = async (email: string, password: string): Promise<Me> => {
  const me = await logIn(email, password)
  noteWho(me)
  queryClient.setQueryData(session.queryKey, me)
  return me
}

/**
 * Signs out.
 *
 * @throws Refused where the server does not answer or has an internal error
 */
export const signOut = async (): Promise<void> => {
  try {
    await call("POST", "/auth/logout")
  } catch (refused) {
    // the session had ended already
    if (!(refused instanceof Refused && refused.status === 401)) throw refused
  }
  forget()
  queryClient.clear()
}

/**
 * Whether the user has a permission in a project. Decides only what pages offer; the server decides what is
 * allowed.
 */
export const holds = (me: Me | null | undefined, projectId: string, key: Permission): boolean =>
  me?.permissions[projectId]?.includes(key) === true

type MyChange = Body<"PATCH", "/auth/me">

/**
 * Changes the user's own record; shown at once, and reverted if the server refuses.
 *
 * @throws Refused
 */
export const changeMe = async (change: MyChange): Promise<void> => {
  const before = queryClient.getQueryData(session.queryKey)
  const { preferences, ...members } = change
  if (before != null) {
    const shown: Me = { ...before, ...members, preferences: { ...before.preferences, ...preferences } }
    queryClient.setQueryData(session.queryKey, shown)
  }
  try {
    queryClient.setQueryData(session.queryKey, await call("PATCH", "/auth/me", { body: change }))
  } catch (refused) {
    queryClient.setQueryData(session.queryKey, before)
    throw refused
  }
}

/** Remembers the open project as the one to start with, also in other browsers. */
export const noteOpened = (me: Me, projectId: string): void => {
  const { last_project_id } = queryClient.getQueryData(session.queryKey)?.preferences ?? me.preferences
  if (last_project_id === projectId) return
  // if this fails, the console starts with another project next time: no message needed
  changeMe({ preferences: { last_project_id: projectId } }).catch(() => {})
}
