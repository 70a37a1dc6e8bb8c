// Keeps the last value while the next one loads or fails to load.
import { useState } from "react"

/**
 * useKept returns the last defined value; equal values keep their identity, because a new object re-renders
 * the page.
 */
export const useLastDefined = <Value>(read: Value | undefined): Value | undefined => {
  const [kept, keep] = useState(read)
  if (read !== undefined && read !== kept) keep(read)
  return read ?? kept
}
