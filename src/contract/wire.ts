// The API as it is on the wire, as types alone: for programs of this repository that write JSON themselves and load
// nothing of the contract. Where handlers have milliseconds, the wire has a text of RFC 3339; `formatInstant` of
// `domain/time.ts` writes one.
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type { Api } from "./Api.ts"

type Groups = typeof Api extends HttpApi.HttpApi<infer _Id, infer All> ? All : never
type Endpoint = HttpApiGroup.Endpoints<Groups>

/** Method is an HTTP method that the API uses. */
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE"

/** Path is any path of a method, below `/api/v1`, with `:names` for its parameters. */
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
export type PathNames<P extends string> = P extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : P extends `${string}/:${infer Name}`
    ? Name
    : never

/** Wire is what a schema of the contract encodes to: JSON, or the texts of an address. */
type Wire<S> = [S] extends [never]
  ? undefined
  : S extends { readonly schema: { readonly Encoded: infer Encoded } }
    ? [Encoded] extends [void]
      ? undefined
      : Encoded
    : undefined

/** Body is the JSON body of a request; undefined: the request has none. */
export type Body<M extends Method, P extends string> = Wire<HttpApiEndpoint.Payload<At<M, P>>>

/** Query is the query of a request, all of it texts or lists of texts; undefined: the request has none. */
export type Query<M extends Method, P extends string> = Wire<HttpApiEndpoint.Query<At<M, P>>>

/** Answer is the JSON body of a success; undefined: the response has none. */
export type Answer<M extends Method, P extends string> = Wire<HttpApiEndpoint.Success<At<M, P>>>
