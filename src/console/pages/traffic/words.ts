// Received items in words.
import { words } from "../../../words/language.ts"
import type { Arrival } from "../../data/traffic.ts"

const STATUSES = ["accepted", "duplicate", "rejected", "unassigned"] as const satisfies ReadonlyArray<
  Arrival["status"]
>

/** statusIn returns the outcome in a search parameter; undefined: none. */
export const statusIn = (text: string | undefined): Arrival["status"] | undefined =>
  STATUSES.find((status) => status === text)

/** statuses returns the outcomes to filter by, with their labels. */
export const statuses = (): ReadonlyArray<readonly [Arrival["status"], string]> =>
  STATUSES.map((status) => [status, words.traffic.outcomes[status]])

/** The label of an outcome. */
export const became = (status: Arrival["status"]): string => words.traffic.outcome[status]

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The content of an item by its members: `position, 3 values`. */
export const contents = (payload: unknown): string => {
  if (!isRecord(payload)) return ""
  const { events, lat, latitude, measurements, states } = payload
  const text = words.traffic.contents
  const counted = (value: unknown, textOf: (p: { count: number }) => string): ReadonlyArray<string> => {
    const count = Array.isArray(value) ? value.length : isRecord(value) ? Object.keys(value).length : 0
    return count === 0 ? [] : [textOf({ count })]
  }
  return [
    ...((lat ?? latitude) === undefined ? [] : [text.position]),
    ...counted(measurements, text.values),
    ...counted(states, text.states),
    ...counted(events, text.events)
  ].join(", ")
}

/** A moment in a search parameter, epoch ms; undefined: none. */
export const momentOf = (text: string | undefined): number | undefined => {
  const moment = text === undefined ? NaN : Date.parse(text)
  return Number.isNaN(moment) ? undefined : moment
}
