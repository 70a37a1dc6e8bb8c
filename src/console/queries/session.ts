// Who is here, and which projects they have.
import { queryOptions } from "@tanstack/react-query"
import type { Permission } from "../../domain/access/Permission.ts"
import { type Answer, type Body, call } from "../api/call.ts"
import { Refused } from "../api/Refused.ts"
import { forgetThem } from "./belongings.ts"
import { queryClient, SESSION } from "./queryClient.ts"

export type Me = NonNullable<Answer<"GET", "/auth/session">>
export type Project = Answer<"GET", "/projects/">["items"][number]

/** Of reads that stand around every page, and are not what a page shows. */
export const around = { meta: { around: true } } as const

/** Whom this tab belongs to, though their session may be over. */
const WHO = "pugmark user"

const forget = (): void => {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] })
  forgetThem()
}

/** What somebody else had read and done in this tab is forgotten. */
const noteWho = ({ id }: Me): void => {
  const last = sessionStorage.getItem(WHO)
  if (last !== null && last !== id) forget()
  sessionStorage.setItem(WHO, id)
}

/** Null: nobody is signed in. */
export const session = queryOptions({
  queryKey: SESSION,
  queryFn: async ({ signal }) => {
    const me = await call("GET", "/auth/session", { signal })
    if (me !== null) noteWho(me)
    return me
  },
  staleTime: 300_000
})

export const projects = queryOptions({
  queryKey: ["projects"],
  queryFn: async ({ signal }) => (await call("GET", "/projects/", { query: { limit: 500 }, signal })).items
})

/** A server that hashes many passwords says when to come back; so often it is done before anybody is told. */
const COMES_BACK = 6

const logIn = async (email: string, password: string, times = 0): Promise<Me> => {
  try {
    return await call("POST", "/auth/login", { body: { email, password } })
  } catch (refused) {
    const busy = refused instanceof Refused && refused.status === 503 ? refused.retryAfter : null
    if (busy === null || times === COMES_BACK) throw refused
    await new Promise((later) => setTimeout(later, busy * 1000))
    return logIn(email, password, times + 1)
  }
}

/**
 * Signs in; what somebody else had read and done before is forgotten.
 *
 * @throws Refused: 401 where the two do not go together
 */
export const signIn = async (email: string, password: string): Promise<Me> => {
  const me = await logIn(email, password)
  noteWho(me)
  queryClient.setQueryData(session.queryKey, me)
  return me
}

/** @throws Refused: there is no server, or it has trouble */
export const signOut = async (): Promise<void> => {
  try {
    await call("POST", "/auth/logout")
  } catch (refused) {
    // the session was over already
    if (!(refused instanceof Refused && refused.status === 401)) throw refused
  }
  forget()
  queryClient.clear()
}

/** Whether the caller holds a key in a project. What a page offers; the server is who decides. */
export const holds = (me: Me | null | undefined, projectId: string, key: Permission): boolean =>
  me?.permissions[projectId]?.includes(key) === true

type MyChange = Body<"PATCH", "/auth/me">

/**
 * Changes the caller's own record; shown at once, and taken back if the server refuses.
 *
 * @throws Refused as the server said
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

/** Remembers the project that is open as the one to begin with, in other browsers too. */
export const noteOpened = (me: Me, projectId: string): void => {
  const { last_project_id } = queryClient.getQueryData(session.queryKey)?.preferences ?? me.preferences
  if (last_project_id === projectId) return
  // where it cannot be kept the console begins elsewhere next time: nothing to tell
  changeMe({ preferences: { last_project_id: projectId } }).catch(() => {})
}
