// Answers the live stream: entries of the project and newest positions in one response that lasts until
// somebody leaves, or may no longer stay.
import { toIncomingMessage } from "@effect/platform-node/NodeHttpServerRequest"
import { Effect, Stream } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../contract/Api.ts"
import { CurrentVisibility } from "../../contract/http/authorization.ts"
import { type LiveType, liveTypes } from "../../contract/groups/live.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { EventFeed, type LiveEntry } from "../../store/events/EventFeed.ts"
import { type LivePosition, PositionFeed } from "../../store/tracking/PositionFeed.ts"
import { Runs } from "../../store/analyses/Runs.ts"
import { heeded, inPieces } from "../http/heeded.ts"
import { Stopping } from "../http/Stopping.ts"

const HEARTBEAT = "15 seconds"
/** How long a browser waits before it comes back, in milliseconds. */
const RETRY_MS = 3000
/** Entries that are written together: what a reader who stands still leaves lying is a few times as many. */
const PIECE = 32

const entryFrame = ({ id, json, type }: LiveEntry): string => `id: ${id}\nevent: ${type}\ndata: ${json}\n\n`
const positionFrame = ({ json }: LivePosition): string => `event: position.updated\ndata: ${json}\n\n`

/** One response: how to come back, then whatever comes first of the three, until `stopped`. */
export const frames = (
  told: Stream.Stream<LiveEntry>,
  seen: Stream.Stream<LivePosition>,
  stopped: Effect.Effect<void>
): Stream.Stream<string> =>
  Stream.concat(
    Stream.succeed(`retry: ${RETRY_MS}\n\n`),
    Stream.mergeAll(
      [
        Stream.map(Stream.tick(HEARTBEAT), () => ": alive\n\n"),
        Stream.map(inPieces(PIECE)(told), entryFrame),
        Stream.map(inPieces(PIECE)(seen), positionFrame)
      ],
      {
        concurrency: "unbounded",
        bufferSize: 1
      }
    )
  ).pipe(Stream.interruptWhen(stopped))

export const LiveLive = HttpApiBuilder.group(
  Api,
  "live",
  Effect.fnUntraced(function* (handlers) {
    const entries = yield* EventFeed
    const positions = yield* PositionFeed
    const runs = yield* Runs
    const stopping = yield* Stopping

    /**
     * Whether a run that the stream names is one the caller sees; of one that is gone or cannot be asked
     * about now nothing is told.
     */
    const seesRun = (projectId: string, visibility: Visibility, { json }: LiveEntry) =>
      Effect.match(runs.find(projectId, visibility, (JSON.parse(json) as { readonly id: string }).id), {
        onFailure: () => false,
        onSuccess: () => true
      })

    const tell = (projectId: string, visibility: Visibility, after: number | null) => {
      const told = entries.follow(projectId, visibility, after)
      return visibility === null
        ? told
        : Stream.filterEffect(told, (e) =>
            e.type === "run.updated" ? seesRun(projectId, visibility, e) : Effect.succeed(true)
          )
    }

    return handlers.handleAll({
      stream: ({ headers, params, query, request }) =>
        Effect.map(CurrentVisibility, ({ accessEnds, visibility }) => {
          const wanted: ReadonlySet<LiveEntry["type"] | LiveType> = new Set([
            ...(query.types ?? liveTypes),
            "reset"
          ])
          const last = headers["last-event-id"] ?? query.last_event_id
          const told = Stream.filter(
            tell(params.project_id, visibility, last === undefined ? null : Number(last)),
            (e) => wanted.has(e.type)
          )
          const seen = wanted.has("position.updated")
            ? positions.follow(params.project_id, visibility)
            : Stream.empty
          const cutOff = Effect.sync(() => void toIncomingMessage(request).socket.destroy())
          const text = frames(told, seen, Effect.raceFirst(stopping.await, accessEnds)).pipe(
            heeded({ project_id: params.project_id }, cutOff)
          )
          return HttpServerResponse.stream(Stream.encodeText(text), {
            contentType: "text/event-stream",
            // the connection ends with the stream: a server that stops does not wait for the next request on
            // it
            headers: { "cache-control": "no-store", "x-accel-buffering": "no", connection: "close" }
          })
        })
    })
  })
)
