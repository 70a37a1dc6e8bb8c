// `npm run bench`: starts a server and a database of its own, measures them, prints a table, and leaves
// nothing behind.
//   --compare REV   the commit REV and this checkout, in turns on this machine: medians, least and most of each line
//     --rounds N      how often each load runs (5)
//     --only raw,pipeline,calm,single    some of the loads
// --only raw,pipeline,calm,half,fences,single,sleeping,underway,engines,ruletest,movement,grazing,isolation,attack,
// login,map,websocket some of the measures; engines: one engine process, and then two, judge the same backlog
// --only flood what one project's flood of events does to another: ten minutes, so only where it is named;
// exit code 1 for a target missed
//     --runs end,archived,start,rules    some of its runs
//     --scale N     share of the full size (1)
//     --limit N     how long a flood is waited for, seconds (180)
// --only memory what floods do to the memory of a service, and whether it comes back: seven minutes, only
// where it is named; --scale as above
// --only console what the console asks of a browser while so many move, in Chromium: ten minutes, only
// where it is named; its lines about the page of a rule alone are --only rulepage, of a
// large result alone --only resultpage, a minute each
//     --entities N,N  how many (2000,10000), a run each
// --only traces a search among ten million traces: an hour to fill on a small machine, only where it is named;
// --scale as above
//   --seconds N     how long each measure runs (6)
//   --json          the same as one JSON object on the last line
//   --profile DIR   a CPU profile of the server
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect } from "effect"
import { busy } from "./busy.ts"
import { Client } from "./Client.ts"
import { compare } from "./compare/compare.ts"
import { consoleLines } from "./console/console.ts"
import { resultBenchLines } from "./console/resultBench.ts"
import { ruleBenchLines } from "./console/ruleBench.ts"
import { connect, type Sql } from "./Database.ts"
import { enginesLines } from "./engines.ts"
import { floodLines } from "./flood/flood.ts"
import { grazingLines } from "./grazing.ts"
import { loginLines, told } from "./login.ts"
import { map } from "./map.ts"
import { memoryLines } from "./memory.ts"
import { movementLines } from "./movement.ts"
import { compared, entities, flood, json as asJson, profile, seconds, wants } from "./options.ts"
import { json, type Line, meets, table } from "./report.ts"
import { ruleTestLines } from "./ruleTest.ts"
import { type Server, startServer } from "./Server.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { sleepingLines } from "./sleeping.ts"
import { trusting } from "./strangers.ts"
import { traceLines } from "./traces.ts"
import { underWayLines } from "./underWay.ts"
import { websocketLines } from "./ingest/websocket.ts"

const say = (text: string) => Console.error(`... ${text}`)

const on = (
  directory: string,
  measure: (server: Server, sql: Sql) => Effect.Effect<ReadonlyArray<Line>>,
  profile?: string
) =>
  Effect.gen(function* () {
    const server = yield* startServer(directory, profile, { settings: trusting })
    return yield* measure(server, yield* connect(directory, 4))
  }).pipe(Effect.scoped)

const benchOfCheckout = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const lines = [
    ...(wants("raw", "pipeline", "calm", "half", "fences", "single", "isolation", "attack")
      ? yield* on(directory, busy, profile)
      : []),
    ...(wants("login")
      ? yield* on(directory, (server) =>
          say("refused logins and tokens").pipe(
            Effect.andThen(told(server, new Client(server), seconds)),
            Effect.map(loginLines)
          )
        )
      : []),
    ...(wants("sleeping")
      ? yield* say("100,000 sleepers").pipe(Effect.andThen(on(directory, sleepingLines)))
      : []),
    ...(wants("underway") ? yield* say("100,000 holds under way").pipe(Effect.andThen(underWayLines)) : []),
    ...(wants("engines") ? yield* enginesLines : []),
    ...(wants("ruletest") ? yield* say("rule tests").pipe(Effect.andThen(on(directory, ruleTestLines))) : []),
    ...(wants("map")
      ? yield* on(directory, (server, sql) =>
          Effect.andThen(say("the map of 10,000 entities"), map(server, new Client(server), sql))
        )
      : []),
    ...(wants("websocket")
      ? yield* on(directory, (server) =>
          Effect.andThen(say("one sender, by HTTP and over a line"), websocketLines(server, seconds))
        )
      : []),
    ...(wants("console") ? yield* consoleLines(directory, entities) : []),
    ...(wants("console", "rulepage") ? yield* ruleBenchLines(directory) : []),
    ...(wants("console", "resultpage") ? yield* resultBenchLines(directory) : []),
    ...(wants("traces")
      ? yield* say("a search among traces").pipe(
          Effect.andThen(on(directory, (server, sql) => traceLines(server, sql, flood.scale)))
        )
      : []),
    ...(wants("movement") ? yield* say("movement analyses").pipe(Effect.map(movementLines)) : []),
    ...(wants("grazing") ? yield* say("grazing analyses").pipe(Effect.map(grazingLines)) : []),
    ...(wants("flood") ? yield* floodLines(flood) : []),
    ...(wants("memory") ? yield* memoryLines(flood.scale) : [])
  ]
  yield* Console.log(table(lines))
  if (asJson) yield* Console.log(json(lines))
  if (lines.some((line) => /^(?:flood|memory)_/.test(line.key) && !meets(line))) process.exitCode = 1
})

const bench =
  compared === null
    ? benchOfCheckout
    : compare({ ...compared, json: asJson, seconds }).pipe(
        Effect.catchTag("CheckoutFailed", ({ message }) =>
          Effect.andThen(
            Console.error(message),
            Effect.sync(() => {
              process.exitCode = 2
            })
          )
        )
      )

NodeRuntime.runMain(Effect.scoped(bench))
