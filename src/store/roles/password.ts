// A role's password is derived from its database's secret, so that every process and every copy of the
// database finds the same one. The server is told a verifier of it (SCRAM-SHA-256, RFC 5802), so that the
// password is in no statement and in no log.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto"

const ITERATIONS = 4096
const hmac = (key: Uint8Array, text: string) => createHmac("sha256", key).update(text).digest()

/** 256 bits, in letters that need no escape in an address. */
export const passwordOf = (secret: Uint8Array, name: string): string =>
  hmac(secret, name).toString("base64url")

/** The password as PostgreSQL keeps it, to be given in its place; it has no quotes in it. */
export const verifierOf = (password: string): string => {
  const salt = randomBytes(16),
    salted = pbkdf2Sync(password, salt, ITERATIONS, 32, "sha256")
  const stored = createHash("sha256").update(hmac(salted, "Client Key")).digest("base64")
  const serverKey = hmac(salted, "Server Key").toString("base64")
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${stored}:${serverKey}`
}
