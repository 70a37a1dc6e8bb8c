// Reports of recorded messages whose members can be read and changed by their names, wherever in a body they are.
import type { Message } from "../../../../src/domain/intake/decode/Decoder.ts"
import { at } from "../../../../src/domain/intake/decode/json.ts"
import { isObject } from "../../../../src/domain/isObject.ts"
import type { Recorded } from "./fixtures.ts"

/** DROP is a member that is taken away. */
const DROP = Symbol("a member that is taken away")

/** Report is one report of a message as it was sent. */
export interface Report {
  readonly get: (member: string) => unknown
  /** the message with another value at a member */
  readonly put: (member: string, value: unknown) => Message
}

const replaced = (value: unknown, path: ReadonlyArray<string>, to: unknown): unknown => {
  const [name, ...rest] = path
  if (name === undefined) return to
  if (Array.isArray(value)) {
    const list = value as ReadonlyArray<unknown>
    return list.with(Number(name), replaced(list[Number(name)], rest, to === DROP ? null : to))
  }
  const object = isObject(value) ? value : {}
  if (rest.length > 0 || to !== DROP) return { ...object, [name]: replaced(object[name], rest, to) }
  return Object.fromEntries(Object.entries(object).filter(([each]) => each !== name))
}

/** isThere is whether a member says something. */
export const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== ""

const inJson = (message: Message, body: unknown, path: ReadonlyArray<string>): Report => ({
  get: (member) => at(body, [...path, member].join(".")) ?? (member === "topic" ? message.topic : undefined),
  put: (member, value) =>
    member === "topic" && at(body, [...path, member].join(".")) === undefined
      ? { ...message, topic: value === DROP ? "" : String(value) }
      : { ...message, body: JSON.stringify(replaced(body, [...path, ...member.split(".")], value)) }
})

const inParameters = (message: Message, of: "query" | "body"): Report => {
  const parameters = Object.fromEntries(new URLSearchParams(message[of]))
  return {
    get: (member) => parameters[member],
    put: (member, value) => ({
      ...message,
      [of]: new URLSearchParams(replaced(parameters, [member], value) as Record<string, string>).toString()
    })
  }
}

/** Where in a body a report can be: itself, what a batch holds, what wraps it. */
export const reportsOf = (message: Message, { body }: Recorded): ReadonlyArray<Report> => {
  if (message.query.includes("lat=")) return [inParameters(message, "query")]
  if (message.contentType.includes("form")) return [inParameters(message, "body")]
  const { items, websocket } = message.config
  const places = ["", "position", "location", "locations", "current", items ?? "", websocket?.items ?? ""]
  return [...new Set(places)].flatMap((place) => {
    const path = place === "" ? [] : place.split("."),
      found = place === "" ? body : at(body, place)
    if (!Array.isArray(found)) return found === undefined ? [] : [inJson(message, body, path)]
    return found.map((_, i) => inJson(message, body, [...path, String(i)]))
  })
}

/** others are values that could stand in place of one. */
export const others = (value: unknown): ReadonlyArray<unknown> => [
  ...(typeof value === "number" ? [value + 1, value / 2] : []),
  ...(typeof value === "boolean" ? [!value] : []),
  ...(typeof value === "string"
    ? [String(Number(value) + 1), "false", `${value}x`, "enter", "2026-06-02T00:00:00Z", "SOURCE_GPS", "9,9"]
    : []),
  ...(Array.isArray(value) ? [["another"]] : []),
  ...(isObject(value) ? [{ ...value, another: 1 }] : []),
  DROP
]

/** leavesOf are the paths of what is no object and no list. */
export const leavesOf = (value: unknown, path: string): ReadonlyArray<string> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, each]) => leavesOf(each, `${path}.${name}`))
    : [path]
