// The keys of the authorization server. All of them follow from the installation's own secret, so that every
// process has the same, and a restart makes nobody start again.
import { createHmac, createPrivateKey, timingSafeEqual } from "node:crypto"
import type { JWK } from "oidc-provider"
import type { InstallationKey } from "../../store/roles/InstallationKey.ts"

/** What stands before the 32 bytes of an Ed25519 key in PKCS 8 (RFC 8410). */
const ED25519 = Buffer.from("302e020100300506032b657004220420", "hex")

/** The cookie by which the browser is known again in which a request has begun. */
export const PROOF_COOKIE = "pugmark_consent"

export interface ServerKeys {
  /** signs the cookies of a request */
  readonly cookies: ReadonlyArray<string>
  /** the library asks for one, and would take a public one of its own; nothing is signed with it */
  readonly jwks: { readonly keys: ReadonlyArray<JWK> }
  /** what the browser shows in which a request has begun */
  readonly proofOf: (consentId: string) => string
}

export const makeKeys = (key: InstallationKey["Service"]): ServerKeys => {
  const consents = key.of("consents of AI clients")
  const seed = key.of("keys of the authorization server")
  const signing = createPrivateKey({
    key: Buffer.concat([ED25519, seed]),
    format: "der",
    type: "pkcs8"
  })
  return {
    cookies: [Buffer.from(key.of("cookies of the authorization server")).toString("base64url")],
    jwks: { keys: [{ ...signing.export({ format: "jwk" }), kty: "OKP", use: "sig", alg: "EdDSA" }] },
    proofOf: (consentId) => createHmac("sha256", consents).update(consentId).digest("base64url")
  }
}

/** Whether a proof is the one of a request. */
export const isProof = (keys: ServerKeys, consentId: string, shown: string | undefined): boolean => {
  const wanted = Buffer.from(keys.proofOf(consentId)),
    given = Buffer.from(shown ?? "")
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}
