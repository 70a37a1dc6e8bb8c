// A rule document as plain JSON, as the editor changes it. The server decides whether it is valid and what it means.
import { stepsOf } from "../../../domain/jsonPointer.ts"

/** Json is any JSON value. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject
/** JsonObject is a JSON object. */
export interface JsonObject {
  readonly [member: string]: Json
}

/** isObject tells whether a value is a JSON object. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Order of members in the text, outermost first; other members follow in their original order. */
const MEMBER_ORDER = [
  "schema_version",
  "trigger",
  "scope",
  "conditions",
  "for_seconds",
  "cooldown_seconds",
  "max_gap_seconds",
  "event",
  "type",
  "kind",
  "event_type",
  "severity",
  "title",
  "description",
  "create_alert",
  "metric",
  "aggregate",
  "seconds",
  "op",
  "value",
  "min_samples",
  "relation"
]
const rank = (member: string): number => {
  const at = MEMBER_ORDER.indexOf(member)
  return at < 0 ? MEMBER_ORDER.length : at
}

const ordered = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, one]) => [key, ordered(one)] as const)
      .sort(([a], [b]) => rank(a) - rank(b))
  )
}

/** pretty formats a document with its members in a fixed order. */
export const pretty = (document: JsonObject): string => JSON.stringify(ordered(document), null, 2)

const sorted = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, one]) => [key, sorted(one)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1))
  )
}

/** isSame compares two documents, ignoring the order of members. */
export const isSame = (a: Json, b: Json): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

/** at returns the value at a JSON Pointer; undefined: none. */
export const at = (value: Json, pointer: string): Json | undefined => {
  let found: Json | undefined = value
  for (const step of stepsOf(pointer)) {
    if (Array.isArray(found)) found = (found as ReadonlyArray<Json>)[Number(step)]
    else if (isObject(found)) found = found[step]
    else return undefined
  }
  return found
}

const put = (
  value: Json | undefined,
  steps: ReadonlyArray<string>,
  to: Json | undefined
): Json | undefined => {
  const [step, ...rest] = steps
  if (step === undefined) return to
  if (Array.isArray(value)) {
    const list: ReadonlyArray<Json> = value
    const next = put(list[Number(step)], rest, to)
    return next === undefined
      ? list.filter((_, i) => i !== Number(step))
      : list.map((one, i) => (i === Number(step) ? next : one))
  }
  const members = isObject(value) ? value : {}
  const next = put(members[step], rest, to)
  const { [step]: _, ...others } = members
  return next === undefined ? others : { ...members, [step]: next }
}

/** withAt returns the document with another value at a pointer; undefined removes the member or list item. */
export const withAt = (document: JsonObject, pointer: string, to: Json | undefined): JsonObject => {
  const changed = put(document, stepsOf(pointer), to)
  return isObject(changed) ? changed : {}
}

/** Leaf is a condition that is not a list, with its pointer. */
interface Leaf {
  readonly pointer: string
  readonly condition: JsonObject
}

const isLeaf = (node: Json | undefined): node is JsonObject =>
  isObject(node) && typeof node["type"] === "string"

/**
 * leavesOf returns the conditions that the form can show: a single one, or one `all` list (specification
 * 2.1); null: any other structure, which is edited as JSON.
 */
export const leavesOf = (document: JsonObject): ReadonlyArray<Leaf> | null => {
  const root = document["conditions"]
  if (isLeaf(root)) return [{ pointer: "/conditions", condition: root }]
  if (!isObject(root) || Object.keys(root).length !== 1) return null
  const list = root["all"]
  if (!Array.isArray(list)) return null
  const leaves: Array<Leaf> = []
  for (const [i, one] of (list as ReadonlyArray<Json>).entries()) {
    if (!isLeaf(one)) return null
    leaves.push({ pointer: `/conditions/all/${i}`, condition: one })
  }
  return leaves
}

/** withLeaves returns the document with these conditions: a single one, or one `all` list. */
export const withLeaves = (document: JsonObject, conditions: ReadonlyArray<JsonObject>): JsonObject => {
  const [only] = conditions
  return {
    ...document,
    conditions: conditions.length === 1 && only !== undefined ? only : { all: conditions }
  }
}

const COMPARING: ReadonlySet<unknown> = new Set(["threshold", "window"])

/** Limit is a condition that compares a value with a number. */
export interface Limit {
  readonly pointer: string
  /** key of its series in a test result */
  readonly series: string
  readonly metric: string
  readonly op: string
  readonly value: number
}

const wordOf = (value: Json | undefined): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "?"

const limitOf = (pointer: string, c: JsonObject): Limit | null => {
  const { aggregate, metric, op, seconds, type, value } = c
  if (!COMPARING.has(type) || typeof value !== "number" || typeof metric !== "string") return null
  if (typeof op !== "string") return null
  const series = type === "window" ? `${wordOf(aggregate)}(${metric}, ${wordOf(seconds)} s)` : metric
  return { pointer, series, metric, op, value }
}

const limitsBelow = (node: Json | undefined, pointer: string): ReadonlyArray<Limit> => {
  if (!isObject(node)) return []
  if (typeof node["type"] === "string") {
    const one = limitOf(pointer, node)
    return one === null ? [] : [one]
  }
  if (node["not"] !== undefined) return limitsBelow(node["not"], `${pointer}/not`)
  const key = node["all"] === undefined ? "any" : "all"
  const list = node[key]
  if (!Array.isArray(list)) return []
  return (list as ReadonlyArray<Json>).flatMap((one, i) => limitsBelow(one, `${pointer}/${key}/${i}`))
}

/** limitsOf returns the limits of a document in order, at any depth. */
export const limitsOf = (document: JsonObject): ReadonlyArray<Limit> =>
  limitsBelow(document["conditions"], "/conditions")
