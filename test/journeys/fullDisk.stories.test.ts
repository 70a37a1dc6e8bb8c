// The disk of DATA_DIR is full, three times, while devices report: the embedded database, its log, ours, and what
// the programs print lie on it.
// @module-tag story
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { looking } from "../chaos/lab.ts"
import { type Watch, watch } from "../chaos/watch.ts"
import { emptyDisk, fillDisk, MAY_MOUNT, smallDisk } from "../support/disk.ts"
import { launchService, MAIN, OF_THE_MACHINE, type Service } from "../support/processes/service.ts"
import { makeClient, until } from "./client.ts"
import { addCollar, type Fix, makeHerd, send } from "./herd.ts"

/** Longer than a start takes on a machine that has other work too. */
const START_SECONDS = 240

const parentOf = (pid: string): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
}

/** Process ids of a program and of those it started, PostgreSQL's own left out. */
const programsOf = (pid: number): ReadonlyArray<number> => {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8")
        return [{ pid: Number(name), parent: parentOf(name), command }]
      } catch {
        return [] // it has ended meanwhile
      }
    })
  const below = (parent: number): ReadonlyArray<number> =>
    all
      .filter((one) => one.parent === parent && !/^postgres:|bin\/postgres\0/.test(one.command))
      .flatMap((one) => [one.pid, ...below(one.pid)])
  return [pid, ...below(pid)].toSorted((a, b) => a - b)
}

/** The embedded database as its superuser. */
const databaseOf = ({ cluster }: Service) => {
  const port = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[3]!.trim()
  const password = readFileSync(join(cluster, "pugmark.password"), "utf8")
  return looking(Redacted.make(`postgresql://pugmark:${password}@127.0.0.1:${port}/pugmark`))
}

/** Ends the current piece of the database's log until there is no room for another, at which it stops itself. */
const exhaustLog = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (let i = 0; i < 100; i++)
    yield* sql`select pg_logical_emit_message(true, 'full', 'x')::text, pg_switch_wal()::text`
}).pipe(Effect.ignoreCause)

const isReady = ({ origin }: Service) =>
  Effect.promise(() =>
    fetch(`${origin}/health/ready`).then(
      (answer) => answer.ok,
      () => false
    )
  )

const storedTimes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ at: number }>`
    select (extract(epoch from original_time) * 1000)::float8 as at from positions`
  return new Set(rows.map(({ at }) => at))
}).pipe(Effect.orDie)

/** What a start on a directory says until it ends; its output lies on another disk. */
const startOn = async (dataDir: string): Promise<string> => {
  const env = { ...OF_THE_MACHINE, DATA_DIR: dataDir, PORT: "0", DEMO: "off" }
  const program = spawn(process.execPath, [MAIN, "all"], { env, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [program.stdout, program.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text))
  const [code] = (await once(program, "close")) as [number | null]
  assert.strictEqual(code, 1, output)
  return output
}

/** An answer as its sender sees it. */
interface Refusal {
  readonly status: number
  readonly retryAfter: string | null
  readonly detail: string
}

const post = ({ origin }: Service, path: string, token: string, body: unknown): Effect.Effect<Refusal> =>
  Effect.promise(async () => {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    const { detail = "" } = (await answer.json()) as { readonly detail?: string }
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), detail }
  })

describe.runIf(MAY_MOUNT && process.platform === "linux")("a DATA_DIR whose disk is full", () => {
  it.live(
    "ends no process, is answered 503 with Retry-After and the reason, loses nothing acknowledged, and is over without a person once there is room: three times",
    () =>
      Effect.gen(function* () {
        const directory = (yield* smallDisk("200m"))!,
          filler = join(directory, "filler")
        const service = yield* launchService({ directory })
        yield* until("ready", isReady(service), (ready) => ready, START_SECONDS)
        const client = makeClient(service)
        const herd = yield* makeHerd(client, "full")
        const collars = ["first", "second", "third", "fourth"]
        for (const collar of collars) yield* addCollar(client, herd, collar)
        const seen: Watch = { seen: [], acknowledged: [] },
          acknowledged: Array<Fix> = [],
          begun = Date.now() - 3_600_000
        let count = 0
        const nextFix = (device: string): Fix => {
          const number = count++
          return {
            device,
            time: new Date(begun + number * 10).toISOString(),
            lon: 14 + (number % 100) / 1000,
            lat: 51
          }
        }
        const watching = yield* Effect.forkScoped(
          watch(
            {
              service,
              ...herd,
              listPath: `/projects/${herd.projectId}/events?limit=5`,
              fixOf: () => nextFix("first")
            },
            seen
          )
        )
        const sendOn = (collar: string) =>
          Effect.gen(function* () {
            const fixes = Array.from({ length: 20 }, () => nextFix(collar))
            const answer = yield* Effect.orElseSucceed(send(client, herd, fixes), () => null)
            if (answer?.status === 202) acknowledged.push(...fixes)
            yield* Effect.sleep("100 millis")
          }).pipe(Effect.forever)
        const load = yield* Effect.forkScoped(
          Effect.forEach(collars, sendOn, { concurrency: "unbounded", discard: true })
        )
        const answered = (status: number, since: number) =>
          Effect.sync(() =>
            seen.seen.some((one) => one.what === "ingest" && one.status === status && one.at >= since)
          )
        yield* until("a fix is taken", answered(202, 0), (taken) => taken, START_SECONDS)
        const programs = programsOf(service.pid)

        for (const stopsItself of [false, true, true]) {
          const full = Date.now()
          const database = databaseOf(service)
          fillDisk(filler)
          if (stopsItself) yield* Effect.ignoreCause(database(exhaustLog))
          yield* until("503", answered(503, full), (refused) => refused, 60)
          const refusal = yield* until(
            "503 with the reason",
            post(service, `/ingest/http/${herd.sourceId}`, herd.sourceToken, nextFix("first")),
            ({ detail, status }) => status === 503 && detail.includes("The disk of the database is full."),
            60
          )
          assert.isNotNull(refusal.retryAfter)
          if (stopsItself) {
            const project = { name: "New", slug: "new", timezone: "UTC" }
            const other = yield* post(service, "/projects", service.token, project)
            assert.deepInclude(other, { status: 503, detail: "The disk of the database is full." })
            assert.isNotNull(other.retryAfter)
          }
          yield* Effect.sleep("4 seconds")
          assert.deepStrictEqual(programsOf(service.pid), programs)

          emptyDisk(filler)
          yield* until("a fix is taken again", answered(202, Date.now()), (taken) => taken, 60)
        }

        yield* Fiber.interrupt(load)
        yield* Effect.sleep("2 seconds") // answers on their way
        yield* Fiber.interrupt(watching)
        const kept = yield* until("nothing is on its way", databaseOf(service)(storedTimes), () => true)
        assert.deepStrictEqual(
          [...acknowledged, ...seen.acknowledged].filter(({ time }) => !kept.has(Date.parse(time))),
          []
        )
        assert.deepStrictEqual(programsOf(service.pid), programs)
        const refused = seen.seen.filter(({ status, what }) => what === "ingest" && status !== 202)
        assert.isNotEmpty(refused)
        for (const { retryAfter, status } of refused) assert.deepStrictEqual([status, retryAfter], [503, "2"])
        const log = readFileSync(join(directory, "data", "log", "all.jsonl"), "utf8")
          .trimEnd()
          .split("\n")
        for (const line of log) assert.doesNotThrow(() => JSON.parse(line) as unknown, line)
        assert.isTrue(log.some((line) => line.includes("log lines were dropped")))
      }),
    900_000
  )

  it.live(
    "is named by a start that it stops, with what to do",
    () =>
      Effect.gen(function* () {
        const directory = (yield* smallDisk("200m"))!
        fillDisk(join(directory, "filler"))
        const output = yield* Effect.promise(() => startOn(join(directory, "data")))
        assert.include(output, `The disk of DATA_DIR=${join(directory, "data")} is full (0 MiB are free).`)
        assert.include(output, "Free space there, or set DATA_DIR to another disk")
      }),
    300_000
  )
})
