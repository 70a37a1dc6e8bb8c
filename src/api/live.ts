// Answers the live stream: entries of the project and newest positions in one response that lasts until somebody leaves.
import { Effect, Stream } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../contract/Api.ts"
import { type LiveType, liveTypes } from "../contract/live.ts"
import { EventFeed, type LiveEntry } from "../store/EventFeed.ts"
import { type LivePosition, PositionFeed } from "../store/PositionFeed.ts"
import { Stopping } from "./Stopping.ts"

const HEARTBEAT = "15 seconds"
/** How long a browser waits before it comes back, in milliseconds. */
const RETRY_MS = 3000

const entryFrame = ({ id, json, type }: LiveEntry): string => `id: ${id}\nevent: ${type}\ndata: ${json}\n\n`
const positionFrame = ({ json }: LivePosition): string => `event: position.updated\ndata: ${json}\n\n`

/** One response: how to come back, then whatever comes first of the three, until `stopped`. */
export const frames = (told: Stream.Stream<LiveEntry>, seen: Stream.Stream<LivePosition>, stopped: Effect.Effect<void>): Stream.Stream<string> =>
  Stream.concat(
    Stream.succeed(`retry: ${RETRY_MS}\n\n`),
    Stream.mergeAll([Stream.map(Stream.tick(HEARTBEAT), () => ": alive\n\n"), Stream.map(told, entryFrame), Stream.map(seen, positionFrame)], { concurrency: "unbounded" })
  ).pipe(Stream.interruptWhen(stopped))

export const LiveLive = HttpApiBuilder.group(Api, "live", Effect.fnUntraced(function*(handlers) {
  const entries = yield* EventFeed
  const positions = yield* PositionFeed
  const stopping = yield* Stopping

  return handlers.handleAll({
    stream: ({ headers, params, query }) => Effect.sync(() => {
      const wanted: ReadonlySet<LiveEntry["type"] | LiveType> = new Set([...query.types ?? liveTypes, "reset"])
      const last = headers["last-event-id"] ?? query.last_event_id
      const told = Stream.filter(entries.follow(params.project_id, last === undefined ? null : Number(last)), (e) => wanted.has(e.type))
      const seen = wanted.has("position.updated") ? positions.follow(params.project_id) : Stream.empty
      return HttpServerResponse.stream(Stream.encodeText(frames(told, seen, stopping.await)), {
        contentType: "text/event-stream",
        // the connection ends with the stream: a server that stops does not wait for the next request on it
        headers: { "cache-control": "no-store", "x-accel-buffering": "no", "connection": "close" }
      })
    })
  })
}))
