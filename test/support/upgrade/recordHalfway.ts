// Makes `halfway.json.gz`: the tables of an older release that was killed while a project was in a lane, ticks
// were judged for some subjects and not for others, and a past was judged again in part; with holds under way,
// episodes open, a run queued, and reports that nobody had judged. Its engine is told to decide little at once,
// and waits before each commit, so that somebody can look. What it then found itself is recorded too.
//
//   git worktree add ../older 2ab3b86 && (cd ../older && npm ci)
//   node test/support/upgrade/recordHalfway.ts ../older > test/support/upgrade/halfway.json.gz
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted, Schedule } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { embeddedPg } from "../../../src/postgres/EmbeddedPg.ts"
import { type Client, until } from "../../journeys/client.ts"
import { temporaryDirectory } from "../machine.ts"
import { foundIn, isDrained, isHalfway } from "./halves.ts"
import { equip, HOLD_SECONDS, makeHerd, makeProject, makeRules, type World } from "./halfwayWorld.ts"
import { HOME, type Place, startOlder, TOKEN, writeDown } from "./olderRelease.ts"
import { mended, tight } from "./preloads.ts"

/** What fell silent is asked about at ticks that are judged so long after. */
const ALL_SILENT_MS = 75_000

/** Reports so many minutes after the beginning. */
const reporter =
  (began: number, { source }: World) =>
  ({ ask }: Client, animal: string, minute: number, said: object) => {
    const time = new Date(began + minute * 60_000).toISOString()
    return Effect.flatMap(
      ask("POST", `/ingest/http/${source.id}`, { device: animal, time, ...said }, source.token),
      ({ status }) =>
        status === 202 ? Effect.void : Effect.die(new Error(`a report was answered ${status}`))
    )
  }

const fix = (east: number, speed?: number) => ({
  lat: 51.05,
  lon: 14 + east,
  ...(speed === undefined ? {} : { speed_mps: speed })
})
/** Fast and slow in turn. */
const hurry = (n: number) => fix(HOME, n % 2 === 0 ? 2 : 20)

/**
 * What that release judges whole: holds begin, an episode, an animal in a hurry, and some that say nothing
 * more.
 */
const before = Effect.fnUntraced(function* (place: Place) {
  const client = yield* startOlder("serve", place)
  const world = yield* makeProject(client),
    began = Math.floor(Date.now() / 1000) * 1000 - 3_600_000
  const herd = yield* makeHerd(client, world),
    report = reporter(began, world)
  const animals = [...herd.silent, ...herd.active],
    [alma, berta, clara, dora, emma] = herd.active as [string, string, string, string, string]
  yield* Effect.forEach(animals, (animal) => equip(client, world, animal))
  const away = yield* makeRules(client, world, herd.silent)
  yield* startOlder("engine", place)
  for (const animal of animals) yield* report(client, animal, 0, fix(HOME))
  for (const animal of [alma, berta]) yield* report(client, animal, 58, fix(0.2))
  yield* report(client, clara, 41, { measurements: { temperature: 38.5 } })
  yield* report(client, clara, 43, { measurements: { temperature: 39.6 } })
  for (let n = 0; n < 16; n++) yield* report(client, emma, 10 + n, hurry(n))
  yield* until("the events", client.all(`${world.at}/events`), ({ length }) => length >= 11)
  yield* until(
    "the holds",
    client.all<{ readonly pending_until: string | null }>(`${world.at}/rules/${away}/state`),
    (states) => states.filter((s) => s.pending_until !== null).length === 2
  )
  const run = yield* client.post(`${world.at}/analyses`, {
    module: "movement",
    name: "The hour",
    parameters: {
      entity_ids: [emma],
      time_from: new Date(began - 60_000).toISOString(),
      time_to: new Date(began + 3_600_000).toISOString(),
      methods: ["mcp"]
    }
  })
  return { ...world, run: run.id, report, alma, berta, clara, dora, emma }
})

type Told = Effect.Success<ReturnType<typeof before>>

/** While no engine is there: an animal in a hurry again, and a fix of the other one's that comes late. */
const meanwhile = Effect.fnUntraced(function* (place: Place, { dora, emma, report }: Told) {
  const client = yield* startOlder("serve", place)
  yield* report(client, emma, 9.5, hurry(1))
  for (let n = 0; n < 24; n++) yield* report(client, dora, 20 + n, hurry(n))
})

/** What nobody has judged: the animal that was away is back, and a fever that began earlier. */
const last = Effect.fnUntraced(function* (place: Place, { berta, clara, report }: Told) {
  const client = yield* startOlder("serve", place)
  yield* report(client, berta, 59.5, fix(HOME))
  yield* report(client, clara, 42, { measurements: { temperature: 39.2 } })
})

/** Its engine goes on a commit at a time, and is killed where everything is half done. */
const goHalfway = Effect.fnUntraced(function* (place: Place) {
  const sql = yield* PgClient.PgClient
  const engine = yield* startOlder("engine", { ...place, preload: tight })
  const look = sql.withTransaction(
    Effect.gen(function* () {
      // no commit without this table
      yield* sql`lock table partition_cursor in share mode`
      const there = yield* isHalfway
      if (there) yield* engine.kill
      else yield* Effect.sleep("150 millis")
      return there
    })
  )
  yield* Effect.repeat(look, { until: (there) => there, schedule: Schedule.spaced("1 millis") }).pipe(
    Effect.timeout("40 seconds")
  )
  const others = sql`select from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and application_name like 'pugmark%'`
  yield* until("the connections that were left", others, ({ length }) => length === 0)
  if (!(yield* isHalfway))
    return yield* Effect.die("what it was about to commit was the other half: try again")
})

/** It goes on by itself, until nothing is left to do and no hold is under way. */
const goOn = Effect.fnUntraced(function* (place: Place, { at, run }: Told) {
  const client = yield* startOlder("serve", place)
  yield* startOlder("engine", { ...place, preload: mended })
  for (const role of ["work", "analyse"]) yield* startOlder(role, place)
  yield* until("the rest", isDrained, (drained) => drained, HOLD_SECONDS + 120)
  const { input_count, parameters, result } = yield* until(
    "the run",
    client.get<{
      readonly status: string
      readonly input_count: number
      readonly parameters: unknown
      readonly result: { readonly charts: unknown } | null
    }>(`${at}/analyses/${run}`),
    ({ status }) => status === "completed",
    60
  )
  return { events: yield* foundIn, run: { input_count, parameters, charts: result!.charts } }
})

const main = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const url = (yield* embeddedPg({ dataDir: join(directory, "pg") })).url
  const place = { databaseUrl: Redacted.value(url), directory }
  const sql = yield* PgClient.makeClient({ url })
  yield* Effect.gen(function* () {
    const told = yield* Effect.scoped(before(place))
    yield* Effect.sleep(ALL_SILENT_MS)
    yield* Effect.scoped(meanwhile(place, told))
    yield* Effect.scoped(goHalfway(place))
    yield* Effect.scoped(last(place, told))
    const known = { project: told.project, run: told.run, admin_token: TOKEN }
    const halfway = yield* writeDown({ known })
    const found = yield* Effect.scoped(goOn(place, told))
    // what it found comes before what it was
    process.stdout.write(gzipSync(`{"found": ${JSON.stringify(found, null, 2)},\n${halfway.slice(1)}`))
  }).pipe(Effect.provideService(PgClient.PgClient, sql), Effect.provideService(SqlClient.SqlClient, sql))
})

await Effect.runPromise(main.pipe(Effect.scoped, Effect.provide(Reactivity.layer)))
