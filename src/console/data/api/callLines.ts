// Long-running requests that report progress: the response is lines of JSON, and the last line is the result.
import type { Answer, Body, PathNames, Path } from "../../../contract/wire.ts"
import { note } from "./lastRequests.ts"
import { type Problem, Refused } from "./Refused.ts"

const LINES = "application/x-ndjson"

interface Line {
  readonly progress?: number
  readonly rows_read?: number
  readonly result?: unknown
  readonly problem?: Problem & { readonly status?: number }
}

/**
 * Yields the lines of a body as they arrive. A line may be megabytes long, so only the new chunk is searched
 * for its end.
 */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  const reader = body.getReader(),
    text = new TextDecoder()
  let begun: Array<string> = []
  for (;;) {
    const { done, value } = await reader.read()
    const [first = "", ...others] = text.decode(value, { stream: !done }).split("\n")
    begun.push(first)
    for (const next of done ? [...others, ""] : others) {
      const line = begun.join("")
      begun = [next]
      if (line !== "") yield JSON.parse(line)
    }
    if (done) return
  }
}

/** Progress is one line of a response before the result. */
export interface Progress {
  /** share of the work, 0 to 1 */
  readonly progress: number
  readonly rows: number
}

/**
 * callLines returns the result and calls `tell` with each progress line. Aborting the signal ends the work on
 * the server.
 *
 * @throws Refused with the server's problem document, also where the work failed; status 0 where no response came
 *   or it ended early
 */
export const callLines = async <const P extends Path<"POST">>(
  path: P,
  params: Readonly<Record<PathNames<P>, string>>,
  body: Body<"POST", P>,
  tell: (progress: Progress) => void,
  signal: AbortSignal
): Promise<Answer<"POST", P>> => {
  const values: Readonly<Record<string, string>> = params
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ""))
  const address = `/api/v1${filled}`
  const lost = (cause: unknown): never => {
    if (signal.aborted) throw cause
    throw Refused.unreachable()
  }
  const headers = { "content-type": "application/json", accept: LINES },
    page = location.pathname
  const response = await fetch(address, {
    method: "POST",
    signal,
    headers,
    body: JSON.stringify(body)
  }).catch(lost)
  note({ method: "POST", address, headers, body }, page, signal)
  if (!response.ok || response.body === null) throw Refused.from(response, await response.text())
  try {
    for await (const { problem, progress, result, rows_read: rows } of linesOf(response.body)) {
      if (progress !== undefined) tell({ progress, rows: rows ?? 0 })
      if (problem !== undefined) throw new Refused(problem.status ?? 500, problem, null)
      // the server encodes by the same schema
      if (result !== undefined) return result as Answer<"POST", P>
    }
  } catch (cause) {
    if (cause instanceof Refused) throw cause
    return lost(cause)
  }
  throw Refused.unreachable()
}
