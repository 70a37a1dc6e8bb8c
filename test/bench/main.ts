// `npm run bench`: starts a server and a database of its own, measures them, prints a table, and leaves
// nothing behind.
// --only raw,pipeline,half,fences,single,sleeping,underway,ruletest,movement,grazing,isolation,attack,login,map some
// of the measures
// --only flood what one project's flood of events does to another: ten minutes, so only where it is named;
// exit code 1 for a target missed
//     --runs end,archived,start,rules    some of its runs
//     --scale N     share of the full size (1)
//     --limit N     how long a flood is waited for, seconds (180)
// --only memory what floods do to the memory of a service, and whether it comes back: seven minutes, only
// where it is named; --scale as above
//   --seconds N     how long each measure runs (6)
//   --json          the same as one JSON object on the last line
//   --profile DIR   a CPU profile of the server
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect } from "effect"
import { parseArgs } from "node:util"
import { attack, attackLines } from "./attack.ts"
import { Client } from "./Client.ts"
import { connect, type Sql } from "./Database.ts"
import { floodLines, type FloodRun, floodRuns } from "./flood.ts"
import { grazingLines } from "./grazing.ts"
import { isolation } from "./isolation.ts"
import { loginLines, told } from "./login.ts"
import { map } from "./map.ts"
import { memoryLines } from "./memory.ts"
import { batches, latency, memory, singles, type Throughput, throughput } from "./measures.ts"
import { movementLines } from "./movement.ts"
import { raw } from "./raw.ts"
import type { ProcessorTime } from "./processorTime.ts"
import { json, type Line, meets, table } from "./report.ts"
import { ruleTests } from "./ruleTest.ts"
import { type Server, startServer, temporaryDirectory } from "./Server.ts"
import { setUp } from "./setUp.ts"
import { sleeping } from "./sleeping.ts"
import { trusting } from "./strangers.ts"
import { underWayLines } from "./underWay.ts"
import { makeWorld } from "./World.ts"

const MEASURES = [
  "raw",
  "pipeline",
  "half",
  "fences",
  "single",
  "sleeping",
  "underway",
  "ruletest",
  "movement",
  "grazing",
  "isolation",
  "attack",
  "login",
  "map"
] as const
const NAMED = [...MEASURES, "flood", "memory"] as const
type Measure = (typeof NAMED)[number]

/** Raw and pipeline take turns, so that both meet the machine in the same mood. */
const ROUNDS = 2
const FENCES = 1000
const FEW_FENCES = 10
const BATCH = 500

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seconds: { type: "string", default: "6" },
    json: { type: "boolean", default: false },
    profile: { type: "string" },
    runs: { type: "string", default: floodRuns.join(",") },
    scale: { type: "string", default: "1" },
    limit: { type: "string", default: "180" }
  }
})
const seconds = Number(values.seconds)
const flood = {
  runs: floodRuns.filter((run) => values.runs.split(",").includes(run)),
  scale: Number(values.scale),
  limitSeconds: Number(values.limit)
}
const wanted = new Set<string>(values.only?.split(",") ?? MEASURES)
const strange = [
  ...[...wanted].filter((name) => !(NAMED as ReadonlyArray<string>).includes(name)),
  ...values.runs.split(",").filter((run) => !flood.runs.includes(run as FloodRun))
]
if (strange.length > 0 || !(seconds > 0) || !(flood.scale > 0) || !(flood.limitSeconds > 0)) {
  console.error(
    `usage: npm run bench -- [--only ${NAMED.join(",")}] [--seconds N] ` +
      `[--runs ${floodRuns.join(",")}] [--scale N] [--limit N] [--json] [--profile DIR]`
  )
  process.exit(2)
}
const wants = (...measures: ReadonlyArray<Measure>) => measures.some((m) => wanted.has(m))

const say = (text: string) => Console.error(`... ${text}`)
const mean = (list: ReadonlyArray<number>) => list.reduce((sum, x) => sum + x, 0) / list.length
const megabytes = (bytes: number) => bytes / 1e6

/**
 * Where the processors' time went, for each thousand of what was sent; nothing where the system does not
 * tell.
 */
const processorLines = (
  prefix: string,
  sent: number,
  what: string,
  spent: ReadonlyArray<ProcessorTime | null>
): ReadonlyArray<Line> =>
  (["server", "database", "sender"] as const).flatMap((who) => {
    const seconds = spent.reduce((sum, s) => sum + (s?.[who] ?? Number.NaN), 0)
    return Number.isNaN(seconds)
      ? []
      : [
          {
            key: `${prefix}processor_${who}`,
            label: `  processor time of the ${who}`,
            value: (seconds / sent) * 1e6,
            unit: `ms per 1,000 ${what}`,
            digits: 1
          }
        ]
  })

const pipelineLines = (runs: ReadonlyArray<Throughput>, raws: ReadonlyArray<number>): ReadonlyArray<Line> => {
  const rate = mean(runs.map((r) => r.rate))
  const events = runs.reduce((sum, r) => sum + r.events, 0),
    positions = runs.reduce((sum, r) => sum + r.positions, 0)
  return [
    {
      key: "pipeline",
      label: "full pipeline over HTTP, 50 rules, 1,000 fences, 1,000 subjects",
      value: rate,
      unit: "positions/s",
      target: { atLeast: 25_000 }
    },
    ...(raws.length === 0
      ? []
      : [
          {
            key: "ratio",
            label: "  of the raw insert",
            value: rate / mean(raws),
            unit: "",
            digits: 2,
            target: { atLeast: 0.35 }
          }
        ]),
    {
      key: "events_per_1000",
      label: "  events fired",
      value: (events / positions) * 1000,
      unit: "per 1,000 positions",
      digits: 1
    },
    { key: "events", label: "  events", value: mean(runs.map((r) => r.eventRate)), unit: "events/s" },
    ...processorLines(
      "",
      positions,
      "positions",
      runs.map((r) => r.spent)
    )
  ]
}

/** Everything but the sleepers, on one server. */
const busy = (server: Server, sql: Sql): Effect.Effect<ReadonlyArray<Line>> =>
  Effect.gen(function* () {
    const client = new Client(server)
    const lines: Array<Line> = []
    yield* say(`setting up ${FENCES} fences, 50 rules, 1,000 subjects`)
    const project = yield* setUp(client, "bench", makeWorld(FENCES))
    const sender = yield* batches(server, project, FENCES, 10)
    const raws: Array<number> = [],
      runs: Array<Throughput> = [],
      few: Array<Throughput> = []
    const small = wants("fences") ? yield* setUp(client, "few", makeWorld(FEW_FENCES)) : null
    const smallSender = small === null ? null : yield* batches(server, small, FEW_FENCES, 10)

    for (let round = 1; round <= ROUNDS; round++) {
      yield* say(`round ${round} of ${ROUNDS}`)
      if (wants("raw")) raws.push(yield* raw(sql, BATCH, seconds))
      if (wants("pipeline", "fences")) runs.push(yield* throughput(server, sql, project, sender, seconds))
      if (small !== null && smallSender !== null)
        few.push(yield* throughput(server, sql, small, smallSender, seconds))
    }
    if (raws.length > 0)
      lines.push({
        key: "raw",
        label: `raw insert by unnest, batches of ${BATCH}, 3 connections`,
        value: mean(raws),
        unit: "rows/s"
      })
    if (runs.length > 0)
      lines.push(...pipelineLines(runs, raws), {
        key: "memory",
        label: "  memory of the server",
        value: megabytes(yield* memory(server)),
        unit: "MB"
      })
    if (few.length > 0) {
      lines.push(
        {
          key: "few_fences",
          label: `the same with ${FEW_FENCES} fences`,
          value: mean(few.map((r) => r.rate)),
          unit: "positions/s"
        },
        {
          key: "fences_ratio",
          label: `  cost of ${FENCES} fences against ${FEW_FENCES}`,
          value: mean(few.map((r) => r.rate)) / mean(runs.map((r) => r.rate)),
          unit: "times",
          digits: 2,
          target: { below: 1.2 }
        }
      )
    }
    if (wants("half")) {
      yield* say("half load")
      const half = yield* latency(
        server,
        sql,
        project,
        sender,
        runs.length > 0 ? mean(runs.map((r) => r.rate)) / 2 : 12_500,
        seconds
      )
      lines.push(
        { key: "half_rate", label: "half load", value: half.rate, unit: "positions/s" },
        { key: "half_events", label: "  events heard over the live stream", value: half.events, unit: "" },
        { key: "half_p50", label: "  from record to event, p50", value: half.p50, unit: "ms" },
        {
          key: "half_p99",
          label: "  from record to event, p99",
          value: half.p99,
          unit: "ms",
          target: { below: 250 }
        }
      )
    }
    if (wants("isolation")) {
      yield* say("analyses beside it")
      const { alone, beside, runs } = yield* isolation(server, client, sql, project, sender, 6000, seconds)
      lines.push(
        {
          key: "isolation_alone",
          label: "from record to event at 6,000 positions/s, p99",
          value: alone,
          unit: "ms"
        },
        {
          key: "isolation_beside",
          label: "  with an analysis of 500,000 fixes going on",
          value: beside,
          unit: "ms"
        },
        {
          key: "isolation_ratio",
          label: "  of it alone",
          value: beside / alone,
          unit: "times",
          digits: 2,
          target: { below: 1.1 }
        },
        { key: "isolation_runs", label: "  analyses begun meanwhile", value: runs, unit: "" }
      )
    }
    if (wants("attack")) {
      yield* say("logins under attack beside it")
      lines.push(...attackLines(yield* attack(server, sql, project, sender, 6000, seconds)))
    }
    // last: its fixes are newer than any that the sender above would go on with
    if (wants("single")) {
      yield* say("single fixes")
      const single = yield* singles(server, sql, project, FENCES, seconds)
      lines.push(
        {
          key: "single",
          label: "one fix a request, 64 connections, answered after commit",
          value: single.rate,
          unit: "requests/s",
          target: { atLeast: 4000 }
        },
        { key: "single_p99", label: "  p99 of an answer", value: single.p99, unit: "ms" },
        ...processorLines("single_", single.requests, "requests", [single.spent])
      )
    }
    return lines
  }).pipe(Effect.scoped)

const asleep = (server: Server, sql: Sql): Effect.Effect<ReadonlyArray<Line>> =>
  Effect.gen(function* () {
    yield* say("100,000 sleepers")
    const { after, before } = yield* sleeping(server, new Client(server), sql)
    return [
      {
        key: "sleeping",
        label: "100,000 subjects asleep under 10 rules, memory of the server",
        value: megabytes(after),
        unit: "MB",
        target: { below: 1000 }
      },
      { key: "sleeping_before", label: "  before they were seen", value: megabytes(before), unit: "MB" }
    ]
  })

const pasts = (server: Server, sql: Sql): Effect.Effect<ReadonlyArray<Line>> =>
  Effect.gen(function* () {
    yield* say("rule tests")
    const { rows, steps } = yield* ruleTests(new Client(server), sql)
    return [
      {
        key: "ruletest_rows",
        label: `rule test of ${rows.rows_read} rows, two conditions`,
        value: rows.took,
        unit: "ms",
        target: { below: 1000 }
      },
      {
        key: "ruletest_rows_wait",
        label: "  longest answer to others meanwhile",
        value: rows.wait,
        unit: "ms"
      },
      {
        key: "ruletest_steps",
        label: `rule test of ${steps.steps} schedule steps, 100 subjects`,
        value: steps.took,
        unit: "ms",
        target: { below: 5000 }
      },
      {
        key: "ruletest_steps_wait",
        label: "  longest answer to others meanwhile",
        value: steps.wait,
        unit: "ms"
      }
    ]
  })

const on = (
  directory: string,
  measure: (server: Server, sql: Sql) => Effect.Effect<ReadonlyArray<Line>>,
  profile?: string
) =>
  Effect.gen(function* () {
    const server = yield* startServer(directory, profile, { settings: trusting })
    return yield* measure(server, yield* connect(directory, 4))
  }).pipe(Effect.scoped)

const bench = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const lines = [
    ...(wants("raw", "pipeline", "half", "fences", "single", "isolation", "attack")
      ? yield* on(directory, busy, values.profile)
      : []),
    ...(wants("login")
      ? yield* on(directory, (server) =>
          say("refused logins and tokens").pipe(
            Effect.andThen(told(server, new Client(server), seconds)),
            Effect.map(loginLines)
          )
        )
      : []),
    ...(wants("sleeping") ? yield* on(directory, asleep) : []),
    ...(wants("underway") ? yield* say("100,000 holds under way").pipe(Effect.andThen(underWayLines)) : []),
    ...(wants("ruletest") ? yield* on(directory, pasts) : []),
    ...(wants("map")
      ? yield* on(directory, (server, sql) =>
          Effect.andThen(say("the map of 10,000 entities"), map(server, new Client(server), sql))
        )
      : []),
    ...(wants("movement") ? yield* say("movement analyses").pipe(Effect.map(movementLines)) : []),
    ...(wants("grazing") ? yield* say("grazing analyses").pipe(Effect.map(grazingLines)) : []),
    ...(wants("flood") ? yield* floodLines(flood) : []),
    ...(wants("memory") ? yield* memoryLines(flood.scale) : [])
  ]
  yield* Console.log(table(lines))
  if (values.json) yield* Console.log(json(lines))
  if (lines.some((line) => /^(?:flood|memory)_/.test(line.key) && !meets(line))) process.exitCode = 1
}).pipe(Effect.scoped)

NodeRuntime.runMain(bench)
