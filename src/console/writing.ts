// What somebody is writing, kept in their tab as it is typed: over a reload, and while they sign in again. It
// is put back when the same is opened again, until it was sent or given up; whoever signs out takes it along
// (queries/belongings.ts).
import { useRef, useState } from "react"

/** What was kept, as whatever version of the console wrote it. */
export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null

export const textIn = (value: unknown): string => (typeof value === "string" ? value : "")

/** Whether it is a record with the edition that it was read at: so far it is looked at, and no further. */
export const isEdition = (value: unknown): value is { readonly record: Members; readonly edition: string } =>
  isMembers(value) && isMembers(value["record"]) && typeof value["edition"] === "string"

interface Kept {
  /** no members: nothing was kept, or nothing that can be read */
  readonly read: () => Members
  readonly write: (value: object) => void
  /** It was sent or given up: what comes late of it is not kept either. */
  readonly forget: () => void
}

/** `what`: its name in the project. */
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
        // the tab has no room for it: it can be written and sent all the same
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
  /** These members are others from now on. */
  readonly put: (change: Partial<A>) => void
  /** It was sent or given up. */
  readonly forget: () => void
}

/** `read` makes it of what was kept, and of no members where nothing was. */
export const useWriting = <A extends object>(
  projectId: string,
  what: string,
  read: (kept: Members) => A
): Writing<A> => {
  const [kept] = useState(() => keptAs(projectId, what))
  const [value, setValue] = useState(() => read(kept.read()))
  // two changes may come before the page is drawn again
  const now = useRef(value)
  const put = (change: Partial<A>) => {
    now.current = { ...now.current, ...change }
    setValue(now.current)
    kept.write(now.current)
  }
  return { value, put, forget: kept.forget }
}
