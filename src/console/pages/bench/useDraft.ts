// The edited document and the edition it started from, kept over a reload until saved or discarded. A newer version
// replaces it only while nothing was changed.
import { useCallback, useEffect, useRef, useState } from "react"
import { isObject, isSame, type JsonObject } from "./document.ts"

const keyOf = (projectId: string, name: string): string => `pugmark draft ${projectId} ${name}`

interface Begun {
  readonly edition: string
  readonly document: JsonObject
}

const read = (key: string): Begun | null => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null")
    if (!isObject(value)) return null
    const { document, edition } = value
    return isObject(document) && typeof edition === "string" ? { document, edition } : null
  } catch {
    return null
  }
}

/** Draft is the edited rule document. */
export interface Draft {
  readonly document: JsonObject
  /** edition that the draft started from */
  readonly edition: string
  /** text of the JSON editor where it is not valid JSON; else null */
  readonly broken: string | null
  /** differs from the saved version */
  readonly isDirty: boolean
  readonly change: (document: JsonObject) => void
  readonly breakOff: (text: string) => void
  /** Records that this document was saved. */
  readonly settle: (document: JsonObject, edition: string) => void
  /** Keeps the draft on top of a newer edition. */
  readonly rebase: (edition: string) => void
  readonly discard: () => void
}

interface DraftOf {
  readonly projectId: string
  readonly name: string
  /** the newest version on the server, or a template */
  readonly saved: JsonObject
  readonly edition: string
  readonly isNew: boolean
}

/** useDraft holds the draft of a rule. */
export const useDraft = ({ edition: newest, isNew, name, projectId, saved }: DraftOf): Draft => {
  const key = keyOf(projectId, name)
  const [begun] = useState(() => read(key))
  const [base, setBase] = useState(saved)
  const [edition, setEdition] = useState(begun?.edition ?? newest)
  const [document, setDocument] = useState(begun?.document ?? saved)
  const [broken, setBroken] = useState<string | null>(null)
  const isDirty = isNew || broken !== null || !isSame(document, base)
  const change = useCallback(
    (next: JsonObject) => {
      setDocument(next)
      setBroken(null)
      sessionStorage.setItem(key, JSON.stringify({ edition, document: next }))
    },
    [key, edition]
  )
  const settle = useCallback(
    (next: JsonObject, at: string) => {
      setBase(next)
      setDocument(next)
      setEdition(at)
      setBroken(null)
      sessionStorage.removeItem(key)
    },
    [key]
  )
  const seen = useRef(saved)
  useEffect(() => {
    if (isDirty || (seen.current === saved && edition === newest)) return
    seen.current = saved
    settle(saved, newest)
  }, [isDirty, saved, edition, newest, settle])
  return {
    document,
    edition,
    broken,
    isDirty,
    change,
    breakOff: setBroken,
    settle,
    rebase: setEdition,
    discard: () => settle(saved, newest)
  }
}
