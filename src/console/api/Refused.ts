// Why a request did not get what it asked for.

/** One mistake in what was sent; `pointer`: the member, as a JSON Pointer; `at`: where a shape breaks. */
export interface Mistake {
  readonly pointer: string
  readonly code: string
  readonly detail: string
  readonly at?: readonly [number, number]
}

/** Who gave a record the edition it has now, and when; null: nobody remembers. */
export interface LastChange {
  readonly edition: string
  readonly by: { readonly id: string | null; readonly name: string | null } | null
  readonly at: string | null
}

/** What a refusal says: RFC 9457, with members of ours. */
export interface Problem {
  readonly title?: string
  readonly detail?: string
  readonly code?: string
  readonly request_id?: string
  readonly permission?: string
  readonly granted_by?: ReadonlyArray<string>
  readonly errors?: ReadonlyArray<Mistake>
  /** of an analysis that crosses a bound: what it would read */
  readonly estimate?: object
  /** of 412: what is there instead */
  readonly current?: LastChange
}

const problemOf = (text: string): Problem => {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === "object" && parsed !== null ? parsed : {}
  } catch {
    return {} // a proxy's page
  }
}

/** A refusal: the problem document of RFC 9457. Status 0: the server could not be reached. */
export class Refused extends Error {
  readonly status: number
  readonly problem: Problem
  /** seconds to wait before it is tried again; null: nobody said */
  readonly retryAfter: number | null

  constructor(status: number, problem: Problem, retryAfter: number | null) {
    super(problem.detail ?? problem.title ?? `The server answered ${status}.`)
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
  }

  static unreachable(): Refused {
    return new Refused(0, { detail: "Pugmark cannot be reached." }, null)
  }

  static from(response: Response, text: string): Refused {
    const wait = Number(response.headers.get("retry-after") ?? "")
    return new Refused(response.status, problemOf(text), Number.isFinite(wait) && wait > 0 ? wait : null)
  }
}

/** What is wrong with each member that was sent, by its JSON Pointer; of `/a/b` also under `/a`. */
export const mistakesOf = (error: unknown): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const { detail, pointer } of error instanceof Refused ? (error.problem.errors ?? []) : [])
    for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/")))
      if (!found.has(at)) found.set(at, detail)
  return found
}

/** A sentence for a person. */
export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** codeOf is the code of the server's refusal, such as `IDENTITY_TAKEN`; undefined where it gave none. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Refused ? error.problem.code : undefined
