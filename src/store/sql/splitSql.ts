// Cuts a .sql file into statements, because the driver takes one at a time. It knows where SQL hides a
// semicolon (strings, quoted names, dollar quotes, comments) and nothing else; `begin atomic` bodies are not
// supported, dollar quotes are.

const LINE_COMMENT = /--[^\n]*/y
const SPACE = /\s+/y
/** What is left open runs to the end, so that the server, not this file, complains. */
const WHOLE = [
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

/** Block comments nest. An unclosed one runs to the end. */
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
  matchAt(SPACE, text, at) || matchAt(LINE_COMMENT, text, at) || blockComment(text, at)

/** The length of what cannot be cut; 1 for a character that stands for itself. */
const whole = (text: string, at: number): number => {
  for (const pattern of WHOLE) {
    const length = matchAt(pattern, text, at)
    if (length > 0) return length
  }
  return 1
}

/** The statements of `text` in order, without their semicolon, and without comments before them. */
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
