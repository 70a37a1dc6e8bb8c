// What is measured of a running server, and how.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { collect } from "./collect.ts"
import { caughtUp, countEvents, type Sql } from "./Database.ts"
import { listen } from "./listen.ts"
import { Sender } from "./Sender.ts"
import type { ProcessorTime } from "./processorTime.ts"
import type { Server } from "./Server.ts"
import type { Project } from "./setUp.ts"
import { SUBJECTS } from "./World.ts"

const DAY_MS = 86_400_000

/**
 * Requests are made before the clock starts: as many as a server of this speed, positions or requests a
 * second, would take.
 */
const FASTEST = 80_000
const FASTEST_SINGLE = 20_000

/** The value below which a share of the sorted values lies. */
export const quantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN

/**
 * A sender of batches of 500 over eight connections; `daysAgo` sets its fixes apart from those of other
 * senders to the project.
 */
export const batches = (
  server: Server,
  project: Project,
  fences: number,
  daysAgo: number
): Effect.Effect<Sender, never, Scope> =>
  Sender.start({
    port: server.port,
    source: project.source,
    token: project.sourceToken,
    fences,
    subjects: SUBJECTS,
    connections: 8,
    batch: 500,
    start: Date.now() - daysAgo * DAY_MS
  })

/** What was spent between two readings; null where the system does not tell. */
const spentBetween = (from: ProcessorTime | null, to: ProcessorTime | null): ProcessorTime | null =>
  from === null || to === null
    ? null
    : {
        server: to.server - from.server,
        database: to.database - from.database,
        sender: to.sender - from.sender
      }

export interface Throughput {
  readonly positions: number
  /** a second, until the engine had judged the last of them */
  readonly rate: number
  readonly events: number
  readonly eventRate: number
  /** null where the system does not tell; seconds */
  readonly spent: ProcessorTime | null
}

/** As many positions as the server takes in so many seconds, and until its engine has caught up. */
export const throughput = (
  server: Server,
  sql: Sql,
  project: Project,
  sender: Sender,
  seconds: number
): Effect.Effect<Throughput> =>
  Effect.gen(function* () {
    const { batch, connections } = sender.load
    yield* sender.prepare(Math.ceil((FASTEST * seconds) / batch / connections))
    const before = yield* countEvents(sql, project.id)
    collect()
    const from = server.processorTime()
    const sent = yield* sender.flood(seconds)
    const took = ((yield* caughtUp(sql)) - sent.began) / 1000
    const to = server.processorTime()
    const positions = sent.requests * batch,
      events = (yield* countEvents(sql, project.id)) - before
    return {
      positions,
      rate: positions / took,
      events,
      eventRate: events / took,
      spent: spentBetween(from, to)
    }
  })

export interface Latency {
  readonly rate: number
  /** positions a second, until the engine had judged the last of them */
  readonly kept: number
  /** of each event, ms */
  readonly delays: ReadonlyArray<number>
  readonly p50: number
  readonly p99: number
  /** until the engine had judged the last of them; null where the system does not tell; seconds */
  readonly spent: ProcessorTime | null
}

/**
 * From when a record was due to leave its device until a listener of the live stream has the event it caused,
 * at a given rate.
 */
export const latency = (
  server: Server,
  sql: Sql,
  project: Project,
  sender: Sender,
  rate: number,
  seconds: number
): Effect.Effect<Latency> =>
  Effect.gen(function* () {
    const { batch, connections } = sender.load
    yield* sender.prepare(Math.ceil((rate * (seconds + 1)) / batch / connections))
    const heard = yield* listen(server, project.id)
    const from = server.processorTime()
    const sent = yield* sender.drip(rate, seconds)
    const kept = ((sent.requests * batch) / ((yield* caughtUp(sql)) - sent.began)) * 1000
    const spent = spentBetween(from, server.processorTime())
    yield* Effect.sleep("1 second") // the last events are on their way
    const subjects = new Map(project.entities.map((id, s) => [id, s]))
    // deadlines that passed without a record have no record to count from
    const delays = heard
      .filter((e) => e.time === e.sampleTime)
      .flatMap((e) => {
        const due = sender.dueAt(sent, subjects.get(e.entityId)!, e.time)
        return due === undefined ? [] : [e.at - due]
      })
    return {
      rate,
      kept,
      delays,
      p50: quantile(delays, 0.5),
      p99: quantile(delays, 0.99),
      spent
    }
  }).pipe(Effect.scoped)

export interface Singles {
  readonly requests: number
  readonly rate: number
  readonly p99: number
  /** until the engine had judged the last of them; null where the system does not tell; seconds */
  readonly spent: ProcessorTime | null
}

/** One fix a request over 64 connections, each answered when its fix is durable. */
export const singles = (
  server: Server,
  sql: Sql,
  project: Project,
  fences: number,
  seconds: number
): Effect.Effect<Singles> =>
  Effect.gen(function* () {
    const sender = yield* Sender.start({
      port: server.port,
      source: project.source,
      token: project.sourceToken,
      fences,
      subjects: SUBJECTS,
      connections: 64,
      batch: 1,
      start: Date.now() - DAY_MS
    })
    yield* sender.prepare(Math.ceil((FASTEST_SINGLE * seconds) / 64))
    const from = server.processorTime()
    const began = Date.now()
    const sent = yield* sender.flood(seconds)
    const rate = (sent.requests / (Date.now() - began)) * 1000
    yield* caughtUp(sql)
    return {
      requests: sent.requests,
      rate,
      p99: quantile(sent.took, 0.99),
      spent: spentBetween(from, server.processorTime())
    }
  }).pipe(Effect.scoped)

/** Resident memory once the server has been quiet for a moment. */
export const memory = (server: Server): Effect.Effect<number> =>
  Effect.andThen(Effect.sleep("1 second"), Effect.sync(server.memory))
