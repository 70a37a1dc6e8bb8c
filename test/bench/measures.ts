// What is measured of a running server, and how.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { collect } from "./collect.ts"
import { caughtUp, countEvents, type Sql } from "./Database.ts"
import { listen } from "./listen.ts"
import { type Load, Sender } from "./Sender.ts"
import { type ProcessorTime, spentBetween } from "./readings/processorTime.ts"
import { type Cost, withCost } from "./readings/readings.ts"
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

/** How a sender sends: its connections, the items of a request, and the event time of its first fixes. */
type Sending = Pick<Load, "batch" | "connections" | "start">

const senderTo = (
  server: Server,
  project: Project,
  fences: number,
  sending: Sending
): Effect.Effect<Sender, never, Scope> =>
  Sender.start({
    port: server.port,
    source: project.source,
    token: project.sourceToken,
    fences,
    subjects: SUBJECTS,
    ...sending
  })

/**
 * A sender of batches of 500 over eight connections; `daysAgo` sets its fixes apart from those of other
 * senders to the project.
 */
export const batches = (
  server: Server,
  project: Project,
  fences: number,
  daysAgo: number,
  now = Date.now()
): Effect.Effect<Sender, never, Scope> =>
  senderTo(server, project, fences, { connections: 8, batch: 500, start: now - daysAgo * DAY_MS })

/** FloodSize: for so many seconds, or so many requests over each connection however long they take. */
export type FloodSize = { readonly seconds: number } | { readonly requestsPerConnection: number }

/** Has the requests of a flood ready; returns the seconds after which no more is sent. */
const prepareFlood = (sender: Sender, size: FloodSize, fastest: number): Effect.Effect<number> => {
  const { batch, connections } = sender.load
  return "seconds" in size
    ? Effect.as(sender.prepare(Math.ceil((fastest * size.seconds) / batch / connections)), size.seconds)
    : Effect.as(sender.prepare(size.requestsPerConnection), Infinity)
}

export interface Throughput {
  readonly positions: number
  /** a second, until the engine had judged the last of them */
  readonly rate: number
  readonly events: number
  readonly eventRate: number
  readonly cost: Cost
}

/** Positions as fast as the server takes them, and until its engine has caught up. */
export const throughput = (
  server: Server,
  sql: Sql,
  project: Project,
  sender: Sender,
  size: FloodSize
): Effect.Effect<Throughput> =>
  Effect.gen(function* () {
    const seconds = yield* prepareFlood(sender, size, FASTEST)
    const before = yield* countEvents(sql, project.id)
    collect()
    const flood = Effect.gen(function* () {
      const { began, requests } = yield* sender.flood(seconds)
      return { requests, took: ((yield* caughtUp(sql)) - began) / 1000 }
    })
    const [{ requests, took }, cost] = yield* withCost(server, sql, flood)
    const positions = requests * sender.load.batch,
      events = (yield* countEvents(sql, project.id)) - before
    return { positions, rate: positions / took, events, eventRate: events / took, cost }
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
  /** until the engine had judged the last of them */
  readonly cost: Cost
}

/** A sender of one fix a request over 64 connections, newer than those of `batches`. */
export const singleFixes = (
  server: Server,
  project: Project,
  fences: number,
  now = Date.now()
): Effect.Effect<Sender, never, Scope> =>
  senderTo(server, project, fences, { connections: 64, batch: 1, start: now - DAY_MS })

/** One fix a request, each answered when its fix is durable. */
export const singles = (server: Server, sql: Sql, sender: Sender, size: FloodSize): Effect.Effect<Singles> =>
  Effect.gen(function* () {
    const seconds = yield* prepareFlood(sender, size, FASTEST_SINGLE)
    collect()
    const flood = Effect.gen(function* () {
      const began = Date.now()
      const { requests, took } = yield* sender.flood(seconds)
      const rate = (requests / (Date.now() - began)) * 1000
      yield* caughtUp(sql)
      return { requests, took, rate }
    })
    const [{ rate, requests, took }, cost] = yield* withCost(server, sql, flood)
    return { requests, rate, p99: quantile(took, 0.99), cost }
  })

/** Resident memory once the server has been quiet for a moment. */
export const memory = (server: Server): Effect.Effect<number> =>
  Effect.andThen(Effect.sleep("1 second"), Effect.sync(server.memory))
