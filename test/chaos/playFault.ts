// One line of the fault table: a customer sends tracks, the fault strikes when a quarter is acknowledged, a
// client watches what is answered, and in the end everything promised is there.
import { Effect, Fiber, Redacted, Schedule, type Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makeClient } from "../journeys/client.ts"
import { addCollar, makeHerd } from "../journeys/herd.ts"
import { type ServiceFailed, startService } from "../support/processes/service.ts"
import { freePort, temporaryDirectory } from "../support/machine.ts"
import { chance } from "./chance.ts"
import { makeClock } from "./Clock.ts"
import { emptyHistory, sendAll } from "./customer.ts"
import { makeDatabase } from "./Database.ts"
import type { Fault } from "./faults.ts"
import { prepareField, promisesOf } from "./field.ts"
import { awaitQuiet, checkInvariants } from "./invariants.ts"
import { looking } from "./lab.ts"
import { Proxy } from "./Proxy.ts"
import { type Seen, type Watch, watch } from "./watch.ts"

export interface FaultReport {
  readonly what: string
  readonly seen: ReadonlyArray<Seen>
  /** from the end of the fault to the first fix that was taken, ms */
  readonly recoveredAfter: number
  readonly lost: number
  /** what the log said while it was broken, each text once */
  readonly said: ReadonlyArray<string>
  readonly violations: ReadonlyArray<string>
}

/** How soon a service must take fixes again. */
const RECOVERY_MS = 15_000

const unexpected = (seen: ReadonlyArray<Seen>): ReadonlyArray<string> => [
  ...new Set(
    seen.flatMap(({ retryAfter, status, what }) =>
      status === 0
        ? [`${what} was not answered within 30 s`]
        : status === 503
          ? retryAfter === null && what === "ingest"
            ? ["503 without Retry-After"]
            : []
          : status === (what === "ingest" ? 202 : 200)
            ? []
            : [`${what} answered ${status}`]
    )
  )
]

const wordsOf = (output: string): ReadonlyArray<string> => [
  ...new Set(
    output.split("\n").flatMap((line) => {
      const entry = line.startsWith("{")
        ? (JSON.parse(line) as { readonly level: string; readonly msg: string })
        : null
      return entry !== null && (entry.level === "warn" || entry.level === "error") ? [entry.msg] : []
    })
  )
]

/** Plays a fault on a service and a database of its own; null: it cannot be made on this machine. */
export const playFault = (
  { says, strike, what }: Fault,
  seed: number
): Effect.Effect<FaultReport | null, ServiceFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const database = yield* makeDatabase,
      proxy = yield* Proxy.open(database.port()),
      clock = yield* makeClock
    const blow = strike({ database, proxy, clock })
    if (blow === null) return null
    const url = new URL(Redacted.value(database.url()))
    url.port = String(proxy.port)
    url.searchParams.delete("host") // its socket would lead past the proxy
    const service = yield* startService({
      directory: yield* temporaryDirectory,
      databaseUrl: url.href,
      port: yield* freePort,
      settings: clock.settings
    })
    const client = makeClient(service),
      draw = chance(seed)
    const field = yield* prepareField(client, seed, draw),
      history = emptyHistory()
    const total = field.tracks.reduce((sum, t) => sum + t.fixes.length, 0)
    const witness = yield* makeHerd(client, `witness-${seed}`)
    yield* addCollar(client, witness, "witness")
    const seen: Watch = { seen: [], acknowledged: [] }
    const watching = yield* Effect.forkChild(
      watch(
        {
          service,
          sourceId: witness.sourceId,
          sourceToken: witness.sourceToken,
          listPath: `/projects/${field.herd.projectId}/events?limit=5`,
          // of now: whether it lies in the future is the clock's to say
          fixOf: () => ({ device: "witness", time: new Date().toISOString(), lon: 14, lat: 51 })
        },
        seen
      )
    )
    const sending = yield* Effect.forkChild(
      Effect.forEach(
        field.senders,
        (batches, i) => sendAll(client, field.herd, batches, history, chance(seed + 2 + i)),
        { concurrency: "unbounded", discard: true }
      )
    )
    while (history.acknowledged.length < total / 4) yield* Effect.sleep("5 millis")
    const saidBefore = service.output().length,
      from = Date.now()
    yield* blow
    const healed = Date.now()
    while (
      !seen.seen.some(({ at, status, what }) => what === "ingest" && status === 202 && at >= healed) &&
      Date.now() - healed < 60_000
    )
      yield* Effect.sleep("20 millis")
    const recoveredAfter = Math.min(
      ...seen.seen
        .filter(({ at, status, what }) => what === "ingest" && status === 202 && at >= healed)
        .map(({ at, ms }) => at + ms - healed)
    )
    // whoever sends to a service that has ended would try for ever
    yield* Effect.raceFirst(
      Fiber.join(sending),
      Effect.repeat(Effect.sync(service.hasEnded), {
        until: (ended) => ended,
        schedule: Schedule.spaced("100 millis")
      })
    )
    yield* Fiber.interrupt(sending)
    yield* Effect.sleep("1 second") // answers on their way
    yield* Fiber.interrupt(watching)
    const during = seen.seen.filter(({ at, ms }) => at + ms >= from && at <= healed + 1000)
    const promises = promisesOf(field, history)
    const look = looking(database.url())
    const broken = service.hasEnded()
      ? []
      : yield* look(Effect.andThen(awaitQuiet, checkInvariants(promises)))
    const kept = yield* look(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<{
          at: number
        }>`select (extract(epoch from original_time) * 1000)::float8 as at from positions
          where project_id = ${witness.projectId}::uuid`
        return new Set(rows.map((row) => row.at))
      }).pipe(Effect.orDie)
    )
    const gone = service.hasEnded(),
      said = wordsOf(service.output().slice(saidBefore))
    return {
      what,
      seen: during,
      recoveredAfter,
      said,
      lost: seen.acknowledged.filter(({ time }) => !kept.has(Date.parse(time))).length,
      violations: [
        ...unexpected(during),
        ...broken.map((b) => `${b.invariant}: ${b.rows}, such as ${b.examples}`),
        ...history.complaints.slice(0, 3),
        ...(gone ? ["the service ended"] : []),
        ...(says !== undefined && !said.some((line) => line.includes(says))
          ? [`the log does not say that ${says}`]
          : []),
        ...(recoveredAfter > RECOVERY_MS
          ? [`took no fix for ${Math.round(recoveredAfter / 1000)} s after the fault was over`]
          : [])
      ]
    }
  })

const counted = (seen: ReadonlyArray<Seen>, what: Seen["what"]): string => {
  const mine = seen.filter((s) => s.what === what),
    statuses = [...new Set(mine.map((s) => s.status))].sort((a, b) => a - b)
  const waits = [...new Set(mine.flatMap((s) => s.retryAfter ?? []))].join("/")
  return `${what} ${statuses.map((status) => `${status} ×${mine.filter((s) => s.status === status).length}${status === 503 && waits !== "" ? ` (Retry-After ${waits})` : ""}`).join(", ")}, slowest ${(Math.max(0, ...mine.map((s) => s.ms)) / 1000).toFixed(1)} s`
}

/** A report in a few lines. */
export const describeFault = (r: FaultReport): string =>
  [
    r.what,
    `    ${(["ingest", "list", "ready"] as const).map((what) => counted(r.seen, what)).join("; ")}`,
    `    takes fixes again after ${(r.recoveredAfter / 1000).toFixed(1)} s; ` +
      `lost: ${r.lost === 0 ? "nothing" : r.lost}`,
    ...(r.said.length === 0 ? [] : [`    the log: ${r.said.slice(0, 4).join("; ")}`]),
    ...r.violations.map((v) => `    VIOLATION ${v}`)
  ].join("\n")
