// The process in which passwords are hashed, one at a time. With the argument `yields` it has a lower priority than
// the processes that answer requests or evaluate rules. It ends with its parent and ignores SIGINT and SIGTERM, which
// are meant for the parent.
import { writeFileSync } from "node:fs"
import { constants, setPriority } from "node:os"
import { hashPassword, verifyPassword } from "./passwordHash.ts"
import type { HashRequest, HashResponse } from "./PasswordHasher.ts"

/**
 * HASH_PRIORITY is below normal and not the lowest: on a busy processor it leaves a tenth to hashing, so that
 * a hash of 60 ms takes less than a second. At the lowest priority it took several, and a login is answered
 * within three.
 */
const HASH_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL

/**
 * Lowers the priority of this process, and of its session: with autogroups, Linux shares a processor among
 * sessions first, and this process has a session of its own.
 */
const lowerPriority = (): void => {
  setPriority(HASH_PRIORITY)
  try {
    writeFileSync("/proc/self/autogroup", String(HASH_PRIORITY))
  } catch {
    // another system, or a kernel without autogroups
  }
}

if (process.argv[2] === "yields") lowerPriority()

process.on("SIGINT", () => undefined).on("SIGTERM", () => undefined)

process.on("message", ({ password, phc }: HashRequest) => {
  const before = process.cpuUsage()
  const answer = phc === null ? hashPassword(password) : verifyPassword(password, phc)
  const { system, user } = process.cpuUsage(before)
  process.send!({ answer, processorMs: (system + user) / 1000 } satisfies HashResponse<boolean | string>)
})
