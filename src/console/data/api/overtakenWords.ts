// The message for a record that was changed after the page read it.
import { words } from "../../../words/language.ts"
import { Refused } from "./Refused.ts"
import { inZone } from "../../time/zoneTime.ts"

/** overtakenWords names the author and time of the newer edition; undefined for any other error. */
export const overtakenWords = (error: unknown, zone: string): string | undefined => {
  const current = error instanceof Refused && error.status === 412 ? error.problem.current : undefined
  if (current === undefined) return undefined
  return words.common.stale.changed({
    who: current.by?.name ?? null,
    time: current.at === null ? null : inZone(current.at, zone, "seconds")
  })
}
