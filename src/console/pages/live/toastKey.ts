// Assigns the key E on the live page: to the selected row, or to the toast where no row is selected. A new toast gets
// the key only after a delay, so that no alert is acknowledged unread.
import { useEffect, useState, useSyncExternalStore } from "react"
import { watched } from "../../watched.ts"

/** TOAST_KEY_DELAY_MS is how long a toast is visible before it gets the key. */
export const TOAST_KEY_DELAY_MS = 2000

const chosenRow = watched(false)

/** noteChosenRow records whether a row is selected, until the returned function is called. */
export const noteChosenRow = (isChosen: boolean): (() => void) => {
  chosenRow.set(isChosen)
  return () => chosenRow.set(false)
}

/** isToastKey tells whether the key acknowledges a toast that has been visible for so long. */
export const isToastKey = (shownForMs: number, isRowChosen: boolean): boolean =>
  !isRowChosen && shownForMs >= TOAST_KEY_DELAY_MS

/** useToastKey is `isToastKey` for the visible toast of an alert. */
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
