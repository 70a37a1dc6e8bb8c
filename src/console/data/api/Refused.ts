// Errors of API requests.
import { words } from "../../../words/language.ts"

/**
 * Mistake is one invalid member of a request; `pointer` is its JSON Pointer, `at` the position where a
 * geometry is broken.
 */
export interface Mistake {
  readonly pointer: string
  readonly code: string
  readonly detail: string
  readonly at?: readonly [number, number]
}

/** LastChange names the author and the time of the current edition of a record; null: not recorded. */
export interface LastChange {
  readonly edition: string
  readonly by: { readonly id: string | null; readonly name: string | null } | null
  readonly at: string | null
}

/** Problem is a problem document of RFC 9457 with the members that this API adds. */
export interface Problem {
  readonly title?: string
  readonly detail?: string
  readonly code?: string
  readonly request_id?: string
  readonly permission?: string
  readonly granted_by?: ReadonlyArray<string>
  readonly errors?: ReadonlyArray<Mistake>
  /** of an analysis that exceeds a limit: what it would read */
  readonly estimate?: object
  /** of 412: the current edition */
  readonly current?: LastChange
}

const problemOf = (text: string): Problem => {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === "object" && parsed !== null ? parsed : {}
  } catch {
    return {} // the body is a proxy's error page
  }
}

/** Refused is a failed request with its problem document; status 0: the server could not be reached. */
export class Refused extends Error {
  readonly status: number
  readonly problem: Problem
  /** seconds to wait before a retry; null: the server gave none */
  readonly retryAfter: number | null

  constructor(status: number, problem: Problem, retryAfter: number | null) {
    super(problem.detail ?? problem.title ?? `The server answered ${status}.`)
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
  }

  static unreachable(): Refused {
    return new Refused(0, {}, null)
  }

  static from(response: Response, text: string): Refused {
    const wait = Number(response.headers.get("retry-after") ?? "")
    return new Refused(response.status, problemOf(text), Number.isFinite(wait) && wait > 0 ? wait : null)
  }
}

/**
 * mistakesOf returns the messages for invalid members by JSON Pointer; a message for `/a/b` also stands under
 * `/a`.
 */
export const mistakesOf = (error: unknown): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const { detail, pointer } of error instanceof Refused ? (error.problem.errors ?? []) : [])
    for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/")))
      if (!found.has(at)) found.set(at, detail)
  return found
}

/** sentenceOf returns the message of an error: that of the server, where it sent one. */
export const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Refused)) return error instanceof Error ? error.message : String(error)
  const { problem, status } = error
  if (status === 0) return words.common.refused.unreachable
  return problem.detail ?? problem.title ?? words.common.refused.answered({ status })
}

/** codeOf is the code of the server's refusal, such as `IDENTITY_TAKEN`; undefined where it gave none. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Refused ? error.problem.code : undefined
