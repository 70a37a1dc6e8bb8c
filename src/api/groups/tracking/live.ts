// Handler of the live stream (server-sent events): log entries and latest positions of a project, until the
// client disconnects or loses access.
import { toIncomingMessage } from "@effect/platform-node/NodeHttpServerRequest"
import { Clock, Effect, Stream } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../../contract/Api.ts"
import { CurrentVisibility } from "../../../contract/http/authorization.ts"
import { type LiveType, liveTypes } from "../../../contract/groups/tracking/live.ts"
import { enabledModules } from "../../../domain/analysis/catalogue.ts"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import { formatInstant } from "../../../domain/time.ts"
import { EventFeed, type LiveEntry } from "../../../store/events/EventFeed.ts"
import { type LivePosition, PositionFeed } from "../../../store/tracking/positions/PositionFeed.ts"
import { Runs } from "../../../store/analyses/Runs.ts"
import { Rules } from "../../../store/rules/Rules.ts"
import { AnalysisPolicy } from "../../analyses/AnalysisPolicy.ts"
import { dropSlowConsumer, chunked, throttled } from "../../http/backpressure.ts"
import { ShutdownLatch } from "../../http/ShutdownLatch.ts"

const HEARTBEAT_INTERVAL = "15 seconds"
/** `RETRY_MS` is how long a browser waits before it reconnects. */
const RETRY_MS = 3000
/** `MAX_CHUNK_ENTRIES` bounds the entries of one write; the buffer of a slow client is a few times as large. */
const MAX_CHUNK_ENTRIES = 32

/** Positions of one batch frame, and the least interval between two frames. */
const MAX_BATCH_POSITIONS = 2000
const BATCH_INTERVAL_MS = 250

/** Returns a frame of server-sent events; `data` is JSON. */
const frame = (event: string, data: string, id?: string): string =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`
const entryFrame = ({ id, json, type }: LiveEntry): string => frame(type, json, String(id))

/** Returns the frames of log entries, in chunks. */
export const entryFrames = (entries: Stream.Stream<LiveEntry>): Stream.Stream<string> =>
  Stream.map(chunked(MAX_CHUNK_ENTRIES)(entries), entryFrame)

const positionFrames = (visible: Stream.Stream<LivePosition>): Stream.Stream<string> =>
  Stream.map(chunked(MAX_CHUNK_ENTRIES)(visible), ({ json }) => frame("position.updated", json))

const batchFrames = (visible: Stream.Stream<LivePosition>): Stream.Stream<string> =>
  visible.pipe(
    chunked(MAX_BATCH_POSITIONS),
    throttled(BATCH_INTERVAL_MS),
    Stream.mapArray((all) => [
      frame("position.batch", `{"items":[${all.map(({ brief }) => brief).join(",")}]}`)
    ])
  )

const KEEP_ALIVE_COMMENT = ": alive\n\n"
/**
 * Frames that keep the connection alive. Browsers hide comments from pages, which therefore get an event with
 * batches.
 */
const KEEP_ALIVE_FRAMES = { each: KEEP_ALIVE_COMMENT, batch: frame("alive", "{}") }

/** Emits a comment at once, and then a frame at each interval. */
const keepAlive = (positions: keyof typeof KEEP_ALIVE_FRAMES): Stream.Stream<string> =>
  Stream.concat(
    Stream.succeed(KEEP_ALIVE_COMMENT),
    Stream.map(Stream.drop(Stream.tick(HEARTBEAT_INTERVAL), 1), () => KEEP_ALIVE_FRAMES[positions])
  )

/** Returns one response: the retry interval, then `content` with keep-alive frames, until `stopped`. */
export const frames = (
  content: Stream.Stream<string>,
  stopped: Effect.Effect<void>,
  positions: keyof typeof KEEP_ALIVE_FRAMES = "each"
): Stream.Stream<string> =>
  Stream.concat(
    Stream.succeed(`retry: ${RETRY_MS}\n\n`),
    Stream.mergeAll([keepAlive(positions), content], {
      concurrency: "unbounded",
      bufferSize: 1
    })
  ).pipe(Stream.interruptWhen(stopped))

/** `LiveLive` streams the entries and positions that the caller sees. */
export const LiveLive = HttpApiBuilder.group(
  Api,
  "live",
  Effect.fnUntraced(function* (handlers) {
    const entries = yield* EventFeed
    const positions = yield* PositionFeed
    const runs = yield* Runs
    const rules = yield* Rules
    const { modules: deployed } = yield* AnalysisPolicy
    const stopping = yield* ShutdownLatch

    /**
     * Returns whether the caller sees a run; false where it is gone, or analyses are unavailable at the
     * moment.
     */
    const seesRun = (projectId: string, visibility: Visibility, id: string) =>
      Effect.match(runs.find(projectId, visibility, id), { onFailure: () => false, onSuccess: () => true })

    /** Returns whether the project offers the module of a streamed run; false where the project is gone. */
    const isOffered = (projectId: string, { json }: LiveEntry) => {
      const { module } = JSON.parse(json) as { readonly module?: string }
      return Effect.match(runs.settings(projectId), {
        onFailure: () => false,
        onSuccess: (settings) =>
          module === undefined || enabledModules(deployed, settings).some((key) => key === module)
      })
    }

    /** Removes the runs of modules that are disabled. */
    const withoutDisabled = (projectId: string, content: Stream.Stream<LiveEntry>) =>
      Stream.chunks(content).pipe(
        Stream.mapEffect((entries): Effect.Effect<ReadonlyArray<LiveEntry>> =>
          entries.some(({ type }) => type === "run.updated")
            ? Effect.filter(entries, (entry) =>
                entry.type === "run.updated" ? isOffered(projectId, entry) : Effect.succeed(true)
              )
            : Effect.succeed(entries)
        ),
        Stream.flattenIterable
      )

    /** Returns an entry as a caller with limited visibility gets it; null: they do not. */
    const asVisible = (projectId: string, visibility: Visibility, entry: LiveEntry) => {
      if (entry.type !== "run.updated" && entry.type !== "rule.updated") return Effect.succeed(entry)
      const { id } = JSON.parse(entry.json) as { readonly id: string }
      return entry.type === "run.updated"
        ? Effect.map(seesRun(projectId, visibility, id), (sees) => (sees ? entry : null))
        : // activity and scope of a rule are limited to the visible subjects
          Effect.match(rules.get(projectId, visibility, id), {
            onFailure: () => ({ ...entry, json: JSON.stringify({ id, archived: true }) }),
            onSuccess: ({ rule }) => ({ ...entry, json: JSON.stringify(rule) })
          })
    }

    const follow = Effect.fnUntraced(function* (
      projectId: string,
      visibility: Visibility,
      after: number | null
    ) {
      const every = yield* entries.follow(projectId, visibility, after)
      const content = { ...every, entries: withoutDisabled(projectId, every.entries) }
      if (visibility === null) return content
      const visible = content.entries.pipe(
        Stream.mapEffect((entry) => asVisible(projectId, visibility, entry)),
        Stream.filter((entry) => entry !== null)
      )
      return { ...content, entries: visible }
    })

    return handlers.handleAll({
      stream: ({ headers, params, query, request }) =>
        Effect.map(CurrentVisibility, ({ accessEnds, visibility }) => {
          const requestedTypes: ReadonlySet<LiveEntry["type"] | LiveType> = new Set([
            ...(query.types ?? liveTypes),
            "reset"
          ])
          const lastEventId = headers["last-event-id"] ?? query.last_event_id
          const content = Effect.gen(function* () {
            // subscribe to both before the greeting: a client that reads lists after it misses nothing
            const visible = requestedTypes.has("position.updated")
              ? yield* positions.follow(params.project_id, visibility)
              : Stream.empty
            const { entries, from } = yield* follow(
              params.project_id,
              visibility,
              lastEventId === undefined ? null : Number(lastEventId)
            )
            const at = formatInstant(yield* Clock.currentTimeMillis)
            const helloFrame = frame("hello", JSON.stringify({ last_id: String(from), at }), String(from))
            const entryTexts = entryFrames(Stream.filter(entries, (e) => requestedTypes.has(e.type)))
            const positionTexts = query.positions === "batch" ? batchFrames(visible) : positionFrames(visible)
            const merged = Stream.mergeAll([entryTexts, positionTexts], {
              concurrency: "unbounded",
              bufferSize: 1
            })
            return Stream.concat(Stream.succeed(helloFrame), merged)
          })
          const cutOff = Effect.sync(() => void toIncomingMessage(request).socket.destroy())
          const stopped = Effect.raceFirst(stopping.await, accessEnds)
          const text = frames(Stream.unwrap(content), stopped, query.positions).pipe(
            dropSlowConsumer({ project_id: params.project_id }, cutOff)
          )
          return HttpServerResponse.stream(Stream.encodeText(text), {
            contentType: "text/event-stream",
            // the connection closes with the stream, so that shutdown need not wait for its next request
            headers: { "cache-control": "no-store", "x-accel-buffering": "no", connection: "close" }
          })
        })
    })
  })
)
