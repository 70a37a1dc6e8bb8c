// What the pages of the console ask the API, and which permissions they look for first, read from their sources.
// Pure: text in, names out. A declaration of `data` is followed alone, every other file as a whole.
import { posix } from "node:path"

const ROOM = "src/console/"
const DATA = `${ROOM}data/`

/** A file whose declarations are followed one by one. */
const isQuery = (path: string): boolean => path.startsWith(DATA) && !path.startsWith(`${DATA}api/`)

export interface Page {
  /** its address, as the router has it: `/p/$slug/rules` */
  readonly address: string
  /** every call that it may make: `GET /projects/:project_id/rules` */
  readonly calls: ReadonlySet<string>
  /** every key that is looked for before something is offered, or named to whoever lacks it */
  readonly keys: ReadonlySet<string>
  /** addresses of the pages that it leads to */
  readonly leads: ReadonlySet<string>
}

interface Part {
  readonly text: string
  /** parts that it uses */
  readonly uses: ReadonlyArray<string>
}

/** The imports of a module: names and target of a static one, or the target of a lazy one; no types. */
export const imports = /^import\s+(?!type\b)(?:([^"';]*?)\s+from\s+)?"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm
const declared = /^(?:export )?(?:async )?(?:const|function) (\w+)/gm

/** What is imported by name, without types. */
const namesOf = (clause: string): ReadonlyArray<string> =>
  (/\{([^}]*)\}/.exec(clause)?.[1] ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "" && !one.startsWith("type "))
    .map((one) => one.split(/\s+as\s+/)[0]!)

const used = (path: string, text: string): ReadonlyArray<string> =>
  [...text.matchAll(imports)].flatMap(([, clause = "", from, later]) => {
    const target = posix.join(posix.dirname(path), from ?? later ?? "")
    return isQuery(target) ? namesOf(clause).map((name) => `${target}#${name}`) : [target]
  })

/** The declarations of a file of `data`, each with those that it names. */
const declarations = (path: string, text: string): ReadonlyArray<readonly [string, Part]> => {
  const found = [...text.matchAll(declared)]
  const imported = used(path, text)
  const names = found.map(([, name]) => `${path}#${name}`)
  return found.map(({ index }, i) => {
    const body = text.slice(index, found[i + 1]?.index)
    const isNamed = (target: string) =>
      !target.includes("#") || new RegExp(`\\b${target.split("#")[1]}\\b`).test(body)
    return [names[i]!, { text: body, uses: [...imported, ...names].filter(isNamed) }] as const
  })
}

const partsOf = (files: ReadonlyMap<string, string>): ReadonlyMap<string, Part> =>
  new Map(
    [...files].flatMap(([path, text]) =>
      isQuery(path) ? declarations(path, text) : [[path, { text, uses: used(path, text) }] as const]
    )
  )

const reach = (parts: ReadonlyMap<string, Part>, from: string): ReadonlyArray<string> => {
  const found = new Set([from])
  for (const name of found) for (const next of parts.get(name)?.uses ?? []) found.add(next)
  return [...found].flatMap((name) => parts.get(name)?.text ?? [])
}

const matches = (texts: ReadonlyArray<string>, pattern: RegExp): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map((found) => found[1]!)))

/** `call("POST", ignored ? "/a" : "/b", …)` is two; what a path holds of values is a `*`. */
const callsOf = (texts: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\bcall(?:Edited)?\(\s*"([A-Z]+)",\s*([^,)]+)/g)].flatMap(([, method, path]) =>
        [...path!.matchAll(/["`](\/[^"`]*)["`]/g)].map(
          ([, one]) => `${method} ${one!.replaceAll(/\$\{[^}]*\}/g, "*").replace(/\/$/, "")}`
        )
      )
    )
  )

/** Comments, whose words would be taken for names; `//` of an address is in a text. */
export const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

const asked = /\b(?:may\(|holds\([^)]*?,\s*|permission=|toastMissingPermission\([^,]+,\s*)"([a-z]+:[a-z]+)"/g
const leading = /"(\/(?:p\/\$slug|account)[^"\s]*)"/g
const routed = /path: "([^"]+)",(?:(?!path: ")[\s\S])*?import\("(\.[^"]+)"\)/g

/** `dynamic`: keys that a file looks for because the server names them, by its path. */
export const pagesOf = (
  files: ReadonlyMap<string, string>,
  dynamic: ReadonlyMap<string, ReadonlyArray<string>>
): ReadonlyArray<Page> => {
  const marked = new Map(
    [...files].map(([path, text]) => [
      path,
      [text.replaceAll(comments, ""), ...(dynamic.get(path) ?? []).map((key) => `may("${key}")`)].join("\n")
    ])
  )
  const parts = partsOf(marked)
  return ["routes", "analysisRoutes", "operateRoutes"]
    .map((name) => `${ROOM}${name}.tsx`)
    .flatMap((table) =>
      [...(files.get(table) ?? "").matchAll(routed)].map(([, path, file]) => {
        const texts = reach(parts, posix.join(ROOM, file!))
        return {
          address: path === "account" ? "/account" : `/p/$slug/${path}`,
          calls: callsOf(texts),
          keys: matches(texts, asked),
          leads: matches(texts, leading)
        }
      })
    )
}
