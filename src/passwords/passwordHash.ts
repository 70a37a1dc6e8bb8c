// How passwords are stored: argon2id with OWASP's parameters, as a PHC string.
import { argon2Sync, randomBytes, timingSafeEqual } from "node:crypto"

/** HashCost is the work of one hash: memory in KiB and passes over it. */
interface HashCost {
  readonly memory: number
  readonly passes: number
}

/** DEFAULT_COST is 46 MiB with one pass (OWASP ASVS 5, appendix C). */
const DEFAULT_COST: HashCost = { memory: 47_104, passes: 1 }

/** Derives the key of a password in NFKC, so that composed and decomposed accents are equal (NIST SP 800-63B). */
const derive = (password: string, nonce: Buffer, { memory, passes }: HashCost, length = 32): Buffer =>
  argon2Sync("argon2id", {
    message: password.normalize("NFKC"),
    nonce,
    parallelism: 1,
    tagLength: length,
    memory,
    passes
  })

const base64 = (b: Buffer) => b.toString("base64").replace(/=+$/, "")

const phcOf = (salt: Buffer, hash: Buffer, { memory, passes }: HashCost): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=1$${base64(salt)}$${base64(hash)}`

/** Returns a new PHC string; blocks the thread for about 0.1 s and takes 46 MiB at the default cost. */
export const hashPassword = (password: string, cost = DEFAULT_COST): string => {
  const salt = randomBytes(16)
  return phcOf(salt, derive(password, salt, cost), cost)
}

/**
 * UNMATCHABLE_HASH matches no password and costs as much to verify as any other; it stands for a missing
 * account.
 */
export const UNMATCHABLE_HASH = phcOf(randomBytes(16), randomBytes(32), DEFAULT_COST)

/** Whether a password matches a PHC string made by `hashPassword` at any cost. */
export const verifyPassword = (password: string, phc: string): boolean => {
  const [, , , cost = "", salt, hash] = phc.split("$")
  const [, memory, passes] = /^m=(\d+),t=(\d+),p=1$/.exec(cost) ?? []
  if (memory === undefined || salt === undefined || hash === undefined) return false
  const expectedHash = Buffer.from(hash, "base64")
  const storedCost = { memory: Number(memory), passes: Number(passes) }
  return timingSafeEqual(
    expectedHash,
    derive(password, Buffer.from(salt, "base64"), storedCost, expectedHash.length)
  )
}
