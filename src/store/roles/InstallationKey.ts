// Keys that every process of an installation derives, and no other: from the password of the API's role, which
// itself is derived from the database's secret and stored nowhere.
import { Context, Effect, Layer, Redacted } from "effect"
import { hkdfSync } from "node:crypto"
import { loginOf } from "../sql/Pg.ts"

const make = Effect.map(loginOf("pugmark_api"), (url) => {
  const password = decodeURIComponent(new URL(Redacted.value(url)).password)
  return {
    /** Returns 32 bytes, different ones for each purpose. */
    of: (purpose: string): Uint8Array => new Uint8Array(hkdfSync("sha256", password, "pugmark", purpose, 32))
  }
})

/** InstallationKey derives the keys. */
export class InstallationKey extends Context.Service<InstallationKey>()("store/InstallationKey", { make }) {
  static readonly layer = Layer.effect(InstallationKey, make)
}
