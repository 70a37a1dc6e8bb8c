// One HTTP request and its answer: no redirect is followed, little of the answer is read, and every step has a
// time limit.
import { Effect } from "effect"
import { type Dispatcher, request } from "undici"
import { replaceUnstorableText } from "../../domain/intake/storable.ts"

/** MAX_ANSWER_BYTES is how much of an answer is read by default. */
const MAX_ANSWER_BYTES = 64 * 1024
/** READ_TIMEOUT_MS is how long reading the answer may take after its status is known. */
const READ_TIMEOUT_MS = 2_000

/** HttpAnswer is the answer of a server. */
export interface HttpAnswer {
  readonly status: number
  /** `Retry-After` in milliseconds; 0 if there is none, or it is a date */
  readonly retryAfterMs: number
  /** the beginning of the body */
  readonly text: string
}

/**
 * NoAnswer is why there was no answer: `code` as the system names it (ECONNREFUSED, ERR_IP_BLOCKED),
 * TIMED_OUT for the limit.
 */
export interface NoAnswer {
  readonly _tag: "NoAnswer"
  readonly code: string
}

/** PostRequest is a request. */
interface PostRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
  readonly mostRead?: number
}

const codeOf = (cause: unknown): string => {
  const errors = cause instanceof AggregateError ? cause.errors : [cause]
  const codes = errors.flatMap((error) =>
    error instanceof Error && "code" in error && typeof error.code === "string" ? [error.code] : []
  )
  return codes.includes("ERR_IP_BLOCKED") ? "ERR_IP_BLOCKED" : (codes[0] ?? "UNKNOWN")
}

/** Reads the first bytes of a body, whatever happens to the rest. */
const beginning = async (body: Dispatcher.ResponseData["body"], mostRead: number): Promise<string> => {
  const chunks: Array<Buffer> = []
  let read = 0
  const late = setTimeout(() => body.destroy(), READ_TIMEOUT_MS)
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      if ((read += chunk.length) >= mostRead) break // which destroys the rest
    }
  } catch {
    // a failure to read the body does not matter: the status decides
  } finally {
    clearTimeout(late)
  }
  return replaceUnstorableText(new TextDecoder().decode(Buffer.concat(chunks).subarray(0, mostRead)))
}

/** Posts a body; interrupting it ends the connection. */
export const post = (
  agent: Dispatcher,
  { body, headers, mostRead = MAX_ANSWER_BYTES, timeoutMs, url }: PostRequest
): Effect.Effect<HttpAnswer, NoAnswer> =>
  Effect.tryPromise({
    try: async (signal): Promise<HttpAnswer> => {
      const response = await request(url, {
        dispatcher: agent,
        method: "POST",
        headers,
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        headersTimeout: 0,
        bodyTimeout: 0
      })
      const seconds = Number(response.headers["retry-after"])
      return {
        status: response.statusCode,
        retryAfterMs: seconds > 0 ? seconds * 1000 : 0,
        text: await beginning(response.body, mostRead)
      }
    },
    catch: (cause): NoAnswer => ({
      _tag: "NoAnswer",
      code: cause instanceof DOMException && cause.name === "TimeoutError" ? "TIMED_OUT" : codeOf(cause)
    })
  })
