// Reads one TypeScript source with the parser of the test runner: what it imports, and which impure names it
// uses. No judgement here.
import { computed } from "./rooms.ts"
import { fieldsOf, isNode, lineOf, type Node, parseSource } from "./syntaxTree.ts"

/** One module that a source names, and whether only the type checker ever follows it. */
export interface Import {
  /** As written; some modules are split by name, so `{ Option } from "effect"` is `effect/Option`. */
  readonly target: string
  readonly typeOnly: boolean
  readonly line: number
}

/** A use of the clock, of chance or of the outside world. */
export interface Impurity {
  readonly name: string
  readonly line: number
}

export interface Reading {
  readonly imports: ReadonlyArray<Import>
  readonly impurities: ReadonlyArray<Impurity>
}

/** Globals that reach outside, each with the members that do not. */
const outside: Readonly<Record<string, ReadonlyArray<string>>> = {
  Date: ["UTC", "parse"],
  performance: [],
  crypto: [],
  process: [],
  fetch: [],
  setTimeout: [],
  setInterval: [],
  setImmediate: [],
  queueMicrotask: [],
  globalThis: [],
  eval: [],
  require: []
}

/** Members that are impure whatever they are taken from. */
const impureMembers = ["nowUnsafe"]

const nameOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined
  if (node.type === "Identifier") return String(node["name"])
  return node.type === "Literal" && typeof node["value"] === "string" ? node["value"] : undefined
}

/** Modules of which a room may be given some exports and not others. */
const parted = ["effect", "node:crypto", "suncalc"]

/** `{ A, b as c }` of a parted module is A and b of it; a namespace, `export *` or a side effect is all of it. */
const targets = (node: Node, specifier: string): ReadonlyArray<string> => {
  const named = (Array.isArray(node["specifiers"]) ? node["specifiers"] : []).filter(isNode)
  if (!parted.includes(specifier) || named.length === 0) return [specifier]
  return named.map((each) => {
    const name = nameOf(each.type === "ExportSpecifier" ? each["local"] : each["imported"])
    return name === undefined ? specifier : `${specifier}/${name}`
  })
}

/**
 * `new Date(time)` is that time. Without an argument it is now, and with several it asks for the machine's
 * zone.
 */
const isGivenTime = (node: Node): boolean => {
  const given = (Array.isArray(node["arguments"]) ? node["arguments"] : []).filter(isNode)
  return node.type === "NewExpression" && given.length === 1 && given[0]?.type !== "SpreadElement"
}

// The parser's names of types begin with TS; these few are values in a type's coat.
const valuesInTypes = [
  "TSAsExpression",
  "TSNonNullExpression",
  "TSSatisfiesExpression",
  "TSInstantiationExpression",
  "TSTypeAssertion"
]

const look = (path: string, text: string): Reading => {
  const imports: Array<Import> = []
  const impurities: Array<Impurity> = []
  const importing = (node: Node) => {
    const source = node["source"]
    const specifier = isNode(source) && source.type === "Literal" ? String(source["value"]) : computed
    const typeOnly =
      node.type === "TSImportType" || node["importKind"] === "type" || node["exportKind"] === "type"
    for (const target of targets(node, specifier))
      imports.push({ target, typeOnly, line: lineOf(node, text) })
  }

  const using = (node: Node, field: string, parent: Node) => {
    const name = nameOf(node)
    const isMember = parent.type === "MemberExpression" && field === "property"
    const isText = node.type === "Literal" && !isMember
    const isLabel = parent["computed"] !== true && (isMember || field === "key")
    if (name === undefined || isText) return
    const report = (found: string) => impurities.push({ name: found, line: lineOf(node, text) })
    if (impureMembers.includes(name)) return report(name)
    if (node.type === "Literal" || isLabel) return
    if (name === "Date" && field === "callee" && isGivenTime(parent)) return
    const member =
      parent.type === "MemberExpression" && field === "object" ? nameOf(parent["property"]) : undefined
    if (name === "Math" && (member === undefined || member === "random")) return report("Math.random")
    const harmless = Object.hasOwn(outside, name) ? outside[name] : undefined
    if (harmless === undefined || (member !== undefined && harmless.includes(member))) return
    report(
      member !== undefined
        ? `${name}.${member}`
        : parent.type === "NewExpression" && field === "callee"
          ? `new ${name}`
          : name
    )
  }

  const visit = (node: Node, inType: boolean) => {
    if (node["source"] !== undefined && node["source"] !== null) importing(node)
    for (const [field, child] of fieldsOf(node)) {
      const isType = child.type.startsWith("TS") ? !valuesInTypes.includes(child.type) : inType
      if (!isType && !/^(Import|Export)\w*Specifier$/.test(node.type)) using(child, field, node)
      visit(child, isType)
    }
  }

  visit(parseSource(path, text), false)
  return { imports, impurities }
}

/** By text: several tests look at all of the same files. */
const kept = new Map<string, Reading>()

/**
 * What `text` imports and which impure names it uses as values. Comments, strings and types never count.
 * Throws on a syntax error.
 */
export const readSource = (path: string, text: string): Reading => {
  const reading = kept.get(text) ?? look(path, text)
  kept.set(text, reading)
  return reading
}
