// One engine process, and then two, judge the same backlog: what a second processor gives where rules, and not the
// database, are what takes time. Each run begins with a copy of one database. The first part of the backlog is not
// timed: by then the engines share the partitions, have the subjects in memory, and their code is compiled.
import { Console, Effect, Redacted, Schedule } from "effect"
import type { Scope } from "effect/Scope"
import { execFile } from "node:child_process"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { PARTITIONS } from "../../src/domain/intake/LogEntry.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { launchService } from "../support/processes/service.ts"
import { Client } from "./Client.ts"
import { caughtUp, connect, databaseUrl, type Sql } from "./Database.ts"
import { batches } from "./measures.ts"
import { readProcessorTime, spentBetween } from "./readings/processorTime.ts"
import type { Line } from "./report.ts"
import { type ServerFailed, startServer } from "./Server.ts"
import { setUp } from "./setUp.ts"
import { makeWorld } from "./World.ts"

const FENCES = 1000
/** How often the project has the fifty rules of a world: so many take some 40 µs of a processor for a record. */
const RULE_SETS = 5
/** What each of the eight senders sends, 500 records a request, a backlog of 300,000. */
const REQUESTS = 75
const ROUNDS = 3
/** The share of the backlog that is left when the clock starts. */
const TIMED_SHARE = 0.6

const run = promisify(execFile)
const say = (text: string) => Console.error(`... ${text}`)
const mean = (list: ReadonlyArray<number>) => list.reduce((sum, x) => sum + x, 0) / list.length

/** Fills a database in a directory with what no engine has judged. */
const fill = (directory: string): Effect.Effect<void, ServerFailed> =>
  Effect.gen(function* () {
    const server = yield* startServer(directory, undefined, { role: "serve" })
    const project = yield* setUp(new Client(server), "engines", makeWorld(FENCES), "calm", RULE_SETS)
    const sender = yield* batches(server, project, FENCES, 10)
    yield* sender.prepare(REQUESTS)
    yield* sender.flood(Infinity)
  }).pipe(Effect.scoped)

/** Waits until so many engine processes share all partitions. */
const untilShared = (sql: Sql, engines: number): Effect.Effect<void> =>
  sql<{ owners: number; partitions: number }>`
    select count(distinct owner)::int as owners, count(owner)::int as partitions from partition_cursor`.pipe(
    Effect.orDie,
    Effect.repeat({
      schedule: Schedule.spaced("100 millis"),
      until: ([row]) => row!.owners === engines && row!.partitions === PARTITIONS
    }),
    // grants that were on their way are claimed
    Effect.andThen(Effect.sleep("2 seconds"))
  )

/** The records that no engine has judged yet. */
const countLeft = (sql: Sql): Effect.Effect<number> =>
  Effect.map(
    Effect.orDie(sql<{ n: number }>`
      select coalesce(sum(l.size), 0)::float8 as n from observation_log l join partition_cursor c using (partition)
      where l.id > c.position`),
    ([row]) => row!.n
  )

/** Waits until at most so many records are left; how many are. */
const untilLeft = (sql: Sql, most: number): Effect.Effect<number> =>
  Effect.repeat(countLeft(sql), { schedule: Schedule.spaced("50 millis"), until: (left) => left <= most })

interface Drained {
  /** records a second */
  readonly rate: number
  /** of all engines for a record, µs; null where the system does not tell */
  readonly processor: number | null
}

/** Has so many engines judge a copy of the backlog. */
const drain = (filled: string, engines: number) =>
  Effect.gen(function* () {
    const directory = yield* temporaryDirectory
    // with the owner of the files, which the database insists on
    yield* Effect.promise(() => run("cp", ["-a", join(filled, "pg"), join(directory, "pg")]))
    const url = yield* databaseUrl(directory)
    const sql = yield* connect(directory, 2)
    const all = yield* countLeft(sql)
    const pids: Array<number> = []
    for (let n = 0; n < engines; n++) {
      const home = join(directory, `engine-${n}`)
      yield* Effect.promise(() => mkdir(home))
      const { pid } = yield* launchService({
        directory: home,
        databaseUrl: Redacted.value(url),
        role: "engine",
        settings: { LOG_LEVEL: "warn" }
      })
      pids.push(pid)
    }
    yield* untilShared(sql, engines)
    const records = yield* untilLeft(sql, all * TIMED_SHARE),
      began = Date.now()
    const readAll = () => pids.map((pid) => readProcessorTime(pid, join(directory, "pg")))
    const before = readAll()
    const took = (yield* caughtUp(sql)) - began
    const spent = readAll().map((time, n) => spentBetween(before[n]!, time)?.server ?? Number.NaN)
    const processor = (spent.reduce((sum, s) => sum + s, 0) / records) * 1e6
    return { rate: (records / took) * 1000, processor: Number.isNaN(processor) ? null : processor }
  }).pipe(Effect.scoped)

/** The lines of one engine and of two. */
export const enginesLines: Effect.Effect<ReadonlyArray<Line>, ServerFailed, Scope> = Effect.gen(function* () {
  const filled = yield* temporaryDirectory
  yield* say(`a backlog for engines, ${RULE_SETS * 50} rules`)
  yield* fill(filled)
  const one: Array<Drained> = [],
    two: Array<Drained> = []
  for (let round = 1; round <= ROUNDS; round++) {
    yield* say(`one engine and two, round ${round} of ${ROUNDS}`)
    one.push(yield* drain(filled, 1))
    two.push(yield* drain(filled, 2))
  }
  const rateOf = (runs: ReadonlyArray<Drained>) => mean(runs.map((r) => r.rate))
  const costs = one.flatMap(({ processor }) => processor ?? [])
  return [
    {
      key: "engines_one",
      label: "judging a backlog from memory, one engine process",
      value: rateOf(one),
      unit: "records/s"
    },
    ...(costs.length === 0
      ? []
      : [
          {
            key: "engines_cost",
            label: "  processor time of the engine",
            value: mean(costs),
            unit: "µs a record"
          }
        ]),
    { key: "engines_two", label: "  two engine processes", value: rateOf(two), unit: "records/s" },
    {
      key: "engines_ratio",
      label: "  two against one; 1.41 before",
      value: rateOf(two) / rateOf(one),
      unit: "times",
      digits: 2
    }
  ]
})
