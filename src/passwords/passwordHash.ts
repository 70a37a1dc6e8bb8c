// How passwords are kept: argon2id with OWASP's parameters, as a PHC string.
import { argon2Sync, randomBytes, timingSafeEqual } from "node:crypto"

/** What a hash costs: memory in KiB, and how often that is gone through. */
export interface HashCost {
  readonly memory: number
  readonly passes: number
}

/** 46 MiB with one pass (ASVS 5, appendix C). */
const COST: HashCost = { memory: 47_104, passes: 1 }

/** One password, however a keyboard composes its accents (NIST SP 800-63B). */
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

/**
 * A new PHC string; takes about 0.1 s and 46 MiB, in which the thread does nothing else, unless it may cost
 * something else.
 */
export const hashPassword = (password: string, cost = COST): string => {
  const salt = randomBytes(16)
  return phcOf(salt, derive(password, salt, cost), cost)
}

/** Opens with no password, and costs as much to try as any other. */
export const NOBODYS = phcOf(randomBytes(16), randomBytes(32), COST)

/** Whether a password is the one of a PHC string made by `hashPassword`, at whatever cost that was. */
export const verifyPassword = (password: string, phc: string): boolean => {
  const [, , , cost = "", salt, hash] = phc.split("$")
  const [, memory, passes] = /^m=(\d+),t=(\d+),p=1$/.exec(cost) ?? []
  if (memory === undefined || salt === undefined || hash === undefined) return false
  const known = Buffer.from(hash, "base64")
  const was = { memory: Number(memory), passes: Number(passes) }
  return timingSafeEqual(known, derive(password, Buffer.from(salt, "base64"), was, known.length))
}
