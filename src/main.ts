#!/usr/bin/env node
// Entry of the program: its arguments name a role of the service or a command of `pugmark`. Only the modules of that
// role or command are imported, after the compile cache is on.
import { cacheCompiledCode } from "./process/compileCache.ts"
import { registerResolveHook } from "./process/fastResolve.ts"

cacheCompiledCode()
registerResolveHook()
const { roles } = await import("./config/Settings.ts")

const [first = "help", ...rest] = process.argv.slice(2)
// a role is a word alone: `analyse` computes runs, `analyse movement --csv …` is a command
const role = rest.length === 0 ? roles.find((r) => r === first) : undefined

if (role !== undefined) {
  const { startRole } = await import("./process/startRole.ts")
  startRole(role, process.env)
} else {
  const { runCommand } = await import("./cli/commands.ts")
  process.exitCode = await runCommand([first, ...rest], process.env)
}
