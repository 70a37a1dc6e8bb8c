// Received items in words.
import type { Arrival } from "../../data/traffic.ts"

/** The outcomes to filter by, with their labels. */
export const statuses: ReadonlyArray<readonly [Arrival["status"], string]> = [
  ["accepted", "Accepted"],
  ["duplicate", "Known"],
  ["rejected", "Rejected"],
  ["unassigned", "Nobody's"]
]

/** The label of an outcome. */
export const became = (status: Arrival["status"]): string =>
  (statuses.find(([one]) => one === status)?.[1] ?? status).toLowerCase()

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const counted = (count: number, one: string): ReadonlyArray<string> =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${one}s`]

/** The content of an item by its members: `position, 3 values`. */
export const contents = (payload: unknown): string => {
  if (!isRecord(payload)) return ""
  const { events, lat, latitude, measurements, states } = payload
  const of = (value: unknown): number =>
    Array.isArray(value) ? value.length : isRecord(value) ? Object.keys(value).length : 0
  return [
    ...((lat ?? latitude) === undefined ? [] : ["position"]),
    ...counted(of(measurements), "value"),
    ...counted(of(states), "state"),
    ...counted(of(events), "event")
  ].join(", ")
}

/** A moment in a search parameter, epoch ms; undefined: none. */
export const momentOf = (text: string | undefined): number | undefined => {
  const moment = text === undefined ? NaN : Date.parse(text)
  return Number.isNaN(moment) ? undefined : moment
}
