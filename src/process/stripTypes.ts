// Strips the types of our files for worker threads (src/process/startThread.ts says why). The JavaScript is cached
// beside Node's compile cache (src/process/compileCache.ts): stripping all files of the engine takes half a second.
import { createHash } from "node:crypto"
import { readFile, rename, rm, writeFile } from "node:fs/promises"
import { stripTypeScriptTypes } from "node:module"
import { join } from "node:path"

type Texts = ReadonlyMap<string, string>

/** Results of this process, by entries; only complete ones. */
const completeResults = new Map<string, Texts>()

/** Matches relative imports of stripped text, as this repository writes them. */
const importPattern = /\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.ts)"/g

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32)

/** Strips one text, without the warning that Node prints at the first use. */
const strip = (text: string): string => {
  // oxlint-disable-next-line typescript/unbound-method -- put back as it was
  const { emitWarning: loud } = process
  process.emitWarning = () => undefined
  try {
    return stripTypeScriptTypes(text)
  } finally {
    process.emitWarning = loud
  }
}

/** Reads cached JavaScript, by the hash of its source; empty if the file is missing or damaged. */
const readCache = (place: string): Promise<Texts> =>
  readFile(place, "utf8")
    .then((json) => new Map(JSON.parse(json) as ReadonlyArray<[string, string]>))
    .catch(() => new Map())

/** Returns the hash of a file and its text as JavaScript. */
const stripped = async (address: string, kept: Texts): Promise<readonly [key: string, text: string]> => {
  const source = await readFile(new URL(address), "utf8"),
    key = digest(source)
  return [key, kept.get(key) ?? strip(source)]
}

/** Writes the cache atomically, because other processes read it; a failed write leaves no cache. */
const writeCache = async (place: string, texts: Texts): Promise<void> => {
  const half = `${place}.${process.pid}`
  await writeFile(half, JSON.stringify([...texts]))
    .then(() => rename(half, place))
    .catch(() => rm(half, { force: true }).catch(() => undefined))
}

/**
 * `strippedSources` returns the JavaScript of all files that the entries import, by URL, with the lines and
 * columns of the source. A file that cannot be read or stripped is left out: the thread that imports it
 * reports the error.
 */
export const strippedSources = async (entries: ReadonlyArray<URL>): Promise<Texts> => {
  // versions of Node strip differently
  const name = digest([process.version, ...entries].join(" ")),
    directory = process.env["NODE_COMPILE_CACHE"]
  const before = completeResults.get(name)
  if (before !== undefined) return before
  const place = directory === undefined ? null : join(directory, `stripped-${name}.json`),
    kept: Texts = place === null ? new Map() : await readCache(place)
  const found = new Map<string, string>(),
    made = new Map<string, string>()
  // iterating a set visits what is added meanwhile
  const addresses = new Set(entries.map(String))
  for (const address of addresses) {
    const file = await stripped(address, kept).catch(() => null)
    if (file === null) continue
    const [key, text] = file
    made.set(key, text)
    found.set(address, text)
    for (const [, path] of text.matchAll(importPattern)) addresses.add(new URL(path!, address).href)
  }
  if (place !== null && [...made.keys()].some((key) => !kept.has(key))) await writeCache(place, made)
  if (found.size === addresses.size) completeResults.set(name, found)
  return found
}
