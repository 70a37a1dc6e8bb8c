// What was said of alerts while pages read them: a read that began before it knows nothing of it, and may be
// answered after it.
import type { Alert } from "./alertList.ts"

/** How many reads are under way. */
let reads = 0
/** What was said since the first of them began, in that order. */
const notes: Array<Alert> = []

/** Keeps what is said of an alert for whoever is being read. */
export const noteForReads = (alert: Alert): void => {
  if (reads > 0) notes.push(alert)
}

/** What is read, and whatever was said of alerts meanwhile `put` into it, first things first. */
export const besideNotes = async <Read>(
  read: () => Promise<Read>,
  put: (known: Read, alert: Alert) => Read
): Promise<Read> => {
  const from = notes.length
  reads++
  try {
    const answer = await read()
    return notes.slice(from).reduce(put, answer)
  } finally {
    reads--
    if (reads === 0) notes.length = 0
  }
}
