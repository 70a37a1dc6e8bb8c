// Authenticates data sources: the source of the path, if the token is its own.
import { Effect, Layer, Redacted } from "effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Forbidden, Unauthorized, Unavailable } from "../../contract/http/errors.ts"
import { AuthenticateSource, CurrentSource } from "../../contract/groups/intake/ingest.ts"
import { type Backlog, Denied, Intake, IntakeUnavailable } from "../../intake/ports.ts"

const waitHints = {
  database: { seconds: 2, detail: "The database does not answer." },
  backlog: { seconds: 5, detail: "The rules are too far behind." },
  project_backlog: {
    seconds: 5,
    detail: "The rules of the project that these devices are in are too far behind."
  },
  crowded: { seconds: 1, detail: "Too much is waiting to be stored." }
} as const

/** Explains why a project's backlog refuses some senders and not others. */
const backlogText = ({ projectId, rows }: Backlog): string =>
  ` ${rows} log rows of the project ${projectId} wait: its rules cause more work than their share. ` +
  `What goes to other projects is taken.`

/** Returns 503 with `Retry-After`, for when ingest takes no more at the moment. */
export const respondIntakeUnavailable = ({
  backlog,
  detail,
  reason
}: IntakeUnavailable): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(
    Effect.orDie(
      HttpServerRespondable.toResponse(
        new Unavailable({
          code: "NOT_NOW",
          detail:
            `${detail ?? waitHints[reason].detail}${backlog === undefined ? "" : backlogText(backlog)} ` +
            `Send it again; nothing is stored twice.`
        })
      )
    ),
    HttpServerResponse.setHeader("retry-after", String(waitHints[reason].seconds))
  )

/** Returns 401 for an invalid token, 403 for a disabled source. */
const refuseDenied = ({ reason }: Denied): Unauthorized | Forbidden =>
  reason === "disabled"
    ? new Forbidden({ code: "DATA_SOURCE_DISABLED", detail: "The data source is switched off." })
    : new Unauthorized({
        code: "UNAUTHORIZED",
        detail: "The token opens no such data source: send the token that was shown when the source was made."
      })

/** Answers senders that ingest refuses, for good or temporarily. */
export const answerIntakeRefused = <A, E, R>(effect: Effect.Effect<A, E | IntakeUnavailable | Denied, R>) =>
  effect.pipe(
    Effect.catch(
      (
        error
      ): Effect.Effect<
        HttpServerResponse.HttpServerResponse,
        Exclude<E, IntakeUnavailable | Denied> | Unauthorized | Forbidden
      > =>
        error instanceof IntakeUnavailable
          ? respondIntakeUnavailable(error)
          : Effect.fail(
              error instanceof Denied
                ? refuseDenied(error)
                : (error as Exclude<E, IntakeUnavailable | Denied>)
            )
    )
  ) // TypeScript does not narrow the union

/** Returns the password of Basic credentials, which is the token for senders that support no other scheme. */
const passwordIn = (authorization: string | undefined): string | undefined => {
  const [, encoded] = /^basic +([\w+/=-]+) *$/i.exec(authorization ?? "") ?? []
  if (encoded === undefined) return undefined
  const credentials = Buffer.from(encoded, "base64").toString("utf8")
  return credentials.slice(credentials.indexOf(":") + 1)
}

/** `AuthenticateSourceLive` authenticates requests to ingest by the token of their data source. */
export const AuthenticateSourceLive = Layer.effect(
  AuthenticateSource,
  Effect.gen(function* () {
    const intake = yield* Intake
    return AuthenticateSource.of({
      sourceToken: (app, { credential }) =>
        Effect.gen(function* () {
          const { data_source_id } = yield* HttpRouter.params
          const { headers } = yield* HttpServerRequest.HttpServerRequest
          const source = yield* intake.authenticate(
            data_source_id!.toLowerCase(),
            passwordIn(headers["authorization"]) ?? Redacted.value(credential)
          )
          return yield* Effect.provideService(app, CurrentSource, source)
        }).pipe(answerIntakeRefused)
    })
  })
)
