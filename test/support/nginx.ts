// Reads a configuration file of nginx: directives with words, and those with a block of others.

export interface Directive {
  readonly name: string
  readonly words: ReadonlyArray<string>
  /** null: it ends with a semicolon */
  readonly block: ReadonlyArray<Directive> | null
}

const tokenFormat = /\s+|#[^\n]*|"([^"]*)"|'([^']*)'|([{};])|((?:\$\{\w+\}|[^\s{};"'#])+)/gy

const tokensOf = (text: string): ReadonlyArray<{ readonly word: string; readonly isMark: boolean }> => {
  const tokens: Array<{ readonly word: string; readonly isMark: boolean }> = []
  let end = 0
  for (const [whole, double, single, mark, word] of text.matchAll(tokenFormat)) {
    end += whole.length
    const found = double ?? single ?? mark ?? word
    if (found !== undefined) tokens.push({ word: found, isMark: mark !== undefined })
  }
  if (end !== text.length) throw new Error(`nginx would not read: ${text.slice(end, end + 40)}`)
  return tokens
}

/** Reads a file; throws where a block or a directive does not end. */
export const parseNginx = (text: string): ReadonlyArray<Directive> => {
  const tokens = tokensOf(text)
  let at = 0
  const readBlock = (isInner: boolean): ReadonlyArray<Directive> => {
    const directives: Array<Directive> = []
    let words: Array<string> = []
    for (;;) {
      const token = tokens[at++]
      if (token === undefined) {
        if (isInner || words.length > 0) throw new Error(`it ends within ${words.join(" ")}`)
        return directives
      }
      if (!token.isMark) words.push(token.word)
      else if (token.word === "}") {
        if (!isInner || words.length > 0) throw new Error(`a block ends within ${words.join(" ")}`)
        return directives
      } else {
        const [name, ...rest] = words
        if (name === undefined) throw new Error(`${token.word} without a name before it`)
        directives.push({ name, words: rest, block: token.word === "{" ? readBlock(true) : null })
        words = []
      }
    }
  }
  return readBlock(false)
}

/** Returns the directives of a name in a block. */
export const named = (block: ReadonlyArray<Directive> | null, name: string): ReadonlyArray<Directive> =>
  (block ?? []).filter((directive) => directive.name === name)
