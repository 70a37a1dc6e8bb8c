// Handlers for logging in and out, and for the caller's own session.
import { Clock, Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../../contract/Api.ts"
import { CurrentActor } from "../../../contract/http/authorization.ts"
import { Forbidden, Invalid, Unauthorized } from "../../../contract/http/errors.ts"
import { RetryAppointments } from "../../../domain/access/RetryAppointments.ts"
import { AuditLog } from "../../../store/access/AuditLog.ts"
import { LoginAttempts, type Throttled } from "../../../store/access/LoginAttempts.ts"
import { Passwords } from "../../../passwords/Passwords.ts"
import { hashOfSession, Sessions } from "../../../store/access/Sessions.ts"
import { ANSWER_TIMEOUT_MS, Overloaded } from "../../../passwords/HashQueue.ts"
import { type Account, Users } from "../../../store/access/Users.ts"
import { makeClientAddress } from "../../http/clientAddress.ts"
import { RequestId } from "../../http/RequestId.ts"
import { originOf } from "../../http/sameOrigin.ts"
import { sessionActor, makeCallerLookup, bearerTokenOf } from "../../access/callerLookup.ts"
import { answerWaits } from "../../access/answerWaits.ts"
import { makeReadMe, sessionIdOf } from "../../access/readMe.ts"
import { makeBrowserCookie } from "../../access/browserCookie.ts"
import { readSessionCookie, withSessionCookie } from "../../access/sessionCookie.ts"
import { failureReason } from "../../access/failureReason.ts"
import { FirstPassword } from "../../access/FirstPassword.ts"
import { SessionPolicy } from "../../access/SessionPolicy.ts"

/** Returns the same refusal for an unknown account and a wrong password, so that accounts cannot be guessed. */
const wrongCredentials = () =>
  new Unauthorized({
    code: "WRONG_CREDENTIALS",
    detail: "There is no such account, or this is not its password."
  })

const crossSite = () => new Forbidden({ code: "CROSS_SITE", detail: "Another site sent this." })

/** `PasswordCheck` is a finished check: the account, and whether the password is right. */
interface PasswordCheck {
  readonly account: Account | null
  readonly right: boolean
}

/**
 * Returns the name under which failures of known browsers and sessions are counted, apart from those of
 * guessers.
 */
const knownAttemptsKey = (userId: string): string => `known ${userId}`

const loginServices = Effect.gen(function* () {
  const policy = yield* SessionPolicy
  const attempts = yield* LoginAttempts,
    passwords = yield* Passwords,
    users = yield* Users
  const appointments = new RetryAppointments()

  /**
   * Checks a password from an address; failures are counted under `name`. It answers within three seconds,
   * with the result or with when to retry. A check counts when its turn comes; `onAbandoned` is called with
   * its result if the request has ended by then.
   */
  const checkPassword = (
    {
      address,
      isKnown,
      name,
      password,
      accountFilter
    }: {
      readonly address: string
      readonly isKnown: boolean
      readonly name: string
      readonly password: string
      readonly accountFilter: Parameters<typeof users.account>[0]
    },
    onAbandoned: (tried: PasswordCheck) => Effect.Effect<unknown>
  ): Effect.Effect<PasswordCheck, Overloaded | Throttled> =>
    Effect.gen(function* () {
      const key = `${address} ${name}`,
        now = yield* Clock.currentTimeMillis
      const firstRefusedAt = appointments.firstRefusedAt(key, now),
        attempt = { address, account: name, cameBack: firstRefusedAt !== null, isKnown }
      const checked = Effect.gen(function* () {
        yield* passwords.check(firstRefusedAt, isKnown)
        const lane = isKnown ? "clean" : yield* attempts.look(attempt)
        return yield* passwords.inTurn(
          { lane, firstRefusedAt, isKnown },
          (verify) =>
            Effect.gen(function* () {
              yield* attempts.begin(attempt)
              const account = yield* users.account(accountFilter)
              return { account, right: yield* verify(password, account?.passwordHash ?? null) }
            }),
          (tried) =>
            Effect.andThen(tried.right ? attempts.succeeded(attempt) : Effect.void, onAbandoned(tried))
        )
      })
      return yield* checked.pipe(
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
    checkPassword,
    users
  }
})

/** `LoginLive` logs browsers in, and tells a page whether it has a session. */
export const LoginLive = HttpApiBuilder.group(
  Api,
  "login",
  Effect.fnUntraced(function* (handlers) {
    const { attempts, clientAddress, firstPassword, log, policy, sessions, checkPassword, users } =
      yield* loginServices
    const browsers = yield* makeBrowserCookie
    /** Returns the account of a known browser, if the login is for that account. */
    const knownAccount = Effect.fnUntraced(function* (
      email: string,
      request: HttpServerRequest.HttpServerRequest
    ) {
      const cookie = yield* browsers.read(request)
      const account = cookie === null ? null : yield* users.account({ email })
      return cookie !== null && account !== null && browsers.belongsTo(cookie, account) ? account : null
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
        const knownUser = yield* knownAccount(email, request)
        const name = knownUser === null ? email : knownAttemptsKey(knownUser.id)
        const { account, right } = yield* checkPassword(
          { address, isKnown: knownUser !== null, name, password, accountFilter: { email } },
          (tried) => (tried.right ? Effect.void : noteFailure(email, tried.account, address, requestId))
        )
        const browser = { address, userAgent: request.headers["user-agent"] ?? "", requestId }
        const session =
          right && account?.enabled === true
            ? yield* sessions.open(account, browser, readSessionCookie(policy, request), policy)
            : null
        if (session === null) {
          yield* noteFailure(email, account, address, requestId)
          return yield* wrongCredentials()
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

/** `SessionLive` logs out, returns the caller's account, and changes their password. */
export const SessionLive = HttpApiBuilder.group(
  Api,
  "session",
  Effect.fnUntraced(function* (handlers) {
    const { attempts, clientAddress, policy, sessions, checkPassword, users } = yield* loginServices
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
          const name = knownAttemptsKey(actor.userId)
          const { right } = yield* checkPassword(
            { address, isKnown: true, name, password: payload.current, accountFilter: { id: actor.userId } },
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
