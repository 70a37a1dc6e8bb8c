// The guard of every route: who is asking, and may they. An endpoint names the permission it needs beside its path; one that names
// none is refused to everybody, and a test finds it. `api/authenticate.ts` and `api/permit.ts` answer.
import { Context } from "effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import type { Actor } from "../domain/access/Actor.ts"
import type { Permission } from "../domain/access/Permission.ts"
import { Forbidden, Invalid, Malformed, NotFound, TooLarge, Unauthorized, WrongMediaType } from "./errors.ts"

/**
 * What a caller must have: a permission key (in the project of the path, or in any project where the path has none), to be a server
 * admin, or only to be known. `source_token`: the route knows its callers by another token and asks itself.
 */
export type Need = Permission | "server_admin" | "known_caller" | "source_token"

/** Annotation of an endpoint: `.annotate(Needs, "rules:write")`. */
export const Needs = Context.Reference<Need | undefined>("contract/Needs", { defaultValue: () => undefined })

/** Who is asking; there for every handler behind the guard. */
export class CurrentActor extends Context.Service<CurrentActor, Actor>()("contract/CurrentActor") {}

/** Knows the caller by the bearer token. */
export class Authenticate extends HttpApiMiddleware.Service<Authenticate, { provides: CurrentActor }>()("contract/Authenticate", {
  requiredForClient: true,
  security: { bearer: HttpApiSecurity.bearer },
  error: Unauthorized
}) {}

/** Finds the project of the path, if it has one, and holds the caller against what the endpoint needs. */
export class Permit extends HttpApiMiddleware.Service<Permit, { requires: CurrentActor }>()("contract/Permit", { error: [Forbidden, NotFound] }) {}

/** Reads the request: refuses bodies that are too large, compressed, not JSON or hostile, and says where a request breaks its schema. */
export class ReadRequest extends HttpApiMiddleware.Service<ReadRequest>()("contract/ReadRequest", {
  error: [Malformed, Invalid, NotFound, TooLarge, WrongMediaType]
}) {}

/** Annotation of an endpoint: what its body may be. `bytes` as sent; `depth` and `nodes` of the JSON in it. */
export const BodyLimits = Context.Reference<{ readonly bytes: number; readonly depth: number; readonly nodes: number }>("contract/BodyLimits", {
  defaultValue: () => ({ bytes: 8 * 1024 * 1024, depth: 32, nodes: 200_000 })
})
