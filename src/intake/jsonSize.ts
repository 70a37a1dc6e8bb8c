// How much JSON text holds, found before anything is built from it: what is parsed takes many times the room
// of its text where that is made of small values, such as nine million empty objects in a request.

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const NEWLINE = 10

/** What text of JSON holds; of text that is none, what it would. */
export interface JsonSize {
  /** of the array that the text is; 0: it is none */
  readonly items: number
  /** commas and ends of lines outside of texts: there are about as many values */
  readonly pieces: number
}

/** Counts in one pass. */
export const sizeOf = (text: string): JsonSize => {
  const inArray = text.trimStart().startsWith("[")
  let depth = 0,
    inString = false,
    items = 0,
    pieces = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === COMMA || code === NEWLINE) {
      pieces++
      if (inArray && depth === 1 && code === COMMA) items++
    } else if ((code | 32) === 123) depth++ // [ or {
    else if ((code | 32) === 125) depth-- // ] or }
  }
  return { items: inArray ? items + 1 : 0, pieces }
}
