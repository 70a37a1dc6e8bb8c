// Runs what the command line names: a role of the service or a command of `pugmark`. Only the modules of that role or
// command are loaded.
import { enableCompileCache, setSourceMapsSupport } from "node:module"
import { fileURLToPath } from "node:url"
import { roles } from "../config/Settings.ts"

// the compile cache lies below node_modules: it is removed with the packages, and only an account that may change them
// can write it; threads and child processes inherit it
const CACHE_FOLDER = fileURLToPath(new URL("../../node_modules/.cache/compiled", import.meta.url))
enableCompileCache(CACHE_FOLDER)
process.env["NODE_COMPILE_CACHE"] ??= CACHE_FOLDER

// stack traces name the sources; a map is read when the first trace needs it
setSourceMapsSupport(true, { nodeModules: true })

const [first = "help", ...rest] = process.argv.slice(2)
// a role is a word alone: `analyse` computes runs, `analyse movement --csv …` is a command
const role = rest.length === 0 ? roles.find((r) => r === first) : undefined

if (role !== undefined) {
  const { startRole } = await import("./startRole.ts")
  startRole(role, process.env)
} else {
  const { runCommand } = await import("../cli/commands.ts")
  process.exitCode = await runCommand([first, ...rest], process.env)
}
