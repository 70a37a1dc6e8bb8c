#!/usr/bin/env node
// Reads what to be from the command line: a role of the service, or a command of `pugmark`. Only what was
// asked for is loaded, and only after it is said where what is compiled is kept.
import { keepCompiled } from "./keepCompiled.ts"
import { knowNeighbours } from "./neighbours.ts"

keepCompiled()
knowNeighbours()
const { roles } = await import("./config/Settings.ts")

const [first = "help", ...rest] = process.argv.slice(2)
// a role is a word alone: `analyse` computes runs, `analyse movement --csv …` is a command
const role = rest.length === 0 ? roles.find((r) => r === first) : undefined

if (role !== undefined) {
  const { startRole } = await import("./start.ts")
  startRole(role, process.env)
} else {
  const { runCommand } = await import("./cli/commands.ts")
  process.exitCode = await runCommand([first, ...rest], process.env)
}
