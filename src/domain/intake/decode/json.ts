// JSON as adapters meet it: text that may be none, that may be too deep or too much, that may say something
// twice, members that may be of any type. Nothing here throws.
//
// Members that an object has twice: `JSON.parse` keeps the last and says nothing, so which of two positions
// is stored would be an accident of who reads. They are looked for in text that has been parsed: it is JSON,
// and not nested deeper than may be.
import { Result } from "effect"
import { isObject, type JsonObject } from "../../isObject.ts"
import { memberAt } from "../../jsonPointer.ts"
import { type Refusal, refuse } from "../Report.ts"
import { readIdentity } from "../scalars/readIdentity.ts"

const QUOTE_CODE = 34
const BACKSLASH_CODE = 92
const OPEN_BRACE_CODE = 123
const CLOSE_BRACE_CODE = 125
const OPEN_BRACKET_CODE = 91
const CLOSE_BRACKET_CODE = 93
const COMMA_CODE = 44
const NEWLINE_CODE = 10

/**
 * A container on the way down: the names an object has so far, or null for an array; `at` is the last name,
 * or the place.
 */
interface Frame {
  readonly names: Set<string> | null
  at: string | number
}

/**
 * `item`: the place among the items of an array, 0 where there is none. `pointer`: a JSON Pointer from the
 * item on.
 */
interface DuplicateMember {
  readonly item: number
  readonly pointer: string
  readonly name: string
}

const pointerOf = (frames: ReadonlyArray<Frame>): string =>
  frames.reduce((pointer, { at }) => memberAt(pointer, String(at)), "")

/**
 * Returns the index of the quote that ends the string which begins at `from`; where none does, that of the
 * text's end.
 */
const endOf = (text: string, from: number): number => {
  for (let valueAt = text.indexOf('"', from + 1); valueAt >= 0; valueAt = text.indexOf('"', valueAt + 1)) {
    let before = valueAt - 1
    while (text.charCodeAt(before) === BACKSLASH_CODE) before--
    if ((valueAt - before) % 2 === 1) return valueAt
  }
  return text.length
}

/** Members of all objects in a value. */
const membersOf = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) count += membersOf(item)
    return count
  }
  for (const name in value) count += 1 + membersOf((value as Record<string, unknown>)[name])
  return count
}

/**
 * Whether a text has as many names as its value has members: none is there twice then. Only quotes with a
 * colon behind them are counted, which texts may also be; so a yes is sure, and a no says nothing. Far
 * quicker than to look at every character.
 */
const isCounted = (text: string, value: unknown): boolean => {
  if (text.includes(" :") || text.includes("\t:") || text.includes("\n:") || text.includes("\r:"))
    return false
  let names = 0
  for (let at = text.indexOf('":'); at >= 0; at = text.indexOf('":', at + 2)) {
    if (text.charCodeAt(at - 1) === BACKSLASH_CODE) return false
    names++
  }
  return names === membersOf(value)
}

/** Returns the first member of each item that is there twice; `value`: what was parsed from the text. */
export const duplicateMembers = (text: string, value: unknown): ReadonlyArray<DuplicateMember> =>
  isCounted(text, value) ? [] : search(text)

/** Character by character. */
const search = (text: string): ReadonlyArray<DuplicateMember> => {
  const frames: Array<Frame> = [],
    found = new Map<number, DuplicateMember>()
  let isName = false // the next string is the name of a member
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE_CODE) {
      const end = endOf(text, at),
        frame = frames.at(-1)
      if (isName && frame !== undefined && frame.names !== null) {
        const raw = text.slice(at + 1, end),
          name = raw.includes("\\") ? String(JSON.parse(text.slice(at, end + 1))) : raw
        frame.at = name
        if (frame.names.has(name)) {
          const [first] = frames,
            inList = first!.names === null,
            item = inList ? Number(first!.at) : 0
          if (!found.has(item))
            found.set(item, { item, name, pointer: pointerOf(inList ? frames.slice(1) : frames) })
        }
        frame.names.add(name)
        isName = false
      }
      at = end
    } else if (code === OPEN_BRACE_CODE || code === OPEN_BRACKET_CODE) {
      frames.push({ names: code === OPEN_BRACE_CODE ? new Set() : null, at: 0 })
      isName = code === OPEN_BRACE_CODE
    } else if (code === CLOSE_BRACE_CODE || code === CLOSE_BRACKET_CODE) {
      frames.pop()
      isName = false
    } else if (code === COMMA_CODE) {
      const frame = frames.at(-1)!
      isName = frame.names !== null
      if (frame.names === null) frame.at = Number(frame.at) + 1
    }
  }
  return [...found.values()]
}

/** Returns the fault of a duplicate member in words. */
export const duplicateDetail = ({ name }: Pick<DuplicateMember, "name">): string =>
  `the member ${JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name)} is there twice`

/** JsonSize measures a JSON text. Text that is not JSON is counted in the same way. */
interface JsonSize {
  /** how deep objects and arrays lie within each other */
  readonly depth: number
  /** of the array that the text is; 0: it is none */
  readonly items: number
  /** commas and ends of lines outside of texts: there are about as many values */
  readonly pieces: number
}

/**
 * Looks through text in one pass, before anything is built from it: what is parsed takes many times the room
 * of its text where that is made of small values, such as nine million empty objects in a request.
 */
export const sizeOf = (text: string): JsonSize => {
  const inArray = text.trimStart().startsWith("[")
  let deepest = 0,
    depth = 0,
    items = 0,
    pieces = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE_CODE) at = endOf(text, at)
    else if (code === COMMA_CODE || code === NEWLINE_CODE) {
      pieces++
      if (inArray && depth === 1 && code === COMMA_CODE) items++
    } else if ((code | 32) === OPEN_BRACE_CODE) {
      // [ or {
      if (++depth > deepest) deepest = depth
    } else if ((code | 32) === CLOSE_BRACE_CODE) depth-- // ] or }
  }
  return { depth: deepest, items: inArray ? items + 1 : 0, pieces }
}

/** Returns the value of the text, or its fault. */
export const parse = (text: string): Result.Result<unknown, string> => {
  try {
    return Result.succeed(JSON.parse(text) as unknown)
  } catch (error) {
    return Result.fail(error instanceof Error ? error.message : "not JSON")
  }
}

/** The same for a message that has to be JSON, and says everything once. */
export const parseBody = (body: string): Result.Result<unknown, Refusal> => {
  const parsed = parse(body)
  if (Result.isFailure(parsed)) return Result.fail(refuse("PAYLOAD_DECODE_FAILED", "", parsed.failure))
  const [first] = duplicateMembers(body, parsed.success)
  return first === undefined
    ? Result.succeed(parsed.success)
    : Result.fail(refuse("PAYLOAD_DECODE_FAILED", first.pointer, duplicateDetail(first)))
}

/**
 * Returns the member at a path of names joined by dots, its own and never an inherited one; undefined: there
 * is none.
 */
export const at = (value: unknown, path: string): unknown => {
  let found = value
  for (const name of path.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as JsonObject)[name]
  }
  return found
}

/** Returns the object at a path, an empty one where there is none. */
export const objectAt = (value: unknown, path: string): JsonObject => {
  const found = at(value, path)
  return isObject(found) ? found : {}
}

/** Returns the text at a path that is not empty. */
export const textAt = (value: unknown, path: string): string | undefined => {
  const found = at(value, path)
  return typeof found === "string" && found !== "" ? found : undefined
}

/** Returns a device's name at a path, a text or a whole number; undefined: there is none. */
export const identityAt = (value: unknown, path: string): string | undefined =>
  readIdentity(at(value, path)) ?? undefined

/** Returns the name of a device at a path, cut to the length of a name; undefined if there is none. */
export const nameAt = (value: unknown, path: string): string | undefined => {
  const name = textAt(value, path)
    ?.replaceAll(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, 200)
    .toWellFormed()
  return name === "" ? undefined : name
}

/**
 * Returns a number times a factor, to 12 significant digits; anything else as it is, for the check of items
 * to refuse.
 */
export const multiplied = (value: unknown, factor: number): unknown =>
  typeof value === "number" ? Number((value * factor).toPrecision(12)) : value

/** Returns the object without the members that are undefined or null: an item's member that is not there. */
export const withoutAbsent = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null))

/** Returns the object, or undefined if it is empty. */
export const unlessEmpty = (members: JsonObject): JsonObject | undefined =>
  Object.keys(members).length === 0 ? undefined : members
