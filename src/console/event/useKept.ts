// What a page was given last, while what it asks for is not there yet, or does not come.
import { useState } from "react"

/** The same value is the same object: of another one the page is drawn anew. */
export const useKept = <Value>(read: Value | undefined): Value | undefined => {
  const [kept, keep] = useState(read)
  if (read !== undefined && read !== kept) keep(read)
  return read ?? kept
}
