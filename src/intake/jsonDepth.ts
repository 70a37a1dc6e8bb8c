// How deep JSON text is nested, found before anything is built from it. One pass and nothing remembered:
// ingest bodies are large.

const QUOTE = 34
const BACKSLASH = 92

/** Whether objects and arrays lie more than `limit` deep within each other; safe on text that is not JSON. */
export const isDeeperThan = (text: string, limit: number): boolean => {
  let depth = 0,
    inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if ((code | 32) === 123) {
      // [ or {
      if (++depth > limit) return true
    } else if ((code | 32) === 125) depth-- // ] or }
  }
  return false
}
