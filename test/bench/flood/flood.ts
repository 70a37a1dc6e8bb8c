// A flood: one project's rules cause more events in one request than a commit holds, and beside it a small
// project goes on. How late the small one's events are, whether each of the flood's is there once, and what
// the server holds in memory. Each run has a server and a database of its own.
import { Console, Effect } from "effect"
import type { Scope } from "effect/Scope"
import { Client } from "../Client.ts"
import { connect, type Sql } from "../Database.ts"
import {
  addRules,
  fenceOff,
  floodFixes,
  floodTimes,
  ingest,
  makeSide,
  plantRules,
  type Side
} from "./floodWorld.ts"
import {
  counting,
  delaysOf,
  findAll,
  type Found,
  isQuiet,
  trickle,
  type Trickle,
  watchMemory
} from "./floodWatch.ts"
import type { FloodRun } from "./floodRuns.ts"
import { quantile } from "../measures.ts"
import type { Line } from "../report.ts"
import { type Server, type ServerFailed, startServer } from "../Server.ts"
import { temporaryDirectory } from "../../support/machine.ts"

export interface FloodOptions {
  readonly runs: ReadonlyArray<FloodRun>
  /** share of the full size: of the events, or of the unread rows and of the rules where a run is about these */
  readonly scale: number
  /** how long the flood's events are waited for */
  readonly limitSeconds: number
}

const titles: Readonly<Record<FloodRun, string>> = {
  end: "a flood to its end",
  archived: "a flood whose rules are archived midway",
  start: "a start with a flood unread",
  rules: "more rules than are allowed"
}

/** How late an event of another project may be, and how long archived rules may still fire. */
const FAIR_MS = 2000
const MEMORY_MB = 1200
/** What is held still when all is over, and for how long the server is left in peace before that is read. */
const RESTED_MB = 800
const REST_SECONDS = 60
/** The small project is at work so long before and after. */
const AROUND = "3 seconds"
const LOOK_MS = 250
/** Rules are archived when a third of their events is there, or after this time, ms. */
const ARCHIVE_MS = 10_000
/** How long the small project is watched at a start. */
const START_SECONDS = 60

interface Flood {
  readonly side: Side
  readonly rules: ReadonlyArray<string>
  /** fixes of each animal */
  readonly each: number
  /** event time of the first */
  readonly from: number
}

interface Measured {
  readonly delays: ReadonlyArray<number>
  readonly never: number
  readonly slowest: number
  readonly refused: number
  readonly found: Found
  readonly expected: number
  /** until the last event was stored; null: not within the limit; seconds */
  readonly took: number | null
  readonly memory: number
  /** null: the flood still went on */
  readonly rested: number | null
  readonly restarts: number
  /** events created, and stored, later than archived rules may fire */
  readonly late?: { readonly created: number; readonly stored: number }
}

const say = (text: string) => Console.error(`... ${text}`)
const expectedOf = ({ each, rules, side }: Flood) => rules.length * side.animals.length * Math.floor(each / 2)
const restartsOf = (server: Server) =>
  server.output().split("the engine's thread ended and is started again").length - 1

/** Waits until it holds; false: not before the deadline. */
const awaitIt = Effect.fnUntraced(function* (holds: Effect.Effect<boolean>, deadline: number) {
  while (!(yield* holds)) {
    if (Date.now() > deadline) return false
    yield* Effect.sleep(LOOK_MS)
  }
  return true
})

interface Archived {
  /** until when each rule may still fire, epoch ms */
  readonly until: ReadonlyArray<{ readonly id: string; readonly at: number }>
  /** events stored when the last of them may have fired */
  readonly stored: number
}

/** Archives every rule, and waits until none may fire. */
const archive = Effect.fnUntraced(function* (
  client: Client,
  { rules, side }: Flood,
  count: Effect.Effect<number>
) {
  const until = yield* Effect.forEach(
    rules,
    (id) => Effect.map(client.remove(`/projects/${side.id}/rules/${id}`), (at) => ({ id, at: at + FAIR_MS })),
    { concurrency: 8 }
  )
  const last = Math.max(...until.map((u) => u.at))
  yield* say(`archived in ${((last - Math.min(...until.map((u) => u.at))) / 1000).toFixed(1)} s`)
  yield* Effect.sleep(Math.max(0, last - Date.now()))
  return { until, stored: yield* count } satisfies Archived
})

/** How many events of archived rules were created, and how many came to be stored, when they should not. */
const lateOf = Effect.fnUntraced(function* (
  sql: Sql,
  { stored, until }: Archived,
  count: Effect.Effect<number>
) {
  const [row] = yield* Effect.orDie(sql<{ n: number }>`
    select count(*)::float8 as n from events e
    join jsonb_to_recordset(${JSON.stringify(until)}::text::jsonb) as r (id uuid, at float8)
      on r.id = e.rule_id
    where e.created_at > to_timestamp(r.at / 1000)`)
  return { created: row!.n, stored: (yield* count) - stored }
})

/** The flood and, around it, the small project: until everything is there, or the limit is reached. */
const pour = Effect.fnUntraced(function* (
  server: Server,
  client: Client,
  sql: Sql,
  flood: Flood,
  small: Side,
  isArchived: boolean,
  options: FloodOptions
) {
  const side = yield* trickle(server, sql, small)
  yield* Effect.sleep(AROUND)
  const status = yield* ingest(server, flood.side, floodFixes(flood.side, flood.from, flood.each))
  if (status !== 202) return yield* Effect.die(new Error(`the flood was answered ${status}`))
  const began = Date.now(),
    deadline = began + options.limitSeconds * 1000
  const expected = expectedOf(flood),
    count = counting(sql, flood.side)
  let archived: Archived | null = null,
    took: number | null = null
  if (isArchived) {
    yield* awaitIt(
      Effect.map(count, (n) => n >= expected / 3),
      Math.min(deadline, began + ARCHIVE_MS)
    )
    archived = yield* archive(client, flood, count)
    if (yield* awaitIt(isQuiet(sql), deadline)) took = (Date.now() - began) / 1000
  } else if (
    yield* awaitIt(
      Effect.map(count, (n) => n >= expected),
      deadline
    )
  )
    took = (Date.now() - began) / 1000
  yield* Effect.sleep(AROUND)
  return {
    ...(yield* settle(side, deadline)),
    took,
    late: archived === null ? undefined : yield* lateOf(sql, archived, count)
  }
}, Effect.scoped)

/** What the small project has seen, once what it last sent is through. */
const settle = Effect.fnUntraced(function* (side: Trickle, deadline: number) {
  const isOver = Effect.sync(() => side.sent.every((s) => s.seen !== null))
  yield* awaitIt(isOver, Math.max(deadline, Date.now() + FAIR_MS))
  return {
    delays: delaysOf(side, Date.now()),
    never: side.sent.filter((s) => s.seen === null).length,
    slowest: side.slowest(),
    refused: side.refused()
  }
})

const rest = Effect.fnUntraced(function* (server: Server, scale: number) {
  yield* Effect.sleep(Math.max(3, REST_SECONDS * Math.min(1, scale)) * 1000)
  return server.memory()
})

const overflow = (
  run: "end" | "archived" | "rules",
  options: FloodOptions
): Effect.Effect<Measured, ServerFailed, Scope> =>
  Effect.gen(function* () {
    const directory = yield* temporaryDirectory
    const server = yield* startServer(directory, undefined),
      sql = yield* connect(directory, 2),
      client = new Client(server)
    const root = Math.sqrt(options.scale),
      animals = run === "archived" ? 4 : 1
    const each = run === "rules" ? 20 : Math.max(2, Math.round((800 * root) / animals))
    const side = yield* makeSide(client, "a", animals),
      small = yield* makeSide(client, "b", 1)
    yield* fenceOff(client, small)
    const rules =
      run === "rules"
        ? yield* plantRules(client, sql, side, Math.round(3950 * options.scale))
        : yield* addRules(client, side, Math.max(1, Math.round(300 * root)))
    const flood: Flood = { side, rules, each, from: Math.floor(Date.now() / 1000 - each - 60) * 1000 }
    yield* say(`${rules.length} rules, ${each * animals} fixes, ${expectedOf(flood)} events`)
    const most = yield* watchMemory(server)
    const { late, ...seen } = yield* pour(server, client, sql, flood, small, run === "archived", options)
    const found = yield* findAll(sql, side, rules, floodTimes(flood.from, each))
    return {
      ...seen,
      found,
      expected: expectedOf(flood),
      memory: most(),
      restarts: restartsOf(server),
      rested: seen.took === null ? null : yield* rest(server, options.scale),
      ...(late === undefined ? {} : { late })
    }
  })

/** Fills the log while nobody reads it: each request writes a row into every partition. */
const fill = Effect.fnUntraced(function* (directory: string, rows: number) {
  // more may wait than this run needs: what is measured is not the bound
  const server = yield* startServer(directory, undefined, {
    role: "serve",
    settings: { MAX_UNREAD_ROWS: String(2 * rows + 1000) }
  })
  const sql = yield* connect(directory, 1),
    client = new Client(server)
  const side = yield* makeSide(client, "a", "spread"),
    small = yield* makeSide(client, "b", 1)
  yield* fenceOff(client, small)
  const rules = yield* addRules(client, side, 300)
  const each = Math.ceil(rows / side.animals.length)
  const flood: Flood = { side, rules, each, from: Math.floor(Date.now() / 1000 - each - 60) * 1000 }
  const fixes = floodFixes(side, flood.from, each)
  yield* say(`storing ${fixes.length} fixes, one of each animal a request`)
  for (let i = 0; i < each; i++) {
    const status = yield* ingest(
      server,
      side,
      fixes.slice(i * side.animals.length, (i + 1) * side.animals.length)
    )
    if (status !== 202)
      return yield* Effect.die(new Error(`the log was filled until ingest answered ${status}`))
  }
  const [row] = yield* Effect.orDie(sql<{ n: number }>`
    select count(*)::float8 as n from observation_log l join partition_cursor c using (partition)
      where l.id > c.position`)
  yield* say(`${row!.n} log rows are unread`)
  return { flood, small }
}, Effect.scoped)

const beginWith = (options: FloodOptions): Effect.Effect<Measured, ServerFailed, Scope> =>
  Effect.gen(function* () {
    const directory = yield* temporaryDirectory
    const { flood, small } = yield* fill(directory, Math.round(150_000 * options.scale))
    const started = new Date(),
      server = yield* startServer(directory, undefined),
      sql = yield* connect(directory, 2)
    const most = yield* watchMemory(server)
    const owner = Effect.orDie(
      sql<{ owned: boolean }>`
        select bool_and(claimed_at > ${started}) as owned from partition_cursor`
    )
    yield* awaitIt(
      Effect.map(owner, ([row]) => row!.owned),
      Date.now() + 20_000
    )
    const seen = yield* Effect.scoped(
      Effect.gen(function* () {
        const side = yield* trickle(server, sql, small)
        yield* Effect.sleep(Math.max(10, START_SECONDS * Math.min(1, options.scale)) * 1000)
        return yield* settle(side, Date.now())
      })
    )
    const found = yield* findAll(sql, flood.side, flood.rules, floodTimes(flood.from, flood.each))
    return {
      ...seen,
      found,
      expected: expectedOf(flood),
      took: null,
      memory: most(),
      rested: null,
      restarts: restartsOf(server)
    }
  })

const linesOf = (run: FloodRun, m: Measured, { limitSeconds }: FloodOptions): ReadonlyArray<Line> => {
  const none = { below: 1 }
  const line = (
    key: string,
    label: string,
    value: number,
    unit: string,
    target?: Line["target"],
    digits = 0
  ): Line => ({
    key: `flood_${run}_${key}`,
    label,
    value,
    unit,
    digits,
    ...(target === undefined ? {} : { target })
  })
  const { doubled, gaps, missing, unexpected } = m.found,
    isWhole = run === "end" || run === "rules"
  const lacking = isWhole ? missing : run === "archived" ? gaps : 0
  return [
    line(
      "median",
      `${titles[run]}: another project's event after its 202, median`,
      quantile(m.delays, 0.5),
      "ms",
      { below: FAIR_MS }
    ),
    line("p99", "  p99", quantile(m.delays, 0.99), "ms", { below: FAIR_MS }),
    line("max", "  max", quantile(m.delays, 1), "ms", { below: FAIR_MS }),
    line("sent", `  of ${m.delays.length}, not there in the end`, m.never, "", none),
    line("slowest", "  its slowest 202", m.slowest, "ms", { below: FAIR_MS }),
    line("refused", "  its requests refused", m.refused, "", none),
    line(
      "stored",
      "  the flood's events stored",
      m.found.stored,
      "",
      isWhole ? { atLeast: m.expected } : undefined
    ),
    ...(run === "start"
      ? []
      : [line("took", "  until the last was stored", m.took ?? Infinity, "s", { below: limitSeconds }, 1)]),
    line("wrong", "  missing, doubled or made up", lacking + doubled + unexpected, "", none),
    ...(m.late === undefined
      ? []
      : [
          line(
            "late_created",
            "  created later than 2 s after their rule was archived",
            m.late.created,
            "",
            none
          ),
          line("late_stored", "  stored later than 2 s after all were archived", m.late.stored, "", none)
        ]),
    line("restarts", "  restarts of the engine", m.restarts, "", none),
    line("memory", "  memory of the server, at most", m.memory / 1e6, "MB", { below: MEMORY_MB }),
    ...(m.rested === null
      ? []
      : [line("rested", "  memory once all is over", m.rested / 1e6, "MB", { below: RESTED_MB })])
  ]
}

/** The lines of the report. */
export const floodLines = (options: FloodOptions): Effect.Effect<ReadonlyArray<Line>, ServerFailed> =>
  Effect.map(
    Effect.forEach(options.runs, (run) =>
      Effect.gen(function* () {
        yield* say(titles[run])
        return linesOf(
          run,
          yield* Effect.scoped(run === "start" ? beginWith(options) : overflow(run, options)),
          options
        )
      })
    ),
    (all) => all.flat()
  )
