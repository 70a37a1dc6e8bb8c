// What a page says where a record was changed after it was read.
import { Refused } from "./Refused.ts"
import { inZone } from "../time/zoneTime.ts"

/** overtakenWords says who changed it meanwhile, and when; undefined where the refusal is another one. */
export const overtakenWords = (error: unknown, zone: string): string | undefined => {
  const current = error instanceof Refused && error.status === 412 ? error.problem.current : undefined
  if (current === undefined) return undefined
  const when = current.at === null ? "" : ` at ${inZone(current.at, zone, "seconds")}`
  return `${current.by?.name ?? "Another person"} changed it${when}, after you opened this. Look at it first.`
}
