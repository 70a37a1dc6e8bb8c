// The API as it is on the wire, as types alone: for programs of ours that write JSON themselves and load nothing of
// the contract. Where the handlers have milliseconds, what is sent here is a text of RFC 3339; `formatInstant` of
// `domain/time.ts` writes one.
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type { Api } from "./Api.ts"

type Groups = typeof Api extends HttpApi.HttpApi<infer _Id, infer All> ? All : never
type Endpoint = HttpApiGroup.Endpoints<Groups>

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE"

/** The paths that a method has, below `/api/v1` and with `:names` for what stands in them. */
export type Path<M extends Method> = Extract<Endpoint, { readonly method: M }>["path"] extends infer P
  ? P extends `/api/v1${infer Rest}`
    ? Rest
    : never
  : never

type At<M extends Method, P extends string> = Extract<
  Endpoint,
  { readonly method: M; readonly path: `/api/v1${P}` }
>

/** The names in a path. */
export type Names<P extends string> = P extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : P extends `${string}/:${infer Name}`
    ? Name
    : never

/** What a schema of the contract is as JSON, or as the texts of an address. */
type Wire<S> = [S] extends [never]
  ? undefined
  : S extends { readonly schema: { readonly Encoded: infer Encoded } }
    ? [Encoded] extends [void]
      ? undefined
      : Encoded
    : undefined

/** The body of a request; undefined: there is none. */
export type Body<M extends Method, P extends string> = Wire<HttpApiEndpoint.Payload<At<M, P>>>

/** The query of a request, all of it texts or lists of texts; undefined: there is none. */
export type Query<M extends Method, P extends string> = Wire<HttpApiEndpoint.Query<At<M, P>>>

/** The body of a success; undefined: there is none. */
export type Answer<M extends Method, P extends string> = Wire<HttpApiEndpoint.Success<At<M, P>>>
