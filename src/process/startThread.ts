// Starts a thread of ours. A thread that strips the types of its files itself does so with the WebAssembly that
// Node brings, and V8 shares the code of that between threads: where one frees what another just needed, the
// whole process dies (SIGSEGV in `WasmEngine::FreeDeadCode`, one thread in about a thousand). So the files are
// stripped before (src/withoutTypes.ts), once for every thread of the process, and a thread is given JavaScript.
import { Worker, type WorkerOptions } from "node:worker_threads"
import { resolveNeighbour } from "./neighbours.ts"
import { javaScriptOf } from "./withoutTypes.ts"

/** What a thread runs first: the loader gives the text where it has it, and Node's own way the packages. */
const begin = (entry: URL, texts: ReadonlyMap<string, string>): string => `
  const texts = new Map(${JSON.stringify([...texts])})
  require("node:module").registerHooks({
    resolve: ${String(resolveNeighbour)},
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
