// Starts a thread of ours. A thread that strips the types of its files itself does so with the WebAssembly that
// Node brings, and V8 shares the code of that between threads: where one frees what another just needed, the
// whole process dies (SIGSEGV in `WasmEngine::FreeDeadCode`, one thread in about a thousand). So the files are
// stripped here, once for every thread of the process, and a thread is given JavaScript.
import { readFile } from "node:fs/promises"
import { stripTypeScriptTypes } from "node:module"
import { Worker, type WorkerOptions } from "node:worker_threads"

/** What was stripped in this process, by its address. */
const stripped = new Map<string, string>()

/** Files of ours that a file loads, as this repository writes its imports; those of types are gone by then. */
const imported = /\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.ts)"/g

/** Without the notice that Node prints at the first use: it is for whoever calls it, and that is done here. */
const withoutTypes = (text: string): string => {
  // oxlint-disable-next-line typescript/unbound-method -- put back as it was
  const { emitWarning: loud } = process
  process.emitWarning = () => undefined
  try {
    return stripTypeScriptTypes(text)
  } finally {
    process.emitWarning = loud
  }
}

const strip = async (address: string): Promise<string> => {
  const text = stripped.get(address) ?? withoutTypes(await readFile(new URL(address), "utf8"))
  stripped.set(address, text)
  return text
}

/**
 * Every file that the entries load, with its text as JavaScript. Lines and columns are those of the source.
 * One that cannot be read is left out: the thread that needs it says so.
 */
export const javaScriptOf = async (entries: ReadonlyArray<URL>): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  // a set that is walked goes on with what is added on the way
  const addresses = new Set(entries.map(String))
  for (const address of addresses) {
    const text = await strip(address).catch(() => null)
    if (text === null) continue
    found.set(address, text)
    for (const [, path] of text.matchAll(imported)) addresses.add(new URL(path!, address).href)
  }
  return found
}

/** What a thread runs first: the loader gives the text where it has it, and Node's own way the packages. */
const begin = (entry: URL, texts: ReadonlyMap<string, string>): string => `
  const texts = new Map(${JSON.stringify([...texts])})
  require("node:module").registerHooks({
    load: (url, context, next) =>
      texts.has(url) ? { format: "module", source: texts.get(url), shortCircuit: true } : next(url, context)
  })
  import(${JSON.stringify(entry.href)})
`

/**
 * Starts the file at `entry` in a thread. `others` are files that it loads by a name it only then knows. A
 * file that is missing here is an error of the thread, never one of a stripped type.
 */
export const startThread = async (
  entry: URL,
  options: Omit<WorkerOptions, "eval" | "execArgv">,
  others: ReadonlyArray<URL> = []
): Promise<Worker> =>
  new Worker(begin(entry, await javaScriptOf([entry, ...others])), {
    ...options,
    eval: true,
    execArgv: ["--no-experimental-strip-types"]
  })
