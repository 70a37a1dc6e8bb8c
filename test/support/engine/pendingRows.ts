// Rows with a deadline, as the store finds them: those of partitions between two moments, the earliest first, so many
// and all of the moment of the last.
import { partitionOf } from "../../../src/domain/intake/LogEntry.ts"
import type { PendingRow, TimerRange } from "../../../src/engine/ports.ts"

export const pendingRows = (
  rows: ReadonlyArray<PendingRow>,
  partitions: ReadonlyArray<number>,
  { after, most, until }: TimerRange
): ReadonlyArray<PendingRow> => {
  const found = rows
    .filter((r) => r.wakeAt > after && r.wakeAt <= until && partitions.includes(partitionOf(r.subject.id)))
    .toSorted((a, b) => a.wakeAt - b.wakeAt)
  return found.length <= most ? found : found.filter((r) => r.wakeAt <= found[most - 1]!.wakeAt)
}
