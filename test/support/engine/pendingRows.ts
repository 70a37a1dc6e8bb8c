// Rows with a deadline, as the store finds them: those between two moments, the earliest first, so many and all
// of the moment of the last.
import type { PendingRow } from "../../../src/engine/ports.ts"

export const pendingRows = (
  rows: ReadonlyArray<PendingRow>,
  after: number,
  until: number,
  most: number
): ReadonlyArray<PendingRow> => {
  const found = rows
    .filter((r) => r.wakeAt > after && r.wakeAt <= until)
    .toSorted((a, b) => a.wakeAt - b.wakeAt)
  return found.length <= most ? found : found.filter((r) => r.wakeAt <= found[most - 1]!.wakeAt)
}
