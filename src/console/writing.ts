// Drafts of forms, kept in the tab as the user types, over a reload and a new sign-in. A draft is restored when
// the same form opens again, until it is sent or discarded; signing out removes all drafts
// (data/signOut.ts).
import { useRef, useState } from "react"

/** The members of a stored draft, which another version of the console may have written. */
export type Members = Readonly<Record<string, unknown>>

/** Whether a stored value is an object. */
export const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null

/** A stored value as text; empty where it is none. */
export const textIn = (value: unknown): string => (typeof value === "string" ? value : "")

/** Whether a stored value is a record with the edition it was read at; the record's members are not checked. */
export const isEdition = (value: unknown): value is { readonly record: Members; readonly edition: string } =>
  isMembers(value) && isMembers(value["record"]) && typeof value["edition"] === "string"

interface Kept {
  /** no members: there is no readable draft */
  readonly read: () => Members
  readonly write: (value: object) => void
  /** Removes the draft after it was sent or discarded; later writes are ignored. */
  readonly forget: () => void
}

/** Access to a stored draft; `what` is its name in the project. */
export const keptAs = (projectId: string, what: string): Kept => {
  const key = `pugmark writing ${projectId} ${what}`
  let isOver = false
  return {
    read: () => {
      try {
        const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null")
        return isMembers(value) ? value : {}
      } catch {
        return {}
      }
    },
    write: (value) => {
      if (isOver) return
      try {
        sessionStorage.setItem(key, JSON.stringify(value))
      } catch {
        // the tab's storage is full: the form works without a stored draft
      }
    },
    forget: () => {
      isOver = true
      sessionStorage.removeItem(key)
    }
  }
}

interface Writing<A> {
  readonly value: A
  /** Changes members of the draft. */
  readonly put: (change: Partial<A>) => void
  /** Removes the draft after it was sent or discarded. */
  readonly forget: () => void
}

/** A draft as React state. `read` makes it from the stored members, or from no members. */
export const useWriting = <A extends object>(
  projectId: string,
  what: string,
  read: (kept: Members) => A
): Writing<A> => {
  const [kept] = useState(() => keptAs(projectId, what))
  const [value, setValue] = useState(() => read(kept.read()))
  // two changes may come before the next render
  const now = useRef(value)
  const put = (change: Partial<A>) => {
    now.current = { ...now.current, ...change }
    setValue(now.current)
    kept.write(now.current)
  }
  return { value, put, forget: kept.forget }
}
