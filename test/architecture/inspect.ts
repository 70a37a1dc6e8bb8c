// Holds sources against the table of rooms and the other rules of the house. Pure: text in, trespasses out;
// `test/architecture.test.ts` brings the real files and the planted ones.
import { posix } from "node:path"
import { readSource } from "./readSource.ts"
import { core, rooms, type Room } from "./rooms.ts"

/** One broken rule, at one line of one file. */
export interface Trespass {
  readonly path: string
  readonly line: number
  readonly what: string
}

/** Lines a source file may have at most: what belongs together may stay together. */
export const maxLines = 400
/** Half of the source files have fewer lines. */
export const maxMedianLines = 120
/** More in one folder, and nobody finds their way by its names. */
export const maxFiles = 40

// Where Effect's barrel gives functions besides modules, their names are small like those of its areas.
const isCore = (target: string) => /^effect(\/([A-Z]\w*|pipe|flow|identity|absurd|cast))?$/.test(target)

const admits = (entry: string, target: string) =>
  entry === core
    ? isCore(target)
    : target === entry || target.startsWith(entry.endsWith(":") ? entry : `${entry}/`)

const roomOf = (path: string): Room | undefined =>
  rooms
    .filter((room) => admits(room.path, path))
    .reduce<Room | undefined>(
      (best, room) => (best && best.path.length > room.path.length ? best : room),
      undefined
    )

/**
 * Every trespass of the sources below `src` and `sandbox` in `files` (path from the root to text): a wrong
 * import, an impure name, a size.
 */
export const inspectSources = (files: ReadonlyMap<string, string>): ReadonlyArray<Trespass> =>
  [...files]
    .filter(([path]) => /^(src|sandbox)\/.*\.tsx?$/.test(path))
    .flatMap(([path, text]) => {
      const length = text.trimEnd().split("\n").length
      const tooLong =
        length > maxLines ? [{ path, line: length, what: `has ${length} lines, over ${maxLines}` }] : []
      const room = roomOf(path)
      if (room === undefined)
        return [{ path, line: 1, what: "belongs to no room of test/architecture/rooms.ts" }, ...tooLong]
      const { imports, impurities } = readSource(path, text)
      const wrongImports = imports.flatMap(({ target, typeOnly, line }) => {
        const goal = target.startsWith(".") ? posix.join(posix.dirname(path), target) : target
        const allowed = [room.path, ...room.may, ...(typeOnly ? (room.mayAsTypes ?? []) : [])]
        return allowed.some((entry) => admits(entry, goal))
          ? []
          : [
              {
                path,
                line,
                what: `${room.path} may not import ${goal}${typeOnly ? " (even as a type)" : ""}`
              }
            ]
      })
      const impure =
        room.pure === true
          ? impurities.map(({ name, line }) => ({ path, line, what: `${room.path} is pure: no ${name}` }))
          : []
      return [...tooLong, ...wrongImports, ...impure]
    })

/**
 * What no file of the project says: notes to oneself, paths of one machine, addresses of registries, tests
 * put aside.
 */
const banned: ReadonlyArray<RegExp> = [
  /\b(TODO|FIXME|XXX|HACK)\b/,
  /\bfor now\b/i,
  /(?<![\w.])\/(work|root|home\/\w+|tmp\/(pm|research))\//,
  /\b(registry\.[a-z]+\.(org|com)|deb\.[a-z]+\.org|proxy\.[a-z]+\.org)\b/,
  /\b(it|test|describe)(\.\w+)*\.(skip|only|todo)\b/
]

/** Every banned word in `files`, comments and strings included. */
export const inspectWords = (files: ReadonlyMap<string, string>): ReadonlyArray<Trespass> =>
  [...files].flatMap(([path, text]) =>
    text.split("\n").flatMap((words, at) =>
      banned.flatMap((pattern) => {
        const found = pattern.exec(words)
        return found === null ? [] : [{ path, line: at + 1, what: `says "${found[0]}"` }]
      })
    )
  )

/**
 * The dependencies and overrides of a package.json that are ranges, tags or addresses instead of one exact
 * version.
 */
export const inspectVersions = (manifest: Readonly<Record<string, unknown>>): ReadonlyArray<Trespass> =>
  ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies", "overrides"].flatMap(
    (group) =>
      Object.entries(manifest[group] ?? {}).flatMap(([name, version]) =>
        /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version))
          ? []
          : [
              {
                path: "package.json",
                line: 1,
                what: `${group}: ${name} "${version}" is not one exact version`
              }
            ]
      )
  )

const rootFolders = "src|sandbox|migrations|test|\\.ci"

/**
 * The paths a Markdown page names, as globs from the root of the repository: anywhere those that begin with
 * one of our folders, and in backticks also those that leave `src/` out (`domain/rule/step.ts`, `step.ts`). A
 * line number or a trailing slash is dropped.
 */
export const pathsNamed = (page: string): ReadonlyArray<string> => {
  const whole = page.match(new RegExp(`(?<![\\w./@:-])(?:${rootFolders})/[\\w.*{},/-]*[\\w*}]`, "g")) ?? []
  const srcFolders = [...new Set(rooms.flatMap(({ path }) => /^src\/(\w+)$/.exec(path)?.[1] ?? []))].join("|")
  const inBackticks = [...page.matchAll(/(?<!`)`([\w.*{},/-]+?)\/?(?::\d+)?`(?!`)/g)].flatMap(
    ([, path = ""]) => {
      if (new RegExp(`^(${rootFolders})/`).test(path)) return []
      if (new RegExp(`^(${srcFolders})/.`).test(path)) return [`src/${path}`]
      if (/\.(tsx?|sql)$/.test(path))
        return [path.includes("/") ? path : `{src,sandbox,migrations,test}/**/${path}`]
      return /^(package(-lock)?\.json|tsconfig\.json|README\.md|LICENSE|\.\w+rc\.json)$/.test(path)
        ? [path]
        : []
    }
  )
  return [...new Set([...whole, ...inBackticks])]
}

/** The entries of the top level that the house has no place for. Dot-files are free. */
export const inspectTopLevel = (names: Iterable<string>): ReadonlyArray<string> =>
  [...new Set(names)].filter(
    (name) =>
      !name.startsWith(".") &&
      ![
        "package.json",
        "package-lock.json",
        "tsconfig.json",
        "README.md",
        "LICENSE",
        "pugmark",
        "src",
        "sandbox",
        "migrations",
        "test"
      ].includes(name)
  )

/** The folders that hold more files than somebody can read the names of. */
export const inspectFolders = (paths: Iterable<string>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].filter(([, n]) => n > maxFiles).map(([folder, n]) => `${folder} has ${n} files`)
}
