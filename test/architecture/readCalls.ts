// Reads which operations of the API a source of the console calls: `call("POST", "/devices/", …)`. Method and path
// are literals, or a choice between literals; anything else is told, so that no call is missed.
import { childrenOf, isNode, lineOf, type Node, parseSource } from "./syntaxTree.ts"

/** OperationCall is a call that a source makes: `POST /devices`, with `:names`. */
export interface OperationCall {
  readonly operation: string
  readonly line: number
}

/** CallsRead are the calls of a source, and the lines whose method or path cannot be read. */
export interface CallsRead {
  readonly calls: ReadonlyArray<OperationCall>
  readonly unread: ReadonlyArray<number>
}

/** The texts that an expression may be; null: it is not read. */
const textsOf = (node: unknown): ReadonlyArray<string> | null => {
  if (!isNode(node)) return null
  if (node.type === "Literal") return typeof node["value"] === "string" ? [node["value"]] : null
  if (node.type !== "ConditionalExpression") return null
  const [yes, no] = [textsOf(node["consequent"]), textsOf(node["alternate"])]
  return yes === null || no === null ? null : [...yes, ...no]
}

/** What is called by its method and path; `callLines` is of POST alone. */
const CALLERS: ReadonlyArray<string> = ["call", "callEdited"]
const LINES = "callLines"

const calleeOf = ({ callee }: Node): string =>
  isNode(callee) && callee.type === "Identifier" ? String(callee["name"]) : ""

/** readCalls gives the operations that `text` calls. Throws on a syntax error. */
export const readCalls = (path: string, text: string): CallsRead => {
  const calls: Array<OperationCall> = []
  const unread: Array<number> = []
  const visit = (node: Node): void => {
    const callee = node.type === "CallExpression" ? calleeOf(node) : ""
    if (CALLERS.includes(callee) || callee === LINES) {
      const given = (Array.isArray(node["arguments"]) ? node["arguments"] : []).filter(isNode)
      const methods = callee === LINES ? ["POST"] : textsOf(given[0])
      const paths = textsOf(given[callee === LINES ? 0 : 1])
      const line = lineOf(node, text)
      if (methods === null || paths === null) unread.push(line)
      else
        for (const method of methods)
          for (const one of paths) calls.push({ operation: `${method} ${one.replace(/\/$/, "")}`, line })
    }
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parseSource(path, text))
  return { calls, unread }
}
