// Keys that every process of an installation finds, and nobody else: derived from the password that the role
// of the API has, which itself is derived from the database's secret and written down nowhere.
import { Context, Effect, Layer, Redacted } from "effect"
import { hkdfSync } from "node:crypto"
import { loginOf } from "../sql/Pg.ts"

export class InstallationKey extends Context.Service<
  InstallationKey,
  {
    /** 32 bytes, other ones for each purpose. */
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
