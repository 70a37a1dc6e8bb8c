// Calls the API from within this process as a given actor: the same routes, authorization and answers as over HTTP.
// Used by mounts of other protocols, such as MCP.
import { Cause, Context, Data, Effect, Layer } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../contract/Api.ts"
import type { Answer, Body, Method, PathNames, Path, Query } from "../../contract/wire.ts"
import type { Actor } from "../../domain/access/Actor.ts"
import { ImpersonatedActor } from "../access/ImpersonatedActor.ts"
import { CurrentAccess, type KnownAccess } from "../access/KnownAccess.ts"
import { Handlers } from "../groups/Handlers.ts"
import { outageIn, respondToCause } from "./problemResponse.ts"

/** `RequestIssue` is one entry of `errors` in a problem document. */
export interface RequestIssue {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** `Refused` is an answer of 400 or above: its status, and the members of its problem document. */
export class Refused extends Data.TaggedError("Refused")<{
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly errors: ReadonlyArray<RequestIssue>
}> {}

/** `ApiRequest` holds the path parameters, query, body and headers of a call. */
export interface ApiRequest<M extends Method, P extends string> {
  readonly params?: Readonly<Record<PathNames<P>, string>>
  readonly query?: { readonly [K in keyof Query<M, P>]?: Query<M, P>[K] | undefined }
  readonly body?: Body<M, P>
  readonly headers?: Readonly<Record<string, string>>
}

/** `InProcessCaller` is in whose name a call is made, and what is known of their access; null: nothing is. */
export interface InProcessCaller {
  readonly actor: Actor
  readonly access: KnownAccess | null
}

/** `InProcessApi` answers calls with the router that serves HTTP. */
export class InProcessApi extends Context.Service<
  InProcessApi,
  {
    /** Calls an operation as `caller` and returns its decoded JSON; fails with `Refused` from 400 on. */
    readonly call: <M extends Method, const P extends Path<M>>(
      caller: InProcessCaller,
      method: M,
      path: P,
      request?: ApiRequest<M, P>
    ) => Effect.Effect<Answer<M, P>, Refused>
  }
>()("api/InProcessApi") {
  /** Needs the services of the handlers, which it shares with the routes over HTTP. */
  static readonly layer = Layer.effect(
    InProcessApi,
    Effect.suspend(() => make)
  ).pipe(Layer.provide(Handlers))
}

const searchOf = (query: object): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  return search.size === 0 ? "" : `?${search}`
}

const addressOf = (path: string, { params = {}, query = {} }: ApiRequest<Method, string>): string => {
  const values: Readonly<Record<string, string>> = params
  const filled = path
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ""))
    .replace(/\/$/, "")
  return `http://in-process/api/v1${filled}${searchOf(query)}`
}

const refusedBy = (status: number, text: string): Refused => {
  const {
    code = "ERROR",
    detail = "",
    errors = [],
    title = ""
  }: Partial<Refused> & { title?: string } = text.startsWith("{") ? JSON.parse(text) : {}
  return new Refused({ status, code, detail: detail === "" ? title : detail, errors })
}

const make = Effect.gen(function* () {
  const router = yield* HttpRouter.make
  yield* Layer.build(
    HttpApiBuilder.layer(Api).pipe(Layer.provide(Layer.succeed(HttpRouter.HttpRouter, router)))
  )
  const answer = router.asHttpEffect()

  const call = Effect.fn("InProcessApi.call")(function* (
    { access, actor }: InProcessCaller,
    method: string,
    path: string,
    request: ApiRequest<Method, string> = {}
  ) {
    const { body, headers } = request as {
      readonly body?: unknown
      readonly headers?: Record<string, string>
    }
    const webRequest = new Request(addressOf(path, request), {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const response = yield* Effect.scoped(
      answer.pipe(
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.interrupt
            : Effect.tap(respondToCause(cause), ({ status }) =>
                status < 500 || outageIn(cause) !== null
                  ? Effect.void
                  : Effect.logError("an in-process call of the API failed", cause, { method, path })
              )
        ),
        Effect.flatMap((found) => Effect.promise(async () => HttpServerResponse.toWeb(found))),
        Effect.flatMap((found) =>
          Effect.promise(async () => ({ status: found.status, text: await found.text() }))
        ),
        Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(webRequest)),
        Effect.provideService(ImpersonatedActor, actor),
        Effect.provideService(CurrentAccess, access)
      )
    )
    if (response.status >= 400) return yield* refusedBy(response.status, response.text)
    return response.text === "" ? undefined : JSON.parse(response.text)
  })

  // the routes encode by the schemas that these types derive from
  return InProcessApi.of({ call: call as unknown as (typeof InProcessApi)["Service"]["call"] })
})
