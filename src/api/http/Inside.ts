// The API asked from within this process, in somebody's name: the same routes, guard, rules and answers as over
// HTTP, with nothing decided or read a second time. For doors that speak otherwise than REST.
import { Cause, Context, Data, Effect, Layer } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../contract/Api.ts"
import type { Answer, Body, Method, Names, Path, Query } from "../../contract/wire.ts"
import type { Actor } from "../../domain/access/Actor.ts"
import { InsideActor } from "../access/InsideActor.ts"
import { Handlers } from "../groups/Handlers.ts"
import { outageIn, respondToCause } from "./problemResponse.ts"

/** What the API says of a mistake. */
export interface Mistake {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** A refusal of the API: its status, and what its problem document says. */
export class Refused extends Data.TaggedError("Refused")<{
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly errors: ReadonlyArray<Mistake>
}> {}

export interface Question<M extends Method, P extends string> {
  readonly params?: Readonly<Record<Names<P>, string>>
  readonly query?: { readonly [K in keyof Query<M, P>]?: Query<M, P>[K] | undefined }
  readonly body?: Body<M, P>
  readonly headers?: Readonly<Record<string, string>>
}

export class Inside extends Context.Service<
  Inside,
  {
    /** The answer as it is on the wire. */
    readonly ask: <M extends Method, const P extends Path<M>>(
      actor: Actor,
      method: M,
      path: P,
      question?: Question<M, P>
    ) => Effect.Effect<Answer<M, P>, Refused>
  }
>()("api/Inside") {
  /** Needs what the handlers need; they are shared with the API's own routes. */
  static readonly layer = Layer.effect(
    Inside,
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

const addressOf = (path: string, { params = {}, query = {} }: Question<Method, string>): string => {
  const values: Readonly<Record<string, string>> = params
  const filled = path
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ""))
    .replace(/\/$/, "")
  return `http://inside/api/v1${filled}${searchOf(query)}`
}

const refusedBy = (status: number, text: string): Refused => {
  const {
    code = "ERROR",
    detail = "",
    errors = [],
    title = ""
  }: Partial<Refused> & { title?: string } = text.startsWith("{") ? JSON.parse(text) : {} // our own writing
  return new Refused({ status, code, detail: detail === "" ? title : detail, errors })
}

const make = Effect.gen(function* () {
  const router = yield* HttpRouter.make
  yield* Layer.build(
    HttpApiBuilder.layer(Api).pipe(Layer.provide(Layer.succeed(HttpRouter.HttpRouter, router)))
  )
  const answer = router.asHttpEffect()

  const ask = Effect.fn("Inside.ask")(function* (
    actor: Actor,
    method: string,
    path: string,
    question: Question<Method, string> = {}
  ) {
    const { body, headers } = question as {
      readonly body?: unknown
      readonly headers?: Record<string, string>
    }
    const request = new Request(addressOf(path, question), {
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
                  : Effect.logError("a question from within failed", cause, { method, path })
              )
        ),
        Effect.flatMap((found) => Effect.promise(async () => HttpServerResponse.toWeb(found))),
        Effect.flatMap((found) =>
          Effect.promise(async () => ({ status: found.status, text: await found.text() }))
        ),
        Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request)),
        Effect.provideService(InsideActor, actor)
      )
    )
    if (response.status >= 400) return yield* refusedBy(response.status, response.text)
    return response.text === "" ? undefined : JSON.parse(response.text)
  })

  // the routes encode by the schemas that the types are made of
  return Inside.of({ ask: ask as unknown as (typeof Inside)["Service"]["ask"] })
})
