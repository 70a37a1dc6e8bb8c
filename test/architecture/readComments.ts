// Reads the comments of one TypeScript source, and which of its exports have a doc comment. No judgement here.
import { childrenOf, isNode, type Node, parseSource } from "./syntaxTree.ts"

/** A line that is a comment, or ends in one: its number, and the words of the comment on it. */
export interface CommentLine {
  readonly line: number
  readonly text: string
}

/** A name that a source exports by a declaration, and whether a doc comment stands before it. */
export interface ExportedName {
  readonly name: string
  readonly line: number
  readonly documented: boolean
}

export interface CommentReading {
  readonly comments: ReadonlyArray<CommentLine>
  readonly exports: ReadonlyArray<ExportedName>
  /** constants of the whole file in capitals */
  readonly constants: ReadonlyArray<Omit<ExportedName, "documented">>
}

/** Nodes whose text may hold what looks like a comment. */
const QUOTING_TYPES = new Set(["Literal", "TemplateElement", "JSXText"])

const quoted = (node: Node): ReadonlyArray<readonly [number, number]> =>
  QUOTING_TYPES.has(node.type) ? [[node.start, node.end]] : childrenOf(node).flatMap((child) => quoted(child))

/** The text with each literal blanked, so that every offset stays where it was. */
const withoutQuotes = (text: string, program: Node): string => {
  let rest = ""
  let from = 0
  for (const [start, end] of quoted(program).toSorted((a, b) => a[0] - b[0])) {
    rest += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, "_")
    from = end
  }
  return rest + text.slice(from)
}

/** Makes a function from an offset of the text to its line, from 1 on; a search in the offsets of line ends. */
const makeLineAt = (text: string) => {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (offset: number): number => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

const commentPattern = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g

const namesOf = (declaration: Node): ReadonlyArray<string> => {
  const declared = Array.isArray(declaration["declarations"]) ? declaration["declarations"] : [declaration]
  return declared
    .filter(isNode)
    .flatMap(({ id }) => (isNode(id) && id.type === "Identifier" ? [String(id["name"])] : []))
}

/** Reads the comments, exports and constants of a source; `path` says whether it may hold JSX. */
export const readComments = (path: string, text: string): CommentReading => {
  const program = parseSource(path, text)
  const bare = withoutQuotes(text, program)
  const lineAt = makeLineAt(text)
  const found = [...bare.matchAll(commentPattern)].map(({ 0: matched, index }) => ({
    start: index,
    end: index + matched.length,
    text: text.slice(index, index + matched.length)
  }))
  const docEnds = found.filter((comment) => comment.text.startsWith("/**")).map(({ end }) => end)
  const comments = found.flatMap((comment) =>
    comment.text.split("\n").map((words, at) => ({ line: lineAt(comment.start) + at, text: words.trim() }))
  )
  const statements = (program["body"] as ReadonlyArray<unknown>).filter(isNode)
  const exports = new Map<string, ExportedName>()
  const constants: Array<Omit<ExportedName, "documented">> = []
  for (const statement of statements) {
    const isExport = statement.type.startsWith("Export") && isNode(statement["declaration"])
    const declaration = isExport ? (statement["declaration"] as Node) : statement
    for (const name of namesOf(declaration)) {
      const line = lineAt(statement.start)
      if (declaration.type === "VariableDeclaration" && /^[A-Z][A-Z0-9_]+$/.test(name))
        constants.push({ name, line })
      if (!isExport) continue
      const documented = docEnds.some(
        (end) => end <= statement.start && bare.slice(end, statement.start).trim() === ""
      )
      exports.set(name, { name, line, documented: documented || exports.get(name)?.documented === true })
    }
  }
  return { comments, exports: [...exports.values()], constants }
}
