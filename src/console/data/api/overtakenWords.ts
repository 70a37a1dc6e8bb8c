// The message for a record that was changed after the page read it.
import { Refused } from "./Refused.ts"
import { inZone } from "../../time/zoneTime.ts"

/** overtakenWords names the author and time of the newer edition; undefined for any other error. */
export const overtakenWords = (error: unknown, zone: string): string | undefined => {
  const current = error instanceof Refused && error.status === 412 ? error.problem.current : undefined
  if (current === undefined) return undefined
  const when = current.at === null ? "" : ` at ${inZone(current.at, zone, "seconds")}`
  return `${current.by?.name ?? "Another person"} changed it${when}, after you opened this. Look at it first.`
}
