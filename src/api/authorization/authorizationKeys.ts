// The keys of the authorization server, derived from the installation's secret, so that all processes share
// them and they survive restarts.
import { createHmac, createPrivateKey, timingSafeEqual } from "node:crypto"
import type { JWK } from "oidc-provider"
import type { InstallationKey } from "../../store/roles/InstallationKey.ts"

/** `ED25519_PKCS8_PREFIX` precedes the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const ED25519_PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex")

/**
 * `PROOF_COOKIE` is the name of the cookie that proves that a consent is decided in the browser that began
 * it.
 */
export const PROOF_COOKIE = "pugmark_consent"

/** `ServerKeys` are the keys of the authorization server. */
export interface ServerKeys {
  /** keys that sign the cookies of a request */
  readonly cookies: ReadonlyArray<string>
  /** required by the library, which would otherwise use a public one of its own; nothing is signed with it */
  readonly jwks: { readonly keys: ReadonlyArray<JWK> }
  /** returns the proof that the browser holds in which a consent began */
  readonly proofOf: (consentId: string) => string
}

/** Derives the keys. */
export const makeKeys = (key: InstallationKey["Service"]): ServerKeys => {
  const consents = key.of("consents of AI clients")
  const seed = key.of("keys of the authorization server")
  const signing = createPrivateKey({
    key: Buffer.concat([ED25519_PKCS8_PREFIX, seed]),
    format: "der",
    type: "pkcs8"
  })
  return {
    cookies: [Buffer.from(key.of("cookies of the authorization server")).toString("base64url")],
    jwks: { keys: [{ ...signing.export({ format: "jwk" }), kty: "OKP", use: "sig", alg: "EdDSA" }] },
    proofOf: (consentId) => createHmac("sha256", consents).update(consentId).digest("base64url")
  }
}

/** Returns whether `shown` is the proof of a consent, in constant time. */
export const isProof = (keys: ServerKeys, consentId: string, shown: string | undefined): boolean => {
  const expectedProof = Buffer.from(keys.proofOf(consentId)),
    shownProof = Buffer.from(shown ?? "")
  return expectedProof.length === shownProof.length && timingSafeEqual(expectedProof, shownProof)
}
