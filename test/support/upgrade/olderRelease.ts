// A program of an older release: it runs for real, in a checkout of its own, on a database of its own, is told
// everything over HTTP, and what it wrote is written down.
import { PgClient } from "@effect/sql-pg"
import { Effect, Schedule } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { join, resolve } from "node:path"
import { makeClient } from "../../journeys/client.ts"
import { freePort } from "../machine.ts"

export const checkout = resolve(process.argv[2] ?? ".")
export const TOKEN = "upgrade-token-0123456789abcdef0123456789abcdef"
/** East of 14°, within the fence. */
export const HOME = 0.05

export interface Place {
  readonly databaseUrl: string
  readonly directory: string
  /** a module that the program loads first */
  readonly preload?: string
}

/** A role of it, until the scope closes; SIGTERM ends it. */
export const startOlder = (role: string, { databaseUrl, directory, preload }: Place) =>
  Effect.gen(function* () {
    const port = yield* freePort,
      origin = `http://127.0.0.1:${port}`
    const env = {
      PATH: process.env["PATH"],
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: directory,
      DATABASE_URL: databaseUrl,
      DEMO: "off",
      ADMIN_TOKEN: TOKEN,
      WEBHOOK_ALLOW_PRIVATE: "true",
      LOG_LEVEL: "error"
    }
    const main = [
      ...(preload === undefined ? [] : ["--import", preload]),
      join(checkout, "src/main.ts"),
      role
    ]
    const end = (child: ReturnType<typeof spawn>, signal: NodeJS.Signals) =>
      Effect.promise(async () => {
        if (child.exitCode !== null || child.signalCode !== null) return
        const ended = once(child, "exit")
        child.kill(signal)
        await ended
      })
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => spawn(process.execPath, main, { env, stdio: ["ignore", 2, 2] })),
      (child) => end(child, "SIGTERM")
    )
    const ready = Effect.tryPromise(() => fetch(`${origin}/health/ready`)).pipe(
      Effect.map(({ ok }) => ok),
      Effect.orElseSucceed(() => false)
    )
    // the others speak no HTTP
    if (role === "all" || role === "serve")
      yield* ready.pipe(
        Effect.repeat({ until: (ok) => ok, schedule: Schedule.spaced("100 millis") }),
        Effect.timeout("1 minute")
      )
    return { ...makeClient({ origin, token: TOKEN }), kill: end(child, "SIGKILL") }
  })

/** What is not of the past but of processes and moments. */
const passing = ["schema_migrations", "database_access", "worker_heartbeats", "sessions", "login_attempts"]

/** All that it wrote, as text: a line a row, in one order. */
export const writeDown = Effect.fnUntraced(function* (head: object) {
  const sql = yield* PgClient.PgClient
  yield* sql`update partition_cursor set owner = 'older'` // it has the name of the machine
  const tables = yield* sql<{
    name: string
  }>`select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
    and relkind in ('r', 'p') and not relispartition order by relname`
  const rows = yield* Effect.forEach(
    tables.filter(({ name }) => !passing.includes(name)),
    ({ name }) =>
      Effect.map(
        sql<{ row: object }>`select to_json(t) as row from ${sql(name)} t`,
        (found) => [name, found.map(({ row }) => row)] as const
      )
  )
  const migrations = yield* sql<{
    name: string
    checksum: string
  }>`select name, checksum from schema_migrations order by id`
  const sequences = yield* sql<{
    name: string
    last: number
  }>`select sequencename::text as name, last_value::float8 as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`
  const commit = execFileSync("git", ["-C", checkout, "rev-parse", "HEAD"], { encoding: "utf8" }).trim()
  const parts = {
    made: { commit, at: new Date().toISOString() },
    ...head,
    migrations: migrations.map((m) => ({ ...m })),
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last]))
  }
  const lines = rows.flatMap(([name, rows]) =>
    rows.length === 0 ? [] : [`"${name}": [\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]`]
  )
  return `{${Object.entries(parts)
    .map(([key, value]) => `"${key}": ${JSON.stringify(value, null, 2)},\n`)
    .join("")}"tables": {\n${lines.join(",\n")}\n}}\n`
})
