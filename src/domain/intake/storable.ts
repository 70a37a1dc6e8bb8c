// What PostgreSQL can keep of JSON: neither NUL nor half of a surrogate pair. One such character would fail
// the whole statement.
import { memberAt } from "../jsonPointer.ts"

// A backslash pair is taken first, so that the text `\\u0000` (a backslash, then u0000) is left alone.
const escapes = /\\(?:\\|u0000|u[dD][89a-fA-F][0-9a-fA-F]{2})/g

/**
 * Whether a JSON text may hold a character that cannot be stored; never false when it does. In text that was
 * decoded strictly such characters only come as escapes, so nearly every body is cleared by one search.
 */
export const isSuspect = (json: string): boolean => json.includes("\\u")

/** JSON text written by JSON.stringify with what cannot be stored replaced by U+FFFD. */
export const replaceUnstorable = (json: string): string =>
  isSuspect(json) ? json.replace(escapes, (escape) => (escape === "\\\\" ? escape : "\\ufffd")) : json

const canStore = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

/**
 * Finds the place of the first text, member names included, that cannot be stored, as a JSON Pointer; null:
 * there is none.
 */
export const findUnstorable = (value: unknown, pointer = ""): string | null => {
  if (typeof value === "string") return canStore(value) ? null : pointer
  if (value === null || typeof value !== "object") return null
  for (const [key, member] of Object.entries(value)) {
    const found = canStore(key) ? findUnstorable(member, memberAt(pointer, key)) : pointer
    if (found !== null) return found
  }
  return null
}

/** Text with what cannot be stored replaced by U+FFFD. */
export const replaceUnstorableText = (text: string): string => text.toWellFormed().replaceAll("\0", "\ufffd")
