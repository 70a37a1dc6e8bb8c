// Who is asking: the bearer token's owner.
import { Effect, Layer, Redacted } from "effect"
import { Authenticate, CurrentActor } from "../contract/authorization.ts"
import { Unauthorized } from "../contract/errors.ts"
import { Tokens } from "../store/Tokens.ts"
import { RequestId } from "./RequestId.ts"

/** Longer ones are not looked up. */
const MAX_TOKEN = 512

export const AuthenticateLive = Layer.effect(Authenticate, Effect.gen(function*() {
  const tokens = yield* Tokens
  return Authenticate.of({
    bearer: Effect.fnUntraced(function*(app, { credential }) {
      const token = Redacted.value(credential)
      const owner = token === "" || token.length > MAX_TOKEN ? null : yield* tokens.owner(token)
      if (owner === null) {
        return yield* new Unauthorized({ code: "UNAUTHORIZED", detail: token === "" ? "Send a token: Authorization: Bearer …" : "The token opens nothing: it is unknown, expired or revoked." })
      }
      return yield* Effect.provideService(app, CurrentActor, { ...owner, requestId: yield* RequestId })
    })
  })
}))
