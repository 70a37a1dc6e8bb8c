// Finds what JSON text may not contain before anything is built from it: too deep nesting, too many values,
// and the characters that PostgreSQL's jsonb and text refuse (NUL, lone surrogates). Whether the text is JSON
// at all is left to the parser.
import { memberAt } from "../../domain/jsonPointer.ts"

/** `JsonLimits` bounds JSON: `depth` of nested objects and arrays, and `nodes`, the values and members in all. */
export interface JsonLimits {
  readonly depth: number
  readonly nodes: number
}

/** `JsonIssue` is one broken rule and its place, a JSON Pointer. */
interface JsonIssue {
  readonly pointer: string
  readonly code: "TOO_DEEP" | "TOO_MANY_VALUES" | "NUL_CHARACTER" | "LONE_SURROGATE" | "DUPLICATE_MEMBER"
  readonly detail: string
}

const QUOTE_CODE = 34
const BACKSLASH_CODE = 92
const OPENING_CODES = new Set([91, 123])
const CLOSING_CODES = new Set([93, 125])
const COMMA_CODE = 44
const COLON_CODE = 58
const BRACE_CODE = 123

/** Returns the index after the string that begins at `from`; the length of the text if the string never ends. */
const skipString = (text: string, from: number): number => {
  let at = from + 1
  for (;;) {
    const end = text.indexOf('"', at)
    if (end === -1) return text.length
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH_CODE) slashes++
    if (slashes % 2 === 0) return end + 1
    at = end + 1
  }
}

/** `Frame` is one open container: the members of an object so far, or the index in an array. */
interface Frame {
  readonly members: Set<string> | null
  key: string
  index: number
}

const pointerOf = (frames: ReadonlyArray<Frame>): string =>
  frames.reduce((pointer, f) => memberAt(pointer, f.members === null ? String(f.index) : f.key), "")

/** Returns the string between `from` and `to`, quotes included; null if it is no valid string. */
const unquote = (text: string, from: number, to: number): string | null => {
  const raw = text.slice(from + 1, to - 1)
  if (!raw.includes("\\")) return raw
  try {
    return String(JSON.parse(text.slice(from, to)))
  } catch {
    return null
  }
}

const textIssue = (value: string): Pick<JsonIssue, "code" | "detail"> | null => {
  if (value.includes("\0"))
    return { code: "NUL_CHARACTER", detail: "A text must not contain the character NUL." }
  return value.isWellFormed()
    ? null
    : { code: "LONE_SURROGATE", detail: "A text must not contain half a surrogate pair." }
}

/**
 * Returns the first rule that the text breaks, or null. It runs in linear time without recursion, and is safe
 * on text that is not JSON.
 */
export const inspectJson = (text: string, limits: JsonLimits): JsonIssue | null => {
  const frames: Array<Frame> = []
  let nodes = 0
  let keyNext = false // the next string is a member's name
  let escape = -1 // the next backslash, looked for once
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at)
    if (code === QUOTE_CODE) {
      const end = skipString(text, at)
      const frame = frames.at(-1)
      const name = keyNext && frame?.members ? frame : null
      if (escape < at) escape = text.indexOf("\\", at) >>> 0 // none: the largest number
      const value = name !== null || escape < end ? unquote(text, at, end) : null
      if (value !== null) {
        if (name !== null) name.key = value
        const wrong = textIssue(value)
        if (wrong !== null)
          return { pointer: pointerOf(name === null ? frames : frames.slice(0, -1)), ...wrong }
        if (name?.members?.has(value) === true)
          return {
            pointer: pointerOf(frames),
            code: "DUPLICATE_MEMBER",
            detail: `The member ${JSON.stringify(value.slice(0, 100))} is there twice.`
          }
        name?.members?.add(value)
      }
      at = end
      continue
    }
    if (OPENING_CODES.has(code)) {
      frames.push({ members: code === BRACE_CODE ? new Set() : null, key: "", index: 0 })
      if (frames.length > limits.depth)
        return { pointer: "", code: "TOO_DEEP", detail: `JSON may be nested ${limits.depth} levels deep.` }
      keyNext = code === BRACE_CODE
      nodes++
    } else if (CLOSING_CODES.has(code)) {
      frames.pop()
      keyNext = false
    } else if (code === COMMA_CODE) {
      const frame = frames.at(-1)
      if (frame !== undefined) frame.index++
      keyNext = frame !== undefined && frame.members !== null
      nodes++
    } else if (code === COLON_CODE) keyNext = false
    if (nodes > limits.nodes)
      return { pointer: "", code: "TOO_MANY_VALUES", detail: `The body may hold ${limits.nodes} values.` }
    at++
  }
  return null
}
