// Keys that every process of an installation derives, and no other: from the password of the API's role, which
// itself is derived from the database's secret and stored nowhere.
import { Context, Effect, Layer, Redacted } from "effect"
import { hkdfSync } from "node:crypto"
import { loginOf } from "../sql/Pg.ts"

/** InstallationKey derives the keys. */
export class InstallationKey extends Context.Service<
  InstallationKey,
  {
    /** Returns 32 bytes, different ones for each purpose. */
    readonly of: (purpose: string) => Uint8Array
  }
>()("store/InstallationKey") {
  static readonly layer = Layer.effect(
    InstallationKey,
    Effect.map(loginOf("pugmark_api"), (url) => {
      const password = decodeURIComponent(new URL(Redacted.value(url)).password)
      return InstallationKey.of({
        of: (purpose) => new Uint8Array(hkdfSync("sha256", password, "pugmark", purpose, 32))
      })
    })
  )
}
