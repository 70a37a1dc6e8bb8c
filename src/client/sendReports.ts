// Sends reports to the ingest endpoint until they are answered for: a busy or absent server is waited for,
// and since a record sent twice is one record, sending again is always safe.
import { Data, Duration, Effect, Schedule } from "effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { IngestAnswer as Answer } from "../contract/groups/intake/ingest.ts"

/** Where reports go: a data source of a server, and its own token. */
export interface Source {
  /** of the server, without a slash at its end */
  readonly url: string
  readonly id: string
  readonly token: string
}

/** IngestAnswer counts the outcomes of the reports sent. */
type IngestAnswer = typeof Answer.Type

/** The server does not take what it was sent, or could not be reached for so long that waiting makes no sense. */
export class NotSent extends Data.TaggedError("NotSent")<{ readonly message: string }> {}

/** Tries of one request; with the waits between them about three minutes. */
const MAX_ATTEMPTS = 12
const MAX_RETRY_DELAY = Duration.seconds(30)

const patience = Schedule.exponential("250 millis").pipe(
  Schedule.modifyDelay(({ duration }) => Effect.succeed(Duration.min(duration, MAX_RETRY_DELAY)))
)

/**
 * Sends a JSON array of items. Comes back when every item of it is stored, known already, or refused for
 * good.
 */
export const sendReports = Effect.fnUntraced(function* (
  source: Source,
  body: string
): Effect.fn.Return<IngestAnswer, NotSent, HttpClient.HttpClient> {
  const client = HttpClient.retryTransient(yield* HttpClient.HttpClient, {
    schedule: patience,
    times: MAX_ATTEMPTS
  })
  const response = yield* client
    .execute(
      HttpClientRequest.post(`${source.url}/api/v1/ingest/http/${source.id}`).pipe(
        HttpClientRequest.bearerToken(source.token),
        HttpClientRequest.bodyText(body, "application/json")
      )
    )
    .pipe(
      Effect.mapError(
        (error) => new NotSent({ message: `${source.url} cannot be reached (${error.message})` })
      )
    )
  const answer = yield* response.json.pipe(
    Effect.mapError(
      () => new NotSent({ message: `${source.url} answered ${response.status}, and not in JSON` })
    )
  )
  if (response.status !== 202) {
    const { detail } = answer as { readonly detail?: string } // a problem document of RFC 9457
    return yield* new NotSent({
      message: `${source.url} answered ${response.status}${detail === undefined ? "" : `: ${detail}`}`
    })
  }
  // the contract's answer to 202; decoding five hundred outcomes a request would cost more than sending them
  return answer as unknown as IngestAnswer
})
