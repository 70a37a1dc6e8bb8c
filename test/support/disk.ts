// Disks of a few megabytes that a test may fill, and files that fill them. They are mounted, which takes a root who
// may mount: `MAY_MOUNT` says whether this machine lets us.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { execFileSync } from "node:child_process"
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const mount = (size: string): string | null => {
  const at = mkdtempSync(join(tmpdir(), "pugmark-disk-"))
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=755`, "tmpfs", at], { stdio: "ignore" })
    return at
  } catch {
    rmdirSync(at)
    return null
  }
}

const unmount = (at: string): void => {
  execFileSync("umount", ["-l", at])
  rmdirSync(at)
}

/** A disk of its own until the scope closes, `size` as mount(8) takes it; null where it may not be mounted. */
export const smallDisk = (size: string): Effect.Effect<string | null, never, Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => mount(size)),
    (at) =>
      Effect.sync(() => {
        if (at !== null) unmount(at)
      })
  )

const tried = mount("64k")
if (tried !== null) unmount(tried)

/** Whether this account may mount a disk. */
export const MAY_MOUNT = tried !== null

/** Takes all that is left of a disk, to the last byte, by a file on it. */
export const fillDisk = (file: string): void => {
  const fd = openSync(file, "w")
  try {
    for (let block = Buffer.alloc(1024 * 1024); block.length > 0;) {
      try {
        writeSync(fd, block)
      } catch {
        block = block.subarray(0, block.length >> 1)
      }
    }
  } finally {
    closeSync(fd)
  }
}

/** Gives the room back. */
export const emptyDisk = (file: string): void => rmSync(file, { force: true })
