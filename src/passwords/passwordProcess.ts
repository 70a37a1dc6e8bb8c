// The process in which passwords are hashed, one at a time. Unless told otherwise it comes after whatever
// answers or judges: a hash takes what the others leave of a processor. It ends with the process that asks
// it, and not with a signal that is meant for that one.
import { writeFileSync } from "node:fs"
import { constants, setPriority } from "node:os"
import { hashPassword, verifyPassword } from "./passwordHash.ts"
import type { Answered, Asked } from "./PasswordHasher.ts"

/**
 * Behind the others, and not behind everything: a tenth of a processor that others want all of makes of a
 * hash's 60 ms less than a second, where the lowest priority made some seconds of them, and whoever logs in
 * waits for no more than three.
 */
const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL

/**
 * Where Linux shares a processor among sessions first, a priority counts only within one; this process has a
 * session of its own.
 */
const comeLast = (): void => {
  setPriority(PRIORITY)
  try {
    writeFileSync("/proc/self/autogroup", String(PRIORITY))
  } catch {
    // no such system, or one that shares among processes
  }
}

if (process.argv[2] === "yields") comeLast()

process.on("SIGINT", () => undefined).on("SIGTERM", () => undefined)

process.on("message", ({ password, phc }: Asked) => {
  const before = process.cpuUsage()
  const answer = phc === null ? hashPassword(password) : verifyPassword(password, phc)
  const { system, user } = process.cpuUsage(before)
  process.send!({ answer, processorMs: (system + user) / 1000 } satisfies Answered<boolean | string>)
})
