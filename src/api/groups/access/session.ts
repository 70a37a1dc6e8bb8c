// Answers for logging in and out, and for what callers know of themselves.
import { Clock, Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../../contract/Api.ts"
import { CurrentActor } from "../../../contract/http/authorization.ts"
import { Forbidden, Invalid, TooMany, Unauthorized, Unavailable } from "../../../contract/http/errors.ts"
import { RetryAppointments } from "../../../domain/access/RetryAppointments.ts"
import { AuditLog } from "../../../store/access/AuditLog.ts"
import { LoginAttempts, type Throttled } from "../../../store/access/LoginAttempts.ts"
import { Passwords } from "../../../passwords/Passwords.ts"
import { hashOfSession, Sessions } from "../../../store/access/Sessions.ts"
import { ANSWER_TIMEOUT_MS, Overloaded } from "../../../passwords/HashQueue.ts"
import { type Account, Users } from "../../../store/access/Users.ts"
import { respondRetryLater } from "../../http/respondRetryLater.ts"
import { makeClientAddress } from "../../http/clientAddress.ts"
import { RequestId } from "../../http/RequestId.ts"
import { originOf } from "../../http/sameOrigin.ts"
import { sessionActor, makeCallerLookup, bearerTokenOf } from "../../access/callerLookup.ts"
import { makeReadMe, sessionIdOf } from "../../access/readMe.ts"
import { makeBrowserCookie } from "../../access/browserCookie.ts"
import { readSessionCookie, withSessionCookie } from "../../access/sessionCookie.ts"
import { failureReason } from "../../access/failureReason.ts"
import { FirstPassword } from "../../access/FirstPassword.ts"
import { SessionPolicy } from "../../access/SessionPolicy.ts"

/** 429 and 503 with `Retry-After`. */
export const answerWaits = {
  Throttled: ({ seconds }: Throttled) =>
    respondRetryLater(
      new TooMany({
        code: "TOO_MANY_ATTEMPTS",
        detail: `Too many attempts have failed. The next one is looked at in ${seconds} s.`
      }),
      seconds
    ),
  Overloaded: ({ seconds }: Overloaded) =>
    respondRetryLater(
      new Unavailable({
        code: "CROWDED",
        detail:
          `So many passwords are being checked that this one was not. That is no failure. Come back ` +
          `in ${seconds} s: who does comes before those who come first.`
      }),
      seconds
    )
}

/** One refusal whatever is wrong, so that it does not tell whom there is. */
const refused = () =>
  new Unauthorized({
    code: "WRONG_CREDENTIALS",
    detail: "There is no such account, or this is not its password."
  })

const crossSite = () => new Forbidden({ code: "CROSS_SITE", detail: "Another site sent this." })

/** What somebody tried: at whose account, and whether the password is the account's. */
interface Tried {
  readonly account: Account | null
  readonly right: boolean
}

/** What failures of a known browser, or of a session, are remembered by: not those of guessers. */
const nameOfKnown = (userId: string): string => `known ${userId}`

const needsOf = Effect.gen(function* () {
  const policy = yield* SessionPolicy
  const attempts = yield* LoginAttempts,
    passwords = yield* Passwords,
    users = yield* Users
  const appointments = new RetryAppointments()

  /**
   * Tries a password at an account from an address, `name` being what the account is remembered by. It is
   * answered within three seconds: with what was found, or with when to come back. A try counts when its turn
   * comes; `unheard` is told of it if nobody waits any more.
   */
  const tryPassword = (
    {
      address,
      isKnown,
      name,
      password,
      who
    }: {
      readonly address: string
      readonly isKnown: boolean
      readonly name: string
      readonly password: string
      readonly who: Parameters<typeof users.account>[0]
    },
    unheard: (tried: Tried) => Effect.Effect<unknown>
  ): Effect.Effect<Tried, Overloaded | Throttled> =>
    Effect.gen(function* () {
      const key = `${address} ${name}`,
        now = yield* Clock.currentTimeMillis
      const firstRefusedAt = appointments.firstRefusedAt(key, now),
        attempt = { address, account: name, cameBack: firstRefusedAt !== null, isKnown }
      const looked = Effect.gen(function* () {
        yield* passwords.check(firstRefusedAt, isKnown)
        const lane = isKnown ? "clean" : yield* attempts.look(attempt)
        return yield* passwords.inTurn(
          { lane, firstRefusedAt, isKnown },
          (verify) =>
            Effect.gen(function* () {
              yield* attempts.begin(attempt)
              const account = yield* users.account(who)
              return { account, right: yield* verify(password, account?.passwordHash ?? null) }
            }),
          (tried) => Effect.andThen(tried.right ? attempts.succeeded(attempt) : Effect.void, unheard(tried))
        )
      })
      return yield* looked.pipe(
        Effect.timeoutOrElse({
          duration: ANSWER_TIMEOUT_MS,
          orElse: () => Effect.fail(new Overloaded({ seconds: 2 }))
        }),
        Effect.tap(() => Effect.sync(() => appointments.forget(key))),
        Effect.tapError(({ seconds }) =>
          Effect.map(Clock.currentTimeMillis, (then) => appointments.refuse(key, seconds, then))
        )
      )
    })

  return {
    policy,
    clientAddress: makeClientAddress(policy.trustedProxies),
    attempts,
    firstPassword: yield* FirstPassword,
    log: yield* AuditLog,
    passwords,
    sessions: yield* Sessions,
    tryPassword,
    users
  }
})

export const LoginLive = HttpApiBuilder.group(
  Api,
  "login",
  Effect.fnUntraced(function* (handlers) {
    const { attempts, clientAddress, firstPassword, log, policy, sessions, tryPassword, users } =
      yield* needsOf
    const browsers = yield* makeBrowserCookie
    /** The account of a browser that is known, if it is the one that is logged in at. */
    const knownAccount = Effect.fnUntraced(function* (
      email: string,
      request: HttpServerRequest.HttpServerRequest
    ) {
      const shown = yield* browsers.read(request)
      const account = shown === null ? null : yield* users.account({ email })
      return shown !== null && account !== null && browsers.belongsTo(shown, account) ? account : null
    })
    const { bySession, byToken, sessionOf } = yield* makeCallerLookup

    const noteFailure = (email: string, account: Account | null, address: string, requestId: string) =>
      log.note(
        { kind: "system", id: null, name: null, requestId },
        {
          action: "user.login_failed",
          objectType: "user",
          objectId: account?.id ?? null,
          detail: { email, address, reason: failureReason(account) }
        }
      )

    const login = (
      { email, password }: { readonly email: string; readonly password: string },
      request: HttpServerRequest.HttpServerRequest
    ) =>
      Effect.gen(function* () {
        if (originOf(request.headers, policy.publicUrl) === "foreign") return yield* crossSite()
        const address = clientAddress(request)
        const requestId = yield* RequestId
        const known = yield* knownAccount(email, request)
        const name = known === null ? email : nameOfKnown(known.id)
        const { account, right } = yield* tryPassword(
          { address, isKnown: known !== null, name, password, who: { email } },
          (tried) => (tried.right ? Effect.void : noteFailure(email, tried.account, address, requestId))
        )
        const browser = { address, userAgent: request.headers["user-agent"] ?? "", requestId }
        const session =
          right && account?.enabled === true
            ? yield* sessions.open(account, browser, readSessionCookie(policy, request), policy)
            : null
        if (session === null) {
          yield* noteFailure(email, account, address, requestId)
          return yield* refused()
        }
        yield* attempts.succeeded({ address, account: name })
        yield* firstPassword(password)
        const me = yield* users.me(sessionActor(session.owner, requestId))
        const answer = HttpServerResponse.jsonUnsafe({ ...me, session_expires_at: session.owner.expiresAt })
        return yield* browsers.remember(account!)(withSessionCookie(policy, session.id)(answer))
      }).pipe(Effect.catchTags(answerWaits))

    return handlers.handleAll({
      login: ({ payload, request }) => login(payload, request),
      session: ({ request }) =>
        Effect.gen(function* () {
          const requestId = yield* RequestId
          const owner = yield* byToken(bearerTokenOf(request))
          if (owner !== null)
            return { ...(yield* users.me({ ...owner, requestId })), session_expires_at: null }
          const id = sessionOf(request)
          const session = id === null ? null : yield* bySession(id)
          if (session === null) return null
          return {
            ...(yield* users.me(sessionActor(session, requestId))),
            session_expires_at: session.expiresAt
          }
        })
    })
  })
)

export const SessionLive = HttpApiBuilder.group(
  Api,
  "session",
  Effect.fnUntraced(function* (handlers) {
    const { attempts, clientAddress, policy, sessions, tryPassword, users } = yield* needsOf
    const readMe = yield* makeReadMe

    return handlers.handleAll({
      logout: ({ request }) =>
        Effect.gen(function* () {
          const actor = yield* CurrentActor
          const id = sessionIdOf(policy, actor, request)
          if (id !== null) yield* sessions.close(actor, id)
          return withSessionCookie(policy, null)(HttpServerResponse.empty({ status: 204 }))
        }),
      me: ({ request }) => Effect.flatMap(CurrentActor, (actor) => readMe(actor, request)),
      password: ({ payload, request }) =>
        Effect.gen(function* () {
          const actor = yield* CurrentActor
          const address = clientAddress(request)
          const name = nameOfKnown(actor.userId)
          const { right } = yield* tryPassword(
            { address, isKnown: true, name, password: payload.current, who: { id: actor.userId } },
            () => Effect.void
          )
          if (!right)
            return yield* Invalid.at("/current", "WRONG_PASSWORD", "This is not your present password.")
          yield* attempts.succeeded({ address, account: name })
          const id = sessionIdOf(policy, actor, request)
          yield* users.changePassword(actor, payload.new, id === null ? null : hashOfSession(id))
          return HttpServerResponse.empty({ status: 204 })
        }).pipe(Effect.catchTags(answerWaits))
    })
  })
)
