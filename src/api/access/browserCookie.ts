// The cookie of a browser that has logged in before: it names the account and grants nothing. Logins that
// carry it are checked before those of unknown browsers, which may be guessing passwords.
import { Clock, Effect } from "effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { createHmac, timingSafeEqual } from "node:crypto"
import type { Account } from "../../store/access/Users.ts"
import { InstallationKey } from "../../store/roles/InstallationKey.ts"
import { SessionPolicy } from "./SessionPolicy.ts"

const LIFETIME_SECONDS = 90 * 86_400

const cookieFormat = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})\.([\w-]{43})$/

/** `BrowserCookie` is the content of a valid cookie. */
interface BrowserCookie {
  readonly userId: string
  /** of the password at the time of the login: a new password invalidates the cookie */
  readonly fingerprint: string
}

const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Makes the functions that read and write the cookie. */
export const makeBrowserCookie = Effect.gen(function* () {
  const key = (yield* InstallationKey).of("browsers that are known"),
    policy = yield* SessionPolicy
  const isSecure = policy.publicUrl.startsWith("https:"),
    name = isSecure ? "__Host-pugmark-browser" : "pugmark-browser"
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("base64url")
  const fingerprintOf = ({ passwordHash }: Account) => sign(`password ${passwordHash}`)

  /** Returns the cookie of a request; null if it has none, or one that is forged or expired. */
  const read = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<BrowserCookie | null> =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const [, userId = "", until = "", fingerprint = "", signature = ""] =
        cookieFormat.exec(request.cookies[name] ?? "") ?? []
      const isOurs = isEqual(signature, sign(`${userId}.${until}.${fingerprint}`))
      return isOurs && Number(until) * 1000 > now ? { userId, fingerprint } : null
    })

  /** Returns whether a cookie is of an account with its current password. */
  const belongsTo = ({ fingerprint, userId }: BrowserCookie, account: Account): boolean =>
    userId === account.id && isEqual(fingerprint, fingerprintOf(account))

  /** Adds the cookie for an account to an answer. */
  const remember =
    (account: Account) =>
    (response: HttpServerResponse.HttpServerResponse): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const payload = `${account.id}.${Math.floor(now / 1000) + LIFETIME_SECONDS}.${fingerprintOf(account)}`
        return HttpServerResponse.setCookieUnsafe(response, name, `${payload}.${sign(payload)}`, {
          path: "/",
          httpOnly: true,
          sameSite: "lax",
          secure: isSecure,
          maxAge: `${LIFETIME_SECONDS} seconds`
        })
      })

  return { belongsTo, read, remember }
})
