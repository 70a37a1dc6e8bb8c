// Answers for logging in and out, and for what callers know of themselves.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../contract/Api.ts"
import { CurrentActor } from "../contract/authorization.ts"
import { Forbidden, Invalid, TooMany, Unauthorized, Unavailable } from "../contract/errors.ts"
import type { Actor } from "../domain/access/Actor.ts"
import { AuditLog } from "../store/AuditLog.ts"
import { LoginAttempts, type Throttled } from "../store/LoginAttempts.ts"
import { Passwords } from "../store/Passwords.ts"
import { hashOfSession, type SessionOwner, Sessions } from "../store/Sessions.ts"
import { type Account, Users } from "../store/Users.ts"
import { answerLater } from "./answerLater.ts"
import { makeClientAddress } from "./clientAddress.ts"
import { RequestId } from "./RequestId.ts"
import { originOf } from "./sameOrigin.ts"
import { readCookie, withCookie } from "./sessionCookie.ts"
import { SessionPolicy } from "./SessionPolicy.ts"

/** 429 and 503 with `Retry-After`. */
export const answerWaits = {
  Throttled: ({ seconds }: Throttled) => answerLater(new TooMany({ code: "TOO_MANY_ATTEMPTS", detail: `Too many attempts have failed. The next one is looked at in ${seconds} s.` }), seconds),
  Crowded: () => answerLater(new Unavailable({ code: "CROWDED", detail: "Too many passwords are being checked." }), 2)
}

/** One refusal whatever is wrong, so that it does not tell whom there is. */
const refused = () => new Unauthorized({ code: "WRONG_CREDENTIALS", detail: "There is no such account, or this is not its password." })

const crossSite = () => new Forbidden({ code: "CROSS_SITE", detail: "Another site sent this." })

const needsOf = Effect.gen(function*() {
  const policy = yield* SessionPolicy
  return {
    policy, clientAddress: makeClientAddress(policy.trustedProxies),
    attempts: yield* LoginAttempts, log: yield* AuditLog, passwords: yield* Passwords, sessions: yield* Sessions, users: yield* Users
  }
})

const actorOf = ({ name, serverAdmin, userId }: SessionOwner, requestId: string): Actor =>
  ({ kind: "user", id: userId, name, userId, serverAdmin, scopes: null, projectIds: null, requestId })

export const LoginLive = HttpApiBuilder.group(Api, "login", Effect.fnUntraced(function*(handlers) {
  const { attempts, clientAddress, log, passwords, policy, sessions, users } = yield* needsOf

  const noteFailure = (email: string, account: Account | null, address: string, requestId: string) =>
    log.note({ kind: "system", id: null, name: null, requestId },
      { action: "user.login_failed", objectType: "user", objectId: account?.id ?? null, detail: { email, address, reason: account === null ? "unknown" : account.enabled ? "password" : "disabled" } })

  return handlers.handle("login", ({ payload: { email, password }, request }) => Effect.gen(function*() {
    if (originOf(request.headers, policy.publicUrl) === "foreign") return yield* crossSite()
    const address = clientAddress(request)
    const requestId = yield* RequestId
    yield* passwords.checkCrowd
    yield* attempts.begin(address, email)
    const account = yield* users.account({ email })
    const right = yield* passwords.verify(password, account?.passwordHash ?? null)
    const browser = { address, userAgent: request.headers["user-agent"] ?? "", requestId }
    const session = right && account?.enabled === true ? yield* sessions.open(account, browser, readCookie(policy, request), policy) : null
    if (session === null) {
      yield* noteFailure(email, account, address, requestId)
      return yield* refused()
    }
    yield* attempts.succeeded(address, email)
    const me = yield* users.me(actorOf(session.owner, requestId))
    return withCookie(policy, session.id)(HttpServerResponse.jsonUnsafe({ ...me, session_expires_at: session.owner.expiresAt }))
  }).pipe(Effect.catchTags(answerWaits)))
}))

export const SessionLive = HttpApiBuilder.group(Api, "session", Effect.fnUntraced(function*(handlers) {
  const { attempts, clientAddress, passwords, policy, sessions, users } = yield* needsOf

  /** The session that the caller came by; null: by a token. */
  const current = (actor: Actor, request: HttpServerRequest.HttpServerRequest) => actor.kind === "user" ? readCookie(policy, request) : null

  return handlers.handleAll({
    logout: ({ request }) => Effect.gen(function*() {
      const actor = yield* CurrentActor
      const id = current(actor, request)
      if (id !== null) yield* sessions.close(actor, id)
      return withCookie(policy, null)(HttpServerResponse.empty({ status: 204 }))
    }),
    me: ({ request }) => Effect.gen(function*() {
      const actor = yield* CurrentActor
      const id = current(actor, request)
      const session = id === null ? null : yield* sessions.owner(id, policy)
      return { ...yield* users.me(actor), session_expires_at: session?.expiresAt ?? null }
    }),
    password: ({ payload, request }) => Effect.gen(function*() {
      const actor = yield* CurrentActor
      const address = clientAddress(request)
      yield* passwords.checkCrowd
      const account = yield* users.account({ id: actor.userId })
      yield* attempts.begin(address, actor.userId)
      if (!(yield* passwords.verify(payload.current, account?.passwordHash ?? null))) {
        return yield* Invalid.at("/current", "WRONG_PASSWORD", "This is not your present password.")
      }
      yield* attempts.succeeded(address, actor.userId)
      const id = current(actor, request)
      yield* users.changePassword(actor, payload.new, id === null ? null : hashOfSession(id))
      return HttpServerResponse.empty({ status: 204 })
    }).pipe(Effect.catchTags(answerWaits))
  })
}))
