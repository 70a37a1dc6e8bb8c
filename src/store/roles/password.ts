// The passwords of roles, derived from the database's secret, so that every process and every copy of the
// database has the same ones. The server gets a verifier (SCRAM-SHA-256, RFC 5802), so that the password is in
// no statement and in no log.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto"

const SCRAM_ITERATIONS = 4096
const hmac = (key: Uint8Array, text: string) => createHmac("sha256", key).update(text).digest()

/** Returns the password of a role: 256 bits, in characters that need no escape in a url. */
export const passwordOf = (secret: Uint8Array, name: string): string =>
  hmac(secret, name).toString("base64url")

/**
 * Returns the password in the form that PostgreSQL stores, which it also accepts as a password; it contains
 * no quotes.
 */
export const verifierOf = (password: string): string => {
  const salt = randomBytes(16),
    salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, "sha256")
  const stored = createHash("sha256").update(hmac(salted, "Client Key")).digest("base64")
  const serverKey = hmac(salted, "Server Key").toString("base64")
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString("base64")}$${stored}:${serverKey}`
}
