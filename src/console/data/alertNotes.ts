// Alert updates that arrive while a read is in flight. The read may have started before an update and finish after
// it, so pending updates are applied to its answer.
import type { Alert } from "./alertList.ts"

/** Number of reads in flight. */
let reads = 0
/** Updates since the first of these reads started, in order. */
const notes: Array<Alert> = []

/** Remembers an update for reads in flight. */
export const noteForReads = (alert: Alert): void => {
  if (reads > 0) notes.push(alert)
}

/** Runs a read, then applies the updates that arrived meanwhile with `put`, in order. */
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
