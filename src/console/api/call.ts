// Calls the API. The contract is here as types alone: method, path, parameters, body and answer are checked,
// and nothing of it is sent to the browser.
import type { Answer, Body, Method, PathNames, Path, Query } from "../../contract/wire.ts"
import { note } from "./lastRequests.ts"
import { Refused } from "./Refused.ts"

export type { Answer, Body, Path } from "../../contract/wire.ts"

type Moment = "from" | "to" | "at"
/** Numbers may stand where any text may; moments are written by `iso`. */
type Written<Q> = {
  readonly [K in keyof Q]:
    | Q[K]
    | (K extends Moment ? never : string extends Extract<Q[K], string> ? number : never)
}

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
 * The answer, in the type of the contract.
 *
 * @throws Refused with the server's problem document, or with status 0 where no answer came.
 */
export const call = async <M extends Method, const P extends Path<M>>(
  method: M,
  path: P,
  sent: Call<M, P> = {}
): Promise<Answer<M, P>> => (await ask(method, path, sent))[1]

/** A record as it was read or written, and its edition: what `If-Match` takes, with its quotation marks. */
export interface Edited<A> {
  readonly record: A
  readonly edition: string
}

/**
 * As `call`, of a record that has editions.
 *
 * @throws Refused as `call`; 412 where another edition than the one of `If-Match` is there
 */
export const callEdited = async <M extends Method, const P extends Path<M>>(
  method: M,
  path: P,
  sent: Call<M, P> = {}
): Promise<Edited<Answer<M, P>>> => {
  const [response, record] = await ask(method, path, sent)
  return { record, edition: response.headers.get("etag") ?? "*" }
}
