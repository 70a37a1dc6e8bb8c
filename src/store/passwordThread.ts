// The thread in which passwords are hashed. Where a thread can have a priority of its own, and unless told otherwise, it comes after
// whatever answers or judges: a hash takes what the others leave of a processor.
import { readlinkSync } from "node:fs"
import { constants, setPriority } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import { hashPassword, verifyPassword } from "./passwordHash.ts"
import type { Asked } from "./PasswordHasher.ts"

if (workerData === true && process.platform === "linux") setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), constants.priority.PRIORITY_BELOW_NORMAL)

parentPort!.on("message", ({ password, phc }: Asked) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; this is a thread
  parentPort!.postMessage(phc === null ? hashPassword(password) : verifyPassword(password, phc))
})
