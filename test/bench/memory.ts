// What floods do to the memory of a service, and whether it comes back: a storm of events, readers of the
// live stream that never read, large requests. One after the other on one server: what was held before each,
// at most, and after a minute of rest.
import { Console, Effect } from "effect"
import type { Scope } from "effect/Scope"
import { Client } from "./Client.ts"
import { connect, type Sql } from "./Database.ts"
import { addRules, floodFixes, ingest, makeSide, type Side } from "./flood/floodWorld.ts"
import { counting, isQuiet, watchMemory } from "./flood/floodWatch.ts"
import { neverRead, sendLarge } from "./memoryFloods.ts"
import type { Line } from "./report.ts"
import { type Server, type ServerFailed, startServer } from "./Server.ts"
import { temporaryDirectory } from "../support/machine.ts"

/** Whatever comes, MB; and what is still held when it has been over for a minute. */
const MOST_MB = 1200
const RESTED_MB = 600
const REST_SECONDS = 60
/** How long never-reading readers are watched: the service waits a minute for them. */
const READERS = 50
const READING_SECONDS = 150
const SENDERS = 32
const SENDING_SECONDS = 30
const STORM = { rules: 300, fixes: 800 }
/** How long a storm is waited for. */
const LIMIT_MS = 240_000

interface Measured {
  readonly key: string
  readonly label: string
  readonly before: number
  readonly most: number
  readonly rested: number
  readonly more: ReadonlyArray<Line>
}

const say = (text: string) => Console.error(`... ${text}`)

/** Measures what happens to memory meanwhile and in a minute afterwards. */
const around = <E>(
  server: Server,
  key: string,
  label: string,
  flood: Effect.Effect<ReadonlyArray<Line>, E, Scope>
) =>
  Effect.gen(function* () {
    yield* say(label)
    const before = server.memory(),
      most = yield* watchMemory(server)
    const more = yield* Effect.scoped(flood)
    yield* Effect.sleep(REST_SECONDS * 1000)
    return { key, label, before, most: most(), rested: server.memory(), more } satisfies Measured
  }).pipe(Effect.scoped)

/** One request whose fixes make every rule fire at each second one; until all of it is judged. */
const storm = (server: Server, sql: Sql, side: Side, rules: number, fixes: number) =>
  Effect.gen(function* () {
    const status = yield* ingest(
      server,
      side,
      floodFixes(side, Math.floor(Date.now() / 1000 - fixes - 60) * 1000, fixes)
    )
    if (status !== 202) return yield* Effect.die(new Error(`the storm was answered ${status}`))
    const began = Date.now(),
      expected = rules * Math.floor(fixes / 2),
      count = counting(sql, side)
    let events = 0
    while (events < expected && Date.now() < began + LIMIT_MS) {
      yield* Effect.sleep("500 millis")
      events = yield* count
    }
    return [
      {
        key: "memory_storm_events",
        label: "  events stored",
        value: events,
        unit: "",
        target: { atLeast: expected }
      }
    ] satisfies ReadonlyArray<Line>
  })

const readers = (server: Server, side: Side) =>
  Effect.gen(function* () {
    const left = yield* neverRead(server, side, READERS)
    yield* Effect.sleep(READING_SECONDS * 1000)
    const cut = server.output().split("a reader who reads nothing was cut off").length - 1
    return [
      {
        key: "memory_readers_left",
        label: "  readers not cut off within 150 s",
        value: left(),
        unit: "",
        target: { below: 1 }
      },
      {
        key: "memory_readers_said",
        label: "  of which the log has a line",
        value: cut,
        unit: "",
        target: { atLeast: READERS }
      }
    ] satisfies ReadonlyArray<Line>
  })

const large = (server: Server, sql: Sql, side: Side) =>
  Effect.gen(function* () {
    const answers = yield* sendLarge(server, side, SENDERS, SENDING_SECONDS)
    while (!(yield* isQuiet(sql))) yield* Effect.sleep("500 millis")
    const strange = [...answers]
      .filter(([status]) => status >= 500 && status !== 503)
      .reduce((sum, [, n]) => sum + n, 0)
    return [
      ...[...answers]
        .toSorted(([a], [b]) => a - b)
        .map(([status, n]): Line => ({
          key: `memory_requests_${status}`,
          label: `  answered ${status === 0 ? "by hanging up" : status}`,
          value: n,
          unit: ""
        })),
      {
        key: "memory_requests_failed",
        label: "  failed otherwise",
        value: strange,
        unit: "",
        target: { below: 1 }
      }
    ] satisfies ReadonlyArray<Line>
  })

/** `scale`: share of the full size of the storm. */
export const memoryLines = (scale: number): Effect.Effect<ReadonlyArray<Line>, ServerFailed> =>
  Effect.gen(function* () {
    const directory = yield* temporaryDirectory
    const server = yield* startServer(directory, undefined, { settings: { LOG_LEVEL: "info" } }),
      sql = yield* connect(directory, 2),
      client = new Client(server)
    const root = Math.sqrt(scale),
      count = Math.max(1, Math.round(STORM.rules * root)),
      fixes = Math.max(2, Math.round(STORM.fixes * root))
    const side = yield* makeSide(client, "storm", 1),
      calm = yield* makeSide(client, "calm", 1)
    yield* addRules(client, side, count)
    const all = [
      yield* around(
        server,
        "storm",
        `a storm of ${count} rules and ${fixes} fixes: memory before`,
        storm(server, sql, side, count, fixes)
      ),
      yield* around(
        server,
        "readers",
        `${READERS} readers of the storm's events who never read: memory before`,
        readers(server, side)
      ),
      yield* around(
        server,
        "requests",
        `${SENDERS} senders of large requests, good and bad: memory before`,
        large(server, sql, calm)
      )
    ]
    return all.flatMap(({ before, key, label, more, most, rested }): ReadonlyArray<Line> => [
      { key: `memory_${key}_before`, label, value: before / 1e6, unit: "MB" },
      {
        key: `memory_${key}_most`,
        label: "  at most",
        value: most / 1e6,
        unit: "MB",
        target: { below: MOST_MB }
      },
      {
        key: `memory_${key}_rested`,
        label: "  after a minute of rest",
        value: rested / 1e6,
        unit: "MB",
        target: { below: RESTED_MB }
      },
      ...more
    ])
  }).pipe(Effect.scoped)
