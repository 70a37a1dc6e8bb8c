// Health checks for monitors and load balancers: liveness and readiness. Open to everyone, at the root.
import { Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Unavailable } from "../../contract/http/errors.ts"
import { Health } from "../../store/system/Health.ts"
import type { Route } from "./allowedMethods.ts"

/** `healthRoutes` are the routes of the health checks. */
export const healthRoutes: ReadonlyArray<Route> = [
  ["GET", "/health"],
  ["GET", "/health/ready"]
]

/**
 * `HealthLive` serves `/health`, which answers while the process runs, and `/health/ready`, which answers 503
 * until the database answers and has the schema.
 */
export const HealthLive = Layer.effectDiscard(
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter
    const health = yield* Health
    yield* router.add("GET", "/health", HttpServerResponse.jsonUnsafe({ status: "ok" }))
    yield* router.add(
      "GET",
      "/health/ready",
      Effect.gen(function* () {
        const missing = yield* health.missing
        if (missing === null) return HttpServerResponse.jsonUnsafe({ status: "ready" })
        const problem = yield* HttpServerRespondable.toResponse(
          new Unavailable({ code: "NOT_READY", detail: missing })
        )
        return HttpServerResponse.setHeader(problem, "retry-after", "2")
      })
    )
  })
)
