// The generated password of the first administrator, in DATA_DIR/first-password, so that an interrupted start does
// not lose it. Only the owner of the file can read it; the first login removes it.
import { Data, Effect } from "effect"
import { randomBytes } from "node:crypto"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeDirectory } from "./makeDirectory.ts"

/** `FirstPasswordError`: the password file cannot be written; the message says what to do. */
export class FirstPasswordError extends Data.TaggedError("FirstPasswordError")<{
  readonly message: string
  readonly cause: unknown
}> {}

/** Returns the path of the password file. */
export const firstPasswordFile = (dataDir: string): string => join(dataDir, "first-password")

/** `readFirstPassword` returns the password if it was not used yet, else null. */
export const readFirstPassword = (dataDir: string): string | null => {
  try {
    const password = readFileSync(firstPasswordFile(dataDir), "utf8").trim()
    return password === "" ? null : password
  } catch {
    return null
  }
}

/** `makeFirstPassword` returns the password of an interrupted start, or generates one and stores it. */
export const makeFirstPassword = (dataDir: string): Effect.Effect<string, FirstPasswordError> =>
  Effect.try({
    try: () => {
      const storedPassword = readFirstPassword(dataDir)
      if (storedPassword !== null) return storedPassword
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

/** `removeFirstPassword` removes the file, after the first login or when the password was changed. */
export const removeFirstPassword = (dataDir: string): void => {
  try {
    rmSync(firstPasswordFile(dataDir), { force: true })
  } catch {
    // the disk became read-only: the next start tries again
  }
}
