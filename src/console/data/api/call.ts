// Calls the API. The contract is imported as types only: method, path, parameters, body and response are
// type-checked, and none of its code reaches the browser.
import type { Answer, Body, Method, PathNames, Path, Query } from "../../../contract/wire.ts"
import { note } from "./lastRequests.ts"
import { Refused } from "./Refused.ts"

export type { Answer, Body } from "../../../contract/wire.ts"

type Moment = "from" | "to" | "at"
/** Written allows numbers where the query has text; times are written by `iso`. */
type Written<Q> = {
  readonly [K in keyof Q]:
    | Q[K]
    | (K extends Moment ? never : string extends Extract<Q[K], string> ? number : never)
}

/** Call is one request: path parameters, query, body and headers, in the types of the contract. */
export interface Call<M extends Method, P extends string> {
  readonly params?: Readonly<Record<PathNames<P>, string>>
  readonly query?: Written<Query<M, P>>
  readonly body?: Body<M, P>
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

const searchOf = (query: object): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  return search.size === 0 ? "" : `?${search}`
}

const ask = async <M extends Method, const P extends Path<M>>(
  method: M,
  path: P,
  { body, headers, params, query, signal }: Call<M, P>
): Promise<readonly [Response, Answer<M, P>]> => {
  const values: Readonly<Record<string, string>> = params ?? {}
  const filled = String(path)
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ""))
    .replace(/\/$/, "")
  const address = `/api/v1${filled}${searchOf(query ?? {})}`
  const sent = { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers }
  const page = location.pathname
  const response = await fetch(address, {
    method,
    ...(signal === undefined ? {} : { signal }),
    headers: sent,
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  }).catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause
    throw Refused.unreachable()
  })
  note({ method, address, headers: sent, body }, page, signal)
  const text = await response.text()
  if (!response.ok) throw Refused.from(response, text)
  // the server encodes by the same schema
  return [response, (text === "" ? undefined : JSON.parse(text)) as Answer<M, P>]
}

/**
 * call sends a request and returns the response body, in the type of the contract.
 *
 * @throws Refused with the server's problem document, or with status 0 where no response came.
 */
export const call = async <M extends Method, const P extends Path<M>>(
  method: M,
  path: P,
  sent: Call<M, P> = {}
): Promise<Answer<M, P>> => (await ask(method, path, sent))[1]

/** Edited is a record with its edition: the value for `If-Match`, including the quotation marks. */
export interface Edited<A> {
  readonly record: A
  readonly edition: string
}

/**
 * callEdited is `call` for a record that has editions.
 *
 * @throws Refused as `call`; 412 where `If-Match` names another edition than the current one
 */
export const callEdited = async <M extends Method, const P extends Path<M>>(
  method: M,
  path: P,
  sent: Call<M, P> = {}
): Promise<Edited<Answer<M, P>>> => {
  const [response, record] = await ask(method, path, sent)
  return { record, edition: response.headers.get("etag") ?? "*" }
}
