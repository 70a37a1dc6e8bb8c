// Projects in lanes, as tables hold them: what a commit may do to a lane, and which records are judged where
// some projects are in lanes.
import { partitionOf } from "../../src/domain/intake/LogEntry.ts"
import type { Lane, LaneMove, LanePlace, LogProgress } from "../../src/engine/ports.ts"
import type { Database } from "./Database.ts"
import type { Stored } from "./Stored.ts"

export const laneKey = ({ partition, projectId }: Pick<Lane, "partition" | "projectId">): string =>
  `${projectId} ${partition}`

const isSamePlace = (a: LanePlace | null, b: LanePlace | null): boolean =>
  a === b ||
  (a !== null && b !== null && a.subjectId === b.subjectId && a.at === b.at && a.ticked === b.ticked)

/** Whether a lane is as it was read. */
const isSame = (a: Lane | undefined, b: Lane | null): boolean =>
  b === null
    ? a === undefined
    : a !== undefined && a.position === b.position && a.upTo === b.upTo && isSamePlace(a.place, b.place)

export const isAsRead = (db: Database, moves: ReadonlyArray<LaneMove>): boolean =>
  moves.every(({ after, before }) => isSame(db.lanes.get(laneKey(before ?? after!)), before))

const isAfter = (place: LanePlace, other: LanePlace | null): boolean =>
  other === null ||
  place.subjectId > other.subjectId ||
  (place.subjectId === other.subjectId &&
    (place.at > other.at || (place.at === other.at && place.ticked >= other.ticked)))

/** Moves lanes, after the cursors were moved; what no move may do is noted. `from`: where each cursor was. */
export const moveLanes = (
  db: Database,
  moves: ReadonlyArray<LaneMove>,
  from: ReadonlyMap<number, number>
): void => {
  for (const { after, before } of moves) {
    const { partition, projectId } = before ?? after!,
      cursor = db.cursors.get(partition)!
    const wrong = (what: string) =>
      void db.violations.push(`I6 the lane of ${projectId} in ${partition} ${what}`)
    db.count[before === null ? "lanes" : "slices"]++
    if (before === null) {
      if (after!.position !== from.get(partition) || after!.upTo !== cursor)
        wrong(
          `opens for (${after!.position}, ${after!.upTo}]; its batch was (${from.get(partition)}, ${cursor}]`
        )
    } else if (after === null) {
      if (before.position < before.upTo && before.upTo < cursor)
        wrong(`closes at ${before.upTo}; the cursor is at ${cursor}`)
    } else {
      const isBegun = before.position < before.upTo
      if (after.position !== before.position) {
        if (
          after.position !== after.upTo ||
          after.place !== null ||
          (isBegun && after.position !== before.upTo)
        )
          wrong(`ends the window up to ${before.upTo} at (${after.position}, ${after.upTo}]`)
      } else if (isBegun && after.upTo !== before.upTo)
        wrong(`has a window that ended at ${before.upTo}, and then at ${after.upTo}`)
      else if (after.place !== null && !isAfter(after.place, before.place))
        wrong(`goes back to ${JSON.stringify(after.place)} from ${JSON.stringify(before.place)}`)
      if (after.upTo > cursor) wrong(`goes on up to ${after.upTo}; the cursor is at ${cursor}`)
    }
    if (after === null) db.lanes.delete(laneKey(before!))
    else db.lanes.set(laneKey(after), after)
  }
}

/** Whether a record of a subject's is judged, as far as the log is. */
export const isJudged = (
  { cursors, lanes }: LogProgress,
  subjectId: string,
  projectId: string
): ((stored: Stored) => boolean) => {
  const partition = partitionOf(subjectId),
    lane = lanes.find((l) => l.partition === partition && l.projectId === projectId)
  const position = cursors.find((c) => c.partition === partition)?.position ?? 0
  if (lane === undefined) return ({ row }) => row <= position
  const { place, upTo } = lane
  const isDone = (at: number) =>
    place !== null && (subjectId < place.subjectId || (subjectId === place.subjectId && at <= place.at))
  return ({ row, seen }) => row <= lane.position || (row <= upTo && isDone(seen.at))
}
