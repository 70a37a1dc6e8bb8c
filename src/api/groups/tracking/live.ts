// Answers the live stream: entries of the project and newest positions in one response that lasts until
// somebody leaves, or may no longer stay.
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

const HEARTBEAT = "15 seconds"
/** How long a browser waits before it comes back, in milliseconds. */
const RETRY_MS = 3000
/** Entries that are written together: what a reader who stands still leaves lying is a few times as many. */
const PIECE = 32

/** Positions of one frame, and the least time between two frames, in milliseconds. */
const BATCH = 2000
const BATCH_MS = 250

/** A frame; `data` is JSON. */
const frame = (event: string, data: string, id?: string): string =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`
const entryFrame = ({ id, json, type }: LiveEntry): string => frame(type, json, String(id))

/** A page is many entries: they are handed on in pieces. */
export const entryFrames = (entries: Stream.Stream<LiveEntry>): Stream.Stream<string> =>
  Stream.map(chunked(PIECE)(entries), entryFrame)

const oneByOne = (seen: Stream.Stream<LivePosition>): Stream.Stream<string> =>
  Stream.map(chunked(PIECE)(seen), ({ json }) => frame("position.updated", json))

const inBatches = (seen: Stream.Stream<LivePosition>): Stream.Stream<string> =>
  seen.pipe(
    chunked(BATCH),
    throttled(BATCH_MS),
    Stream.mapArray((all) => [
      frame("position.batch", `{"items":[${all.map(({ brief }) => brief).join(",")}]}`)
    ])
  )

const COMMENT = ": alive\n\n"
/** That the stream is alive. A browser hides comments from its pages, which follow positions in batches. */
const ALIVE = { each: COMMENT, batch: frame("alive", "{}") }

/** At once, before anything is told, and from then on. */
const beats = (positions: keyof typeof ALIVE): Stream.Stream<string> =>
  Stream.concat(
    Stream.succeed(COMMENT),
    Stream.map(Stream.drop(Stream.tick(HEARTBEAT), 1), () => ALIVE[positions])
  )

/** One response: how to come back, then what is `told` and that it is alive, until `stopped`. */
export const frames = (
  told: Stream.Stream<string>,
  stopped: Effect.Effect<void>,
  positions: keyof typeof ALIVE = "each"
): Stream.Stream<string> =>
  Stream.concat(
    Stream.succeed(`retry: ${RETRY_MS}\n\n`),
    Stream.mergeAll([beats(positions), told], {
      concurrency: "unbounded",
      bufferSize: 1
    })
  ).pipe(Stream.interruptWhen(stopped))

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
     * Whether a run that the stream names is one the caller sees; of one that is gone or cannot be asked
     * about now nothing is told.
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

    /** Entries without the runs of modules that are switched off. */
    const withoutDisabled = (projectId: string, told: Stream.Stream<LiveEntry>) =>
      Stream.chunks(told).pipe(
        Stream.mapEffect((entries): Effect.Effect<ReadonlyArray<LiveEntry>> =>
          entries.some(({ type }) => type === "run.updated")
            ? Effect.filter(entries, (entry) =>
                entry.type === "run.updated" ? isOffered(projectId, entry) : Effect.succeed(true)
              )
            : Effect.succeed(entries)
        ),
        Stream.flattenIterable
      )

    /** An entry as somebody is told who sees a part of the project; null: they are not. */
    const asSeen = (projectId: string, visibility: Visibility, entry: LiveEntry) => {
      if (entry.type !== "run.updated" && entry.type !== "rule.updated") return Effect.succeed(entry)
      const { id } = JSON.parse(entry.json) as { readonly id: string }
      return entry.type === "run.updated"
        ? Effect.map(seesRun(projectId, visibility, id), (sees) => (sees ? entry : null))
        : // what a rule did, and whom it names, is told of the subjects that they see
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
      const told = { ...every, entries: withoutDisabled(projectId, every.entries) }
      if (visibility === null) return told
      const seen = told.entries.pipe(
        Stream.mapEffect((entry) => asSeen(projectId, visibility, entry)),
        Stream.filter((entry) => entry !== null)
      )
      return { ...told, entries: seen }
    })

    return handlers.handleAll({
      stream: ({ headers, params, query, request }) =>
        Effect.map(CurrentVisibility, ({ accessEnds, visibility }) => {
          const wanted: ReadonlySet<LiveEntry["type"] | LiveType> = new Set([
            ...(query.types ?? liveTypes),
            "reset"
          ])
          const last = headers["last-event-id"] ?? query.last_event_id
          const told = Effect.gen(function* () {
            // both are listened to before the greeting: whoever reads lists after it misses nothing between
            const seen = wanted.has("position.updated")
              ? yield* positions.follow(params.project_id, visibility)
              : Stream.empty
            const { entries, from } = yield* follow(
              params.project_id,
              visibility,
              last === undefined ? null : Number(last)
            )
            const at = formatInstant(yield* Clock.currentTimeMillis)
            const hello = frame("hello", JSON.stringify({ last_id: String(from), at }), String(from))
            const happened = entryFrames(Stream.filter(entries, (e) => wanted.has(e.type)))
            const moved = query.positions === "batch" ? inBatches(seen) : oneByOne(seen)
            const both = Stream.mergeAll([happened, moved], { concurrency: "unbounded", bufferSize: 1 })
            return Stream.concat(Stream.succeed(hello), both)
          })
          const cutOff = Effect.sync(() => void toIncomingMessage(request).socket.destroy())
          const stopped = Effect.raceFirst(stopping.await, accessEnds)
          const text = frames(Stream.unwrap(told), stopped, query.positions).pipe(
            dropSlowConsumer({ project_id: params.project_id }, cutOff)
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
