// Which member of an item became which field of a report, for people who look at what a device sent. What is kept of
// an item is read as `accept.ts` reads it; nothing is judged.
import * as Schema from "effect/Schema"
import { isObject, type JsonObject } from "../isObject.ts"
import type { FieldMap } from "../tracking/SourceConfig.ts"
import { at } from "./decode/json.ts"

/** What stands beside an item as it came, wherever it is asked for with its payload. */
export const readFieldsMembers = {
  decoded: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        field: Schema.String,
        value: Schema.Json,
        from: Schema.String.annotate({ description: "Names of members joined by dots" })
      })
    )
  ).annotate({ description: "Which member became which field of the report (include=payload)" }),
  not_read: Schema.optionalKey(Schema.Array(Schema.String)).annotate({
    description: "Members that became nothing (include=payload)"
  })
}

const Members = Schema.Struct(readFieldsMembers)
export type ReadFields = Required<typeof Members.Type>
type ReadField = ReadFields["decoded"][number]

/** The fields of every report, and the members that may give each, the first that is there counts. */
const always: ReadonlyArray<readonly [field: string, members: ReadonlyArray<string>]> = [
  ["device", ["device", "device_id"]],
  ["time", ["time"]]
]
const ofFix: typeof always = [
  ["lat", ["lat", "latitude"]],
  ["lon", ["lon", "lng", "longitude"]],
  ["altitude_m", ["altitude_m", "altitude"]],
  ["speed_mps", ["speed_mps", "speed"]],
  ["heading_deg", ["heading_deg", "heading"]],
  ["accuracy_m", ["accuracy_m", "accuracy"]],
  ["satellites", ["satellites"]],
  ["record_type", ["record_type"]]
]
/** Members that are read one by one below. */
const parts = ["device_name", "measurements", "metric", "value", "unit", "state", "events", "attributes"]
const known = new Set([...always, ...ofFix].flatMap(([, members]) => members).concat(parts))

const entriesOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  isObject(value) ? Object.entries(value) : []

const isThere = (value: unknown): boolean => value !== undefined && value !== null

/** What is kept of an item may be cut, or be text that nobody could read: nothing became of that. */
const isItem = (payload: unknown): payload is JsonObject => isObject(payload) && payload["cut"] !== true

/** `fields`: where the source's configuration says that values are; what it put in place is still at its own. */
export const readFields = (payload: unknown, fields: FieldMap | undefined): ReadFields => {
  if (!isItem(payload)) return { decoded: [], not_read: [] }
  const decoded: Array<ReadField> = []
  const unread = new Set<string>()
  const origin = (target: string, member: string): string => {
    const field = fields?.[target]
    const path = typeof field === "string" ? field : field?.path
    return path !== undefined && isThere(at(payload, path)) ? path : member
  }
  const add = (field: string, value: unknown, member: string): void => {
    // it was read from JSON
    decoded.push({ field, value: value as Schema.Json, from: origin(field, member) })
  }
  const read = (list: typeof always): void => {
    for (const [field, members] of list) {
      const there = members.filter((member) => isThere(payload[member]))
      for (const [i, member] of there.entries())
        if (i === 0) add(field, payload[member], member)
        else unread.add(member)
    }
  }
  read(always)
  if (isThere(payload["device_name"])) add("device_name", payload["device_name"], "device_name")
  const hasFix = ofFix.slice(0, 2).some(([, members]) => members.some((member) => isThere(payload[member])))
  if (hasFix) read(ofFix)
  else for (const [, members] of ofFix) for (const one of members) if (isThere(payload[one])) unread.add(one)
  for (const [metric, value] of entriesOf(payload["measurements"]))
    add(`measurements.${metric}`, value, `measurements.${metric}`)
  if (typeof payload["metric"] === "string" && payload["value"] !== undefined)
    add(`measurements.${payload["metric"]}`, payload["value"], "value")
  else for (const one of ["metric", "value", "unit"]) if (isThere(payload[one])) unread.add(one)
  for (const [key, value] of entriesOf(payload["state"])) add(`state.${key}`, value, `state.${key}`)
  if (Array.isArray(payload["events"]))
    for (const [i, event] of payload["events"].entries())
      if (isObject(event)) add(`events.${i}`, event["title"] ?? event["type"], `events.${i}`)
  // attributes belong to a position: without one they are not kept
  const others = Object.entries(payload).filter(([member]) => !known.has(member))
  const mapped = new Set(decoded.map(({ from }) => from))
  for (const [member, value] of others)
    if (hasFix) add(`attributes.${member}`, value, member)
    else if (![...mapped].some((path) => path === member || path.startsWith(`${member}.`))) unread.add(member)
  for (const [member, value] of entriesOf(payload["attributes"]))
    if (hasFix) add(`attributes.${member}`, value, `attributes.${member}`)
    else unread.add(`attributes.${member}`)
  return { decoded, not_read: [...unread] }
}
