// The process in which passwords are hashed, one at a time. Unless told otherwise it comes after whatever answers or judges: a hash takes
// what the others leave of a processor. It ends with the process that asks it, and not with a signal that is meant for that one.
import { constants, setPriority } from "node:os"
import { hashPassword, verifyPassword } from "./passwordHash.ts"
import type { Asked } from "./PasswordHasher.ts"

if (process.argv[2] === "yields") setPriority(constants.priority.PRIORITY_LOW)

process.on("SIGINT", () => undefined).on("SIGTERM", () => undefined)

process.on("message", ({ password, phc }: Asked) => {
  process.send!(phc === null ? hashPassword(password) : verifyPassword(password, phc))
})
