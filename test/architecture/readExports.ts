// Reads which names one TypeScript source exports, and which names it takes from which module. No judgement here.
import { parseAst } from "vitest/node"

/** An export of a source; `default` is the name of a default export. */
export interface Export {
  readonly name: string
  readonly line: number
}

/** Names that a source takes from a module, as written; null: any of them, as with `import()` or `* as`. */
export interface Taken {
  readonly target: string
  readonly names: ReadonlyArray<string> | null
}

export interface ExportReading {
  readonly exports: ReadonlyArray<Export>
  readonly taken: ReadonlyArray<Taken>
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

const nodesIn = (value: unknown): ReadonlyArray<Node> =>
  (Array.isArray(value) ? value : [value]).filter(isNode)

/** The name of an identifier, or of a string that stands for one. */
const nameOf = (node: unknown): string => (isNode(node) ? String(node["name"] ?? node["value"]) : "")

/** Fields of a declaration or a pattern in which the names that it declares are. */
const DECLARING_FIELDS = ["declarations", "id", "properties", "elements", "value", "argument", "left"]

const declaredBy = (node: Node): ReadonlyArray<string> =>
  node.type === "Identifier"
    ? [nameOf(node)]
    : DECLARING_FIELDS.flatMap((field) => nodesIn(node[field]).flatMap(declaredBy))

const exportedBy = (statement: Node): ReadonlyArray<string> => {
  if (statement.type === "ExportDefaultDeclaration") return ["default"]
  if (statement.type !== "ExportNamedDeclaration") return []
  return [
    ...nodesIn(statement["declaration"]).flatMap(declaredBy),
    ...nodesIn(statement["specifiers"]).map((one) => nameOf(one["exported"]))
  ]
}

/** What a statement takes from its module; an import without names runs it, and takes any. */
const takenBy = (statement: Node): ReadonlyArray<Taken> => {
  const { source } = statement
  if (!isNode(source)) return []
  const specifiers = nodesIn(statement["specifiers"])
  const isWhole =
    specifiers.length === 0 || specifiers.some(({ type }) => type === "ImportNamespaceSpecifier")
  const names = specifiers.map((one) =>
    one.type === "ImportDefaultSpecifier" ? "default" : nameOf(one["imported"] ?? one["local"])
  )
  return [{ target: nameOf(source), names: isWhole ? null : names }]
}

/** `import("./a.ts")` of a value or a type, wherever it stands. */
const dynamicImport = /\bimport\(\s*"([^"]+)"/g

/** Reads a source; `path` says whether it may hold JSX. Throws on a syntax error. */
export const readExports = (path: string, text: string): ExportReading => {
  const program = parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }) as unknown as Node
  const statements = nodesIn(program["body"])
  return {
    exports: statements.flatMap((statement) => {
      const line = () => text.slice(0, statement.start).split("\n").length
      return exportedBy(statement).map((name) => ({ name, line: line() }))
    }),
    taken: [
      ...statements.flatMap(takenBy),
      ...[...text.matchAll(dynamicImport)].map(([, target = ""]) => ({ target, names: null }))
    ]
  }
}
