// Whose the key E is on the live page: the chosen row's, or the toast's where no row is chosen. A toast that has just
// arrived has no key, so that nobody acknowledges what they have not read.
import { useEffect, useState, useSyncExternalStore } from "react"
import { watched } from "../watched.ts"

/** How long a toast is on the screen before the key is its own. */
export const TOAST_KEY_DELAY_MS = 2000

const chosenRow = watched(false)

/** Says whether a row of the column is chosen, until the answer is called. */
export const noteChosenRow = (isChosen: boolean): (() => void) => {
  chosenRow.set(isChosen)
  return () => chosenRow.set(false)
}

/** Whether the key acknowledges a toast that has been shown for so long. */
export const isToastKey = (shownForMs: number, isRowChosen: boolean): boolean =>
  !isRowChosen && shownForMs >= TOAST_KEY_DELAY_MS

/** The same for the toast of this alert, while it is shown. */
export const useToastKey = (alertId: string | null): boolean => {
  const isRowChosen = useSyncExternalStore(chosenRow.watch, chosenRow.read)
  const [readId, setReadId] = useState<string | null>(null)
  useEffect(() => {
    if (alertId === null) return undefined
    const timer = setTimeout(() => setReadId(alertId), TOAST_KEY_DELAY_MS)
    return () => clearTimeout(timer)
  }, [alertId])
  return alertId !== null && isToastKey(readId === alertId ? TOAST_KEY_DELAY_MS : 0, isRowChosen)
}
