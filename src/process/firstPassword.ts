// The generated password of the first administrator, in DATA_DIR/first-password, so that an interrupted start does
// not lose it. Only the owner of the file can read it; the first login removes it.
import { Data, Effect } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { verifyPassword } from "../passwords/passwordHash.ts"
import { makeDirectory } from "./makeDirectory.ts"

/** `FirstPasswordError`: the password file cannot be written; the message says what to do. */
class FirstPasswordError extends Data.TaggedError("FirstPasswordError")<{
  readonly message: string
  readonly cause: unknown
}> {}

/** Returns the path of the password file. */
export const firstPasswordFile = (dataDir: string): string => join(dataDir, "first-password")

/** Returns the path of the digest that spares later starts the hash (half a second of processor time). */
const digestFile = (dataDir: string): string => join(dataDir, "first-password.sha256")

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

/**
 * `matchesFirstPassword` tells whether a stored PHC string is the hash of the first password. It verifies the
 * password once, and keeps the SHA-256 digest of the pair: another password or another database has another.
 */
export const matchesFirstPassword = (dataDir: string, password: string, phc: string): boolean => {
  const digest = createHash("sha256").update(`${password}\n${phc}`).digest("hex")
  try {
    if (readFileSync(digestFile(dataDir), "utf8") === digest) return true
  } catch {
    // no start has verified it
  }
  if (!verifyPassword(password, phc)) return false
  try {
    writeFileSync(digestFile(dataDir), digest, { mode: 0o600 })
  } catch {
    // the disk is full or read-only: the next start verifies it
  }
  return true
}

/** `removeFirstPassword` removes the files, after the first login or when the password was changed. */
export const removeFirstPassword = (dataDir: string): void => {
  try {
    for (const file of [firstPasswordFile(dataDir), digestFile(dataDir)]) rmSync(file, { force: true })
  } catch {
    // the disk became read-only: the next start tries again
  }
}
