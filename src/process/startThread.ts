// Starts worker threads from TypeScript files. Node strips types with WebAssembly whose code V8 shares between
// threads: when one thread frees code that another is about to run, the process dies (SIGSEGV in
// `WasmEngine::FreeDeadCode`, about one thread in a thousand). So the main thread strips the files once
// (src/process/stripTypes.ts) and threads get JavaScript.
import { Worker, type WorkerOptions } from "node:worker_threads"
import { resolveSibling } from "./fastResolve.ts"
import { strippedSources } from "./stripTypes.ts"

/** Returns the script that a thread runs first: it loads our files from `texts`, and packages as Node does. */
const bootstrapScript = (entry: URL, texts: ReadonlyMap<string, string>): string => `
  const texts = new Map(${JSON.stringify([...texts])})
  require("node:module").registerHooks({
    resolve: ${String(resolveSibling)},
    load: (url, context, next) =>
      texts.has(url) ? { format: "module", source: texts.get(url), shortCircuit: true } : next(url, context)
  })
  import(${JSON.stringify(entry.href)})
`

/**
 * `startThread` runs the file at `entry` in a worker thread. `others` are files that it imports by a computed
 * name. A missing file is reported by the thread, as an `error` event.
 */
export const startThread = async (
  entry: URL,
  options: Omit<WorkerOptions, "eval" | "execArgv">,
  others: ReadonlyArray<URL> = []
): Promise<Worker> =>
  new Worker(bootstrapScript(entry, await strippedSources([entry, ...others])), {
    ...options,
    eval: true,
    execArgv: ["--no-experimental-strip-types"]
  })
