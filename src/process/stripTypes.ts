// Files of ours as JavaScript, for the threads that they are given to (src/startThread.ts says why). What was
// stripped is kept beside what Node compiled (src/keepCompiled.ts): to strip all that the engine loads is half
// a second of a start.
import { createHash } from "node:crypto"
import { readFile, rename, rm, writeFile } from "node:fs/promises"
import { stripTypeScriptTypes } from "node:module"
import { join } from "node:path"

type Texts = ReadonlyMap<string, string>

/** What this process was asked for before, whole. */
const known = new Map<string, Texts>()

/** Files of ours that a file loads, as this repository writes its imports; those of types are gone by then. */
const imported = /\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.ts)"/g

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32)

/** Without the notice that Node prints at the first use: it is for whoever calls it, and that is done here. */
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

/** JavaScript by what its source hashes to; none where there is no file, or not a whole one. */
const readKept = (place: string): Promise<Texts> =>
  readFile(place, "utf8")
    .then((json) => new Map(JSON.parse(json) as ReadonlyArray<[string, string]>))
    .catch(() => new Map())

/** What a file hashes to, and its text as JavaScript. */
const stripped = async (address: string, kept: Texts): Promise<readonly [key: string, text: string]> => {
  const source = await readFile(new URL(address), "utf8"),
    key = digest(source)
  return [key, kept.get(key) ?? strip(source)]
}

/** In one step, because others may read it; where nothing can be written nothing is kept. */
const keep = async (place: string, texts: Texts): Promise<void> => {
  const half = `${place}.${process.pid}`
  await writeFile(half, JSON.stringify([...texts]))
    .then(() => rename(half, place))
    .catch(() => rm(half, { force: true }).catch(() => undefined))
}

/**
 * Every file that the entries load, by its address, with its text as JavaScript. Lines and columns are those
 * of the source. One that cannot be read or stripped is left out: the thread that needs it says so.
 */
export const javaScriptOf = async (entries: ReadonlyArray<URL>): Promise<Texts> => {
  // another Node may strip in another way
  const name = digest([process.version, ...entries].join(" ")),
    directory = process.env["NODE_COMPILE_CACHE"]
  const before = known.get(name)
  if (before !== undefined) return before
  const place = directory === undefined ? null : join(directory, `stripped-${name}.json`),
    kept: Texts = place === null ? new Map() : await readKept(place)
  const found = new Map<string, string>(),
    made = new Map<string, string>()
  // a set that is walked goes on with what is added on the way
  const addresses = new Set(entries.map(String))
  for (const address of addresses) {
    const one = await stripped(address, kept).catch(() => null)
    if (one === null) continue
    const [key, text] = one
    made.set(key, text)
    found.set(address, text)
    for (const [, path] of text.matchAll(imported)) addresses.add(new URL(path!, address).href)
  }
  if (place !== null && [...made.keys()].some((key) => !kept.has(key))) await keep(place, made)
  if (found.size === addresses.size) known.set(name, found)
  return found
}
