// The process in which passwords are hashed, one at a time. Unless told otherwise it comes after whatever answers or judges: a hash takes
// what the others leave of a processor. It ends with the process that asks it, and not with a signal that is meant for that one.
import { writeFileSync } from "node:fs"
import { constants, setPriority } from "node:os"
import { hashPassword, verifyPassword } from "./passwordHash.ts"
import type { Asked } from "./PasswordHasher.ts"

/** Where Linux shares a processor among sessions first, a priority counts only within one; this process has a session of its own. */
const comeLast = (): void => {
  setPriority(constants.priority.PRIORITY_LOW)
  try {
    writeFileSync("/proc/self/autogroup", String(constants.priority.PRIORITY_LOW))
  } catch {
    // no such system, or one that shares among processes
  }
}

if (process.argv[2] === "yields") comeLast()

process.on("SIGINT", () => undefined).on("SIGTERM", () => undefined)

process.on("message", ({ password, phc }: Asked) => {
  process.send!(phc === null ? hashPassword(password) : verifyPassword(password, phc))
})
