// Splits a .sql file into statements, because the driver accepts one at a time. It knows where a semicolon is
// no end (strings, quoted names, dollar quotes, comments) and nothing else; `begin atomic` bodies are not
// supported, dollar quotes are.

const LINE_COMMENT_PATTERN = /--[^\n]*/y
const SPACE_PATTERN = /\s+/y
/**
 * ATOMIC_TOKENS are the tokens that cannot be split. An unclosed one runs to the end, so that the server
 * reports it, and not this file.
 */
const ATOMIC_TOKENS = [
  /[eE]'(?:[^'\\]|\\[\s\S]?|'')*(?:'|$)/y, // E'it\'s'
  /'(?:[^']+|'')*(?:'|$)/y,
  /"(?:[^"]+|"")*(?:"|$)/y,
  /\$((?:[A-Za-z_]\w*)?)\$[\s\S]*?(?:\$\1\$|$)/y,
  /[A-Za-z_][\w$]*/y // a word: the $ of a$b$ opens nothing
]

const matchAt = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

/** Returns the end of a block comment, which may nest. An unclosed one runs to the end. */
const blockComment = (text: string, at: number): number => {
  if (!text.startsWith("/*", at)) return 0
  let depth = 0
  for (let i = at; i < text.length; i += 1) {
    if (text.startsWith("/*", i)) {
      depth += 1
      i += 1
    } else if (text.startsWith("*/", i)) {
      depth -= 1
      i += 1
      if (depth === 0) return i + 1 - at
    }
  }
  return text.length - at
}

const blank = (text: string, at: number): number =>
  matchAt(SPACE_PATTERN, text, at) || matchAt(LINE_COMMENT_PATTERN, text, at) || blockComment(text, at)

/** Returns the length of the token at a place; 1 for a character that stands for itself. */
const whole = (text: string, at: number): number => {
  for (const pattern of ATOMIC_TOKENS) {
    const length = matchAt(pattern, text, at)
    if (length > 0) return length
  }
  return 1
}

/** Returns the statements of `text` in order, without their semicolon, and without comments before them. */
export const splitSql = (text: string): Array<string> => {
  const statements: Array<string> = []
  let start: number | null = null
  let end = 0
  for (let at = 0; at < text.length;) {
    const skipped = blank(text, at)
    if (skipped > 0) {
      at += skipped
      continue
    }
    if (text[at] === ";") {
      if (start !== null) statements.push(text.slice(start, end))
      start = null
      at += 1
      continue
    }
    start ??= at
    at += whole(text, at)
    end = at
  }
  if (start !== null) statements.push(text.slice(start, end))
  return statements
}
