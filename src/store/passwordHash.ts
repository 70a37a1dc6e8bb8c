// How passwords are kept: argon2id with OWASP's parameters, as a PHC string.
import { argon2, randomBytes, timingSafeEqual } from "node:crypto"

const memory = 47_104 // KiB: 46 MiB with one pass (ASVS 5, appendix C)
const passes = 1

/** One password, however a keyboard composes its accents (NIST SP 800-63B). */
const derive = (password: string, nonce: Buffer, length = 32): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    argon2("argon2id", { message: password.normalize("NFKC"), nonce, parallelism: 1, tagLength: length, memory, passes }, (e, key) => e === null ? resolve(key) : reject(e)))

const base64 = (b: Buffer) => b.toString("base64").replace(/=+$/, "")

const phcOf = (salt: Buffer, hash: Buffer): string => `$argon2id$v=19$m=${memory},t=${passes},p=1$${base64(salt)}$${base64(hash)}`

/** A new PHC string; takes about 0.1 s and 46 MiB. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  return phcOf(salt, await derive(password, salt))
}

/** Opens with no password, and costs as much to try as any other. */
export const NOBODYS = phcOf(randomBytes(16), randomBytes(32))

/** Whether a password is the one of a PHC string made by `hashPassword`. */
export const verifyPassword = async (password: string, phc: string): Promise<boolean> => {
  const [, , , , salt, hash] = phc.split("$")
  if (salt === undefined || hash === undefined) return false
  const known = Buffer.from(hash, "base64")
  return timingSafeEqual(known, await derive(password, Buffer.from(salt, "base64"), known.length))
}
