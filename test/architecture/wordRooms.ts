// Which rooms of words each page of the console reads, and which it loads, from its sources. Pure: text in, names out.
import { posix } from "node:path"
import { comments, imports as importPattern } from "./consoleKeys.ts"
import { childrenOf, isNode, lineOf, type Node, parseSource } from "./syntaxTree.ts"

const LANGUAGE = "src/words/language.ts"
const ENTRY = "src/console/main.tsx"

/** PageRooms are the rooms of a page: those that its modules read, and those that its route loads. */
export interface PageRooms {
  readonly page: string
  readonly reads: ReadonlySet<string>
  readonly loads: ReadonlySet<string>
}

interface Module {
  readonly reads: ReadonlyArray<string>
  readonly loads: ReadonlyArray<string>
  readonly imports: ReadonlyArray<string>
  readonly lazy: ReadonlyArray<string>
}

const all = (text: string, pattern: RegExp): ReadonlyArray<string> =>
  [...text.matchAll(pattern)].map((match) => match[1]!)

/** Returns the rooms that calls of `loadWords` in a text name. */
const loadsIn = (text: string): ReadonlyArray<string> =>
  all(text, /\bloadWords\(([^)]*)\)/g).flatMap((list) => all(list, /"(\w+)"/g))

const moduleOf = (path: string, source: string): Module => {
  const text = source.replaceAll(comments, "")
  const resolve = (target: string) => posix.join(posix.dirname(path), target)
  const targets = [...text.matchAll(importPattern)]
  const imports = targets.flatMap(([, , target]) => (target === undefined ? [] : [resolve(target)]))
  return {
    reads: imports.includes(LANGUAGE) ? all(text, /(?<![\w./"])words\.(\w+)/g) : [],
    loads: loadsIn(text),
    imports,
    lazy: targets.flatMap(([, , , target]) => (target === undefined ? [] : [resolve(target)]))
  }
}

const isRoutes = (path: string): boolean => /^src\/console\/\w*[rR]outes\.tsx$/.test(path)

/**
 * Returns the rooms that a module and all that it imports read. What is imported lazily counts, but for the
 * rooms that the importing module loads itself, and but for the pages, which are read one by one.
 */
const readsFrom = (modules: ReadonlyMap<string, Module>, from: string) => {
  const reads = new Set<string>()
  const walk = (path: string, seen: Set<string>, loaded: ReadonlySet<string>): void => {
    const module = modules.get(path)
    if (module === undefined || seen.has(path)) return
    seen.add(path)
    for (const room of module.reads) if (!loaded.has(room)) reads.add(room)
    for (const next of module.imports) walk(next, seen, loaded)
    if (isRoutes(path)) return
    for (const next of module.lazy) walk(next, new Set(), new Set([...loaded, ...module.loads]))
  }
  walk(from, new Set(), new Set())
  return reads
}

const routed = /createRoute\(\{(?:(?!createRoute)[\s\S])*?import\("(\.[^"]+)"\)/g

/** pageRooms reads the rooms of every page, and first of the shell, from the sources of the console. */
export const pageRooms = (files: ReadonlyMap<string, string>): ReadonlyArray<PageRooms> => {
  const modules = new Map([...files].map(([path, text]) => [path, moduleOf(path, text)]))
  const parents = loadsIn(files.get("src/console/parentRoutes.tsx") ?? "")
  const ofShell = loadsIn(files.get(ENTRY) ?? "")
  const routes = [...files].filter(([path]) => isRoutes(path))
  return [
    {
      page: ENTRY,
      reads: readsFrom(modules, ENTRY),
      loads: new Set([...ofShell, ...parents])
    },
    ...routes.flatMap(([, text]) =>
      [...text.matchAll(routed)].map(([route, file]) => {
        const page = posix.join("src/console", file!)
        return {
          page,
          reads: readsFrom(modules, page),
          loads: new Set([...ofShell, ...loadsIn(route)])
        }
      })
    )
  ]
}

const readsWords = (node: Node): boolean =>
  node.type === "MemberExpression" &&
  isNode(node["object"]) &&
  node["object"].type === "Identifier" &&
  node["object"]["name"] === "words"

/** Returns the lines of a module that read words when it is evaluated, before they are loaded. */
export const earlyReads = (path: string, source: string): ReadonlyArray<string> => {
  if (!source.includes("words/language.ts")) return []
  const found: Array<string> = []
  const visit = (node: Node): void => {
    if (/Function/.test(node.type)) return
    if (readsWords(node)) found.push(`${path}:${lineOf(node, source)}`)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parseSource(path, source))
  return found
}
