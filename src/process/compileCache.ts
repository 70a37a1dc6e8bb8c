// What Node makes of the sources at a start is kept for the next: a command of `pugmark` starts in two thirds of
// the time. It lies with the packages, so that it goes when they do, and only who may write them writes it.
import { enableCompileCache } from "node:module"
import { fileURLToPath } from "node:url"

const directory = fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url))

/** To be called before anything large is loaded. Where the directory cannot be written, nothing is kept. */
export const keepCompiled = (): void => {
  enableCompileCache(directory)
  // for the threads and processes of this one; who has it set already has it their way
  process.env["NODE_COMPILE_CACHE"] ??= directory
}
