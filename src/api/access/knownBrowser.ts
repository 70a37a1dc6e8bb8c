// The cookie of a browser that has logged in before: it names the account and grants nothing. Logins that carry
// it are checked before those of unknown browsers, which may be guessing.
import { Clock, Effect } from "effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { createHmac, timingSafeEqual } from "node:crypto"
import type { Account } from "../../store/access/Users.ts"
import { InstallationKey } from "../../store/roles/InstallationKey.ts"
import { SessionPolicy } from "./SessionPolicy.ts"

const LIFETIME_SECONDS = 90 * 86_400

const form = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})\.([\w-]{43})$/

/** What a cookie says, if it is one of ours that has not expired. */
export interface ShownBrowser {
  readonly userId: string
  /** of the password at which it was given: it ends with it */
  readonly fingerprint: string
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Gives the functions that read and write the cookie. */
export const makeKnownBrowser = Effect.gen(function* () {
  const key = (yield* InstallationKey).of("browsers that are known"),
    policy = yield* SessionPolicy
  const isSecure = policy.publicUrl.startsWith("https:"),
    name = isSecure ? "__Host-pugmark-browser" : "pugmark-browser"
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("base64url")
  const fingerprintOf = ({ passwordHash }: Account) => sign(`password ${passwordHash}`)

  /** What a browser shows; null: nothing that counts. */
  const read = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<ShownBrowser | null> =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const [, userId = "", until = "", fingerprint = "", signature = ""] =
        form.exec(request.cookies[name] ?? "") ?? []
      const isOurs = isSame(signature, sign(`${userId}.${until}.${fingerprint}`))
      return isOurs && Number(until) * 1000 > now ? { userId, fingerprint } : null
    })

  /** Whether it is of an account, with the password that this has now. */
  const isOf = ({ fingerprint, userId }: ShownBrowser, account: Account): boolean =>
    userId === account.id && isSame(fingerprint, fingerprintOf(account))

  /** Has the browser of an answer known from now on. */
  const remember =
    (account: Account) =>
    (response: HttpServerResponse.HttpServerResponse): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const said = `${account.id}.${Math.floor(now / 1000) + LIFETIME_SECONDS}.${fingerprintOf(account)}`
        return HttpServerResponse.setCookieUnsafe(response, name, `${said}.${sign(said)}`, {
          path: "/",
          httpOnly: true,
          sameSite: "lax",
          secure: isSecure,
          maxAge: `${LIFETIME_SECONDS} seconds`
        })
      })

  return { isOf, read, remember }
})
