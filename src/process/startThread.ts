// Starts worker threads. A thread runs the bundle, never TypeScript: Node strips types with WebAssembly whose code V8
// shares between threads, and when one thread frees code that another is about to run, the process dies (SIGSEGV in
// `WasmEngine::FreeDeadCode`, about one thread in a thousand).
import { Worker, type WorkerOptions } from "node:worker_threads"
import { bundled } from "./build/manifest.ts"

/** `startThread` runs the file at `entry` in a worker thread; of a source of ours, its file in the bundle. */
export const startThread = (entry: URL, options: Omit<WorkerOptions, "eval">): Worker =>
  new Worker(bundled(entry), options)
