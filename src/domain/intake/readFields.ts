// Which member of an item became which field of a report, for people who look at what a device sent. What is kept of
// an item is read as `accept.ts` reads it; nothing is judged.
import * as Schema from "effect/Schema"
import { isObject, type JsonObject } from "../isObject.ts"
import type { AdapterKey } from "../tracking/DataSource.ts"
import type { SourceConfig } from "../tracking/SourceConfig.ts"
import { at } from "./decode/json.ts"
import { originIn, type Origins, ShownOrigin, shownOrigin } from "./decode/Origin.ts"
import { decoders } from "./decode/registry.ts"
import { readTime } from "./readTime.ts"

/** readFieldsMembers are the members beside an item that is read with its payload. */
export const readFieldsMembers = {
  decoded: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        field: Schema.String,
        value: Schema.Json,
        from: Schema.String.annotate({
          description: "The member of what is kept, as names joined by dots"
        }),
        origin: Schema.optionalKey(ShownOrigin)
      })
    )
  ).annotate({ description: "Which member became which field of the report (include=payload)" }),
  not_read: Schema.optionalKey(Schema.Array(Schema.String)).annotate({
    description: "Members that became nothing (include=payload)"
  })
}

const Members = Schema.Struct(readFieldsMembers)
/** ReadFields says which member of an item became which field of the report. */
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

/** Whether a kept payload is an item: it may be cut, or text that could not be read. */
const isItem = (payload: unknown): payload is JsonObject => isObject(payload) && payload["cut"] !== true

/** ReadBy is the data source that an item came by. */
export interface ReadBy {
  readonly adapter: AdapterKey
  readonly config: SourceConfig
}

const EARLIEST_MS = Date.parse("0001-01-01T00:00:00Z")
const LATEST_MS = Date.parse("9999-12-31T23:59:59Z")

/** Returns a time as a moment, where it is one. */
const momentOf = (time: unknown): unknown => {
  const at = typeof time === "number" || typeof time === "string" ? readTime(time) : NaN
  return at >= EARLIEST_MS && at <= LATEST_MS ? new Date(at).toISOString() : time
}

/** Returns the origin of a field by the source's configuration, which has priority over the adapter. */
const mappedOrigin = (payload: JsonObject, field: SourceConfig["fields"], target: string, value: unknown) => {
  const found = field?.[target]
  if (found === undefined) return null
  const { factor, path } = typeof found === "string" ? { path: found, factor: 1 } : found
  const sent = at(payload, path)
  const origin = { members: [path], of: "first", ...(factor === 1 ? {} : { factor }) } as const
  // of an adapter that keeps its own item the path is not there any more
  return isThere(sent) ? { ...origin, sent: sent as Schema.Json } : shownOrigin(origin, value)
}

/**
 * readFields is what became of an item as it is kept. `source`: what it came by; what its configuration put
 * in place is still at its own. null: it is not known any more, and so are the origins.
 */
export const readFields = (payload: unknown, source: ReadBy | null): ReadFields => {
  if (!isItem(payload)) return { decoded: [], not_read: [] }
  const fields = source?.config.fields
  const origins: Origins = source === null ? {} : decoders[source.adapter].origins(payload, source.config)
  const decoded: Array<ReadField> = []
  const unread = new Set<string>()
  const origin = (target: string, member: string): string => {
    const field = fields?.[target]
    const path = typeof field === "string" ? field : field?.path
    return path !== undefined && isThere(at(payload, path)) ? path : member
  }
  const adapterOrigin = (field: string, value: unknown, member: string) => {
    const found = originIn(origins, field, member)
    return found === null ? null : shownOrigin(found, value)
  }
  const add = (field: string, value: unknown, member: string): void => {
    const known = mappedOrigin(payload, fields, field, value) ?? adapterOrigin(field, value, member)
    decoded.push({
      field,
      // it was read from JSON
      value: (field === "time" ? momentOf(value) : value) as Schema.Json,
      from: origin(field, member),
      ...(known === null ? {} : { origin: known })
    })
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
