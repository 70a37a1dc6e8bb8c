// The password that the first start made, in DATA_DIR/first-password: nobody loses it because a start was
// interrupted before it was read. The file is its owner's alone, and goes with the first login.
import { Data, Effect } from "effect"
import { randomBytes } from "node:crypto"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeDirectory } from "./makeDirectory.ts"

/** The password cannot be kept; the message says what to do. */
export class FirstPasswordError extends Data.TaggedError("FirstPasswordError")<{
  readonly message: string
  readonly cause: unknown
}> {}

/** Where it is kept. */
export const firstPasswordFile = (dataDir: string): string => join(dataDir, "first-password")

/** The password that nobody has logged in with yet; null: there is none. */
export const readFirstPassword = (dataDir: string): string | null => {
  try {
    const password = readFileSync(firstPasswordFile(dataDir), "utf8").trim()
    return password === "" ? null : password
  } catch {
    return null
  }
}

/** Makes the password, or gives the one that an interrupted start has kept. */
export const keepFirstPassword = (dataDir: string): Effect.Effect<string, FirstPasswordError> =>
  Effect.try({
    try: () => {
      const kept = readFirstPassword(dataDir)
      if (kept !== null) return kept
      const password = randomBytes(12).toString("base64url")
      makeDirectory(dataDir)
      writeFileSync(firstPasswordFile(dataDir), password + "\n", { mode: 0o600 })
      return password
    },
    catch: (cause) =>
      new FirstPasswordError({
        message:
          `The password of the first administrator cannot be kept in DATA_DIR=${dataDir}. Make it writable, or ` +
          `set ADMIN_PASSWORD. ${cause instanceof Error ? cause.message : String(cause)}`,
        cause
      })
  })

/** Removes the file: its password was used, or is no longer one. */
export const forgetFirstPassword = (dataDir: string): void => {
  try {
    rmSync(firstPasswordFile(dataDir), { force: true })
  } catch {
    // a disk that is read-only by now: the next start tries again
  }
}
