// Turns on Node's compile cache: a command of `pugmark` starts in two thirds of the time. The cache lies below
// node_modules, so it is removed with the packages and only an account that may change them can write it.
import { enableCompileCache } from "node:module"
import { fileURLToPath } from "node:url"

const directory = fileURLToPath(new URL("../../node_modules/.cache/compiled", import.meta.url))

/**
 * `cacheCompiledCode` turns the cache on; call it before large modules are imported. A directory that cannot
 * be written is no error.
 */
export const cacheCompiledCode = (): void => {
  enableCompileCache(directory)
  // threads and child processes inherit it; a value that is set already stays
  process.env["NODE_COMPILE_CACHE"] ??= directory
}
