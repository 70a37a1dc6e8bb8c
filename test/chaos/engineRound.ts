// Several engine processes on one database, each behind a network of its own, under load: one after the other is killed,
// frozen, cut off, stopped or joined by another, at moments of the seed. In the end everything promised is there, every
// event once, as if one engine had never been disturbed.
import { Effect, Fiber, Redacted } from "effect"
import type { Scope } from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { join } from "node:path"
import { PARTITIONS } from "../../src/domain/intake/LogEntry.ts"
import { embeddedPg } from "../../src/postgres/EmbeddedPg.ts"
import { makeClient } from "../journeys/client.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { launchService, type Service, startService } from "../support/processes/service.ts"
import { chance } from "./chance.ts"
import { emptyHistory, sendAll } from "./customer.ts"
import { prepareField, promisesOf } from "./field.ts"
import { awaitQuiet, checkInvariants, type Violation } from "./invariants.ts"
import { looking } from "./lab.ts"
import { Proxy } from "./Proxy.ts"

/** What happens to an engine. */
export const engineFaults = ["kill", "freeze", "cut", "silence", "stop", "join"] as const
export type EngineFault = (typeof engineFaults)[number]

/** How long a takeover may last, ms. */
const TAKEN_OVER_MS = 15_000

/** An engine process and its network. */
interface Engine {
  readonly service: Service
  readonly proxy: Proxy
}

/** How long it took until others owned what an engine had, ms. */
export interface Takeover {
  readonly fault: EngineFault
  readonly milliseconds: number
  readonly partitions: number
}

export interface EngineReport {
  readonly seed: number
  readonly fixes: number
  readonly events: number
  readonly faults: number
  readonly takeovers: ReadonlyArray<Takeover>
  /** commits that were refused because another engine owned a partition */
  readonly refused: number
  readonly violations: ReadonlyArray<Violation>
  readonly seconds: number
}

/** The partitions that each process owns, as the database says it. */
const owners = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ pid: number; partition: number; epoch: number }>`
    select split_part(owner, ':', 2)::int as pid, partition, epoch::float8 as epoch
    from partition_cursor
    where owner is not null`
  return rows
}).pipe(Effect.orDie)

type Look = ReturnType<typeof looking>

/** Waits until none of some partitions is owned under the epoch it had; null: it took too long. */
const untilMoved = Effect.fnUntraced(function* (
  look: Look,
  before: ReadonlyArray<{ readonly partition: number; readonly epoch: number }>
) {
  const since = performance.now()
  for (;;) {
    const now = new Map((yield* look(owners)).map((o) => [o.partition, o.epoch]))
    if (before.every(({ epoch, partition }) => now.get(partition)! > epoch)) return performance.now() - since
    if (performance.now() - since > TAKEN_OVER_MS) return null
    yield* Effect.sleep("30 millis")
  }
})

const refusalsIn = ({ service }: Engine): number =>
  service
    .output()
    .split("\n")
    .filter((line) => line.includes("Fenced")).length

/** Plays a round of so many engines, in which so many fields are sent. */
export const playEngines = (
  engines: number,
  seed: number,
  seconds: number,
  kinds: ReadonlyArray<EngineFault> = engineFaults
) =>
  Effect.gen(function* () {
    const began = performance.now()
    const draw = chance(seed)
    const { url } = yield* embeddedPg({ dataDir: join(yield* temporaryDirectory, "pg") })
    const look = looking(url)
    const server = yield* startService({
      directory: yield* temporaryDirectory,
      databaseUrl: Redacted.value(url),
      role: "serve"
    })
    const client = makeClient(server)
    const alive: Array<Engine> = [],
      everyone: Array<Engine> = []

    const start: Effect.Effect<Engine, never, Scope> = Effect.gen(function* () {
      const target = new URL(Redacted.value(url))
      const proxy = yield* Proxy.open(Number(target.port))
      target.port = String(proxy.port)
      target.searchParams.delete("host") // its socket would lead past the proxy
      const service = yield* launchService({
        directory: yield* temporaryDirectory,
        databaseUrl: target.href,
        role: "engine"
      })
      const engine = { service, proxy }
      alive.push(engine)
      everyone.push(engine)
      return engine
    })
    for (let n = 0; n < engines; n++) yield* start
    while ((yield* look(owners)).length < PARTITIONS) yield* Effect.sleep("50 millis")

    const takeovers: Array<Takeover> = [],
      complaints: Array<string> = []
    let faults = 0

    /** Awaits that others own what an engine had, when something happened to it. */
    const awaitTakeover = Effect.fnUntraced(function* (
      fault: EngineFault,
      had: ReadonlyArray<{ readonly partition: number; readonly epoch: number }>
    ) {
      if (had.length === 0) return
      const milliseconds = yield* untilMoved(look, had)
      if (milliseconds === null) complaints.push(`${fault}: ${had.length} partitions were not taken over`)
      else takeovers.push({ fault, milliseconds, partitions: had.length })
    })

    /** What happens to an engine and what becomes of it. */
    const play = Effect.fnUntraced(function* (fault: EngineFault) {
      faults++
      if (fault === "join") return yield* Effect.asVoid(start)
      const i = Math.floor(draw() * alive.length),
        engine = alive[i]!
      const had = (yield* look(owners)).filter((o) => o.pid === engine.service.pid)
      switch (fault) {
        case "kill":
          alive.splice(i, 1)
          yield* engine.service.kill
          yield* awaitTakeover(fault, had)
          break
        case "stop":
          alive.splice(i, 1)
          yield* engine.service.signal("SIGTERM")
          yield* awaitTakeover(fault, had)
          break
        case "freeze":
          yield* engine.service.signal("SIGSTOP")
          yield* awaitTakeover(fault, had)
          yield* Effect.sleep(draw() * 3000)
          yield* engine.service.signal("SIGCONT")
          break
        case "cut":
        case "silence":
          engine.proxy.become(fault === "cut" ? "cut" : "silent")
          yield* awaitTakeover(fault, had)
          yield* Effect.sleep(draw() * 3000)
          engine.proxy.become("open")
          break
      }
      while (alive.length < engines) yield* start
    })

    const until = began + seconds * 1000
    const torment = Effect.gen(function* () {
      while (performance.now() < until) {
        yield* Effect.sleep(1500 + draw() * 4000)
        const possible = kinds.filter((kind) => kind !== "join" || alive.length < engines + 1)
        yield* play(possible[Math.floor(draw() * possible.length)]!)
      }
    })

    /** One field after the other is sent, until the round is over. */
    const promises: Array<ReturnType<typeof promisesOf>> = []
    const send = Effect.gen(function* () {
      for (let n = 0; performance.now() < until; n++) {
        const field = yield* prepareField(client, seed + 1000 * n, draw, { animals: 40, fixes: 240 })
        const history = emptyHistory()
        yield* Effect.forEach(
          field.senders,
          (batches, i) => sendAll(client, field.herd, batches, history, chance(seed + n + 2 + i)),
          { concurrency: "unbounded", discard: true }
        )
        complaints.push(...history.complaints)
        promises.push(promisesOf(field, history))
      }
    })
    const tormenting = yield* Effect.forkChild(torment)
    yield* send
    yield* Fiber.join(tormenting)

    const broken: Array<Violation> = []
    yield* look(awaitQuiet)
    for (const promised of promises) broken.push(...(yield* look(checkInvariants(promised))))
    for (const { service } of alive) yield* service.stop
    return {
      seed,
      fixes: promises.reduce((sum, p) => sum + p.acknowledged.length, 0),
      events: promises.reduce((sum, p) => sum + p.events.length, 0),
      faults,
      takeovers,
      refused: everyone.reduce((sum, engine) => sum + refusalsIn(engine), 0),
      violations: [
        ...broken,
        ...complaints.map((example) => ({
          invariant: "what an engine had is taken over, and good requests are taken",
          rows: 1,
          examples: example
        }))
      ],
      seconds: (performance.now() - began) / 1000
    } satisfies EngineReport
  }).pipe(Effect.scoped)

const median = (list: ReadonlyArray<number>): number => list.toSorted((a, b) => a - b)[list.length >> 1]!

/** A report in one line, with takeovers by what happened, and what was broken below it. */
export const describeEngines = (r: EngineReport): string => {
  const byFault = Map.groupBy(r.takeovers, (t) => t.fault)
  const times = [...byFault].map(([fault, list]) => {
    const all = list.map((t) => t.milliseconds / 1000)
    return `${fault} ${list.length}: ${median(all).toFixed(1)} s (${Math.max(...all).toFixed(1)})`
  })
  return [
    `seed ${r.seed}  ${r.faults} faults  ${r.fixes} fixes  ${r.events} events  ${r.refused} refused commits  ` +
      `${r.violations.length === 0 ? "all well" : `${r.violations.length} VIOLATIONS`}  ${r.seconds.toFixed(0)} s`,
    `    taken over after, median (longest): ${times.join(", ")}`,
    ...r.violations.map((v) => `    ${v.invariant}: ${v.rows}, such as ${v.examples}`)
  ].join("\n")
}
