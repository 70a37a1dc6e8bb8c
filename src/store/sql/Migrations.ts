// Brings a database to the schema that this program needs: the .sql files of `migrations/`, in order, in one
// transaction. The files are plain SQL, readable with psql; applied ones are recorded in `schema_migrations`.
import { Data, Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { serverMessage } from "./serverMessage.ts"
import { splitSql } from "./splitSql.ts"

/**
 * MigrationError is why a database could not be brought up to date; the message is for the person who started
 * the program.
 */
export class MigrationError extends Data.TaggedError("MigrationError")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** MIGRATIONS_FOLDER has the files of this program. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL("../../../migrations", import.meta.url))

/** Migration is one file; `checksum` is a SHA-256 of its text with normalised line ends. */
interface Migration {
  readonly id: number
  readonly name: string
  readonly text: string
  readonly checksum: string
}

interface Applied {
  readonly id: number
  readonly name: string
  readonly checksum: string
}

const toMigration = async (directory: string, file: string): Promise<Migration> => {
  const id = /^(\d{4})_\w+\.sql$/.exec(file)?.[1]
  if (id === undefined) throw new Error(`${file} is not named like 0001_what.sql`)
  const text = (await readFile(`${directory}/${file}`, "utf8")).replaceAll("\r\n", "\n")
  return { id: Number(id), name: file, text, checksum: createHash("sha256").update(text).digest("hex") }
}

/** Reads the migrations of a directory, in order. Fails on a name without a number, and on two with the same. */
export const readMigrations = (directory: string): Effect.Effect<ReadonlyArray<Migration>, MigrationError> =>
  Effect.tryPromise({
    try: async () => {
      const files = (await readdir(directory)).filter((f) => f.endsWith(".sql")).toSorted()
      const migrations = await Promise.all(files.map((f) => toMigration(directory, f)))
      const twice = migrations.find((m, i) => m.id === migrations[i - 1]?.id)
      if (twice !== undefined) throw new Error(`${twice.name} has the number of another migration`)
      return migrations
    },
    catch: (cause) =>
      new MigrationError({
        message:
          `cannot read the migrations ` +
          `of ${directory}: ${cause instanceof Error ? cause.message : String(cause)}`,
        cause
      })
  })

/** Returns the missing migrations; refuses a database whose applied files are not this program's. */
const pending = (
  migrations: ReadonlyArray<Migration>,
  applied: ReadonlyArray<Applied>
): Effect.Effect<ReadonlyArray<Migration>, MigrationError> => {
  const knownMigrations = new Map(migrations.map((m) => [m.id, m]))
  for (const past of applied) {
    const file = knownMigrations.get(past.id)
    if (file === undefined) {
      return Effect.fail(
        new MigrationError({
          message:
            `the database is newer than this program: it has had ${past.name}, which this program does ` +
            `not know. Start the newer program, or restore a backup from before it.`
        })
      )
    }
    if (file.checksum !== past.checksum) {
      return Effect.fail(
        new MigrationError({
          message:
            `${past.name} was changed after it was applied to this database. Put the file back as it ` +
            `was, and make the change in a new migration.`
        })
      )
    }
  }
  const done = new Set(applied.map((a) => a.id))
  return Effect.succeed(migrations.filter((m) => !done.has(m.id)))
}

const apply = Effect.fn("Migrations.apply")(function* (migration: Migration, put: (text: string) => string) {
  const sql = yield* SqlClient.SqlClient
  for (const statement of splitSql(put(migration.text))) {
    yield* sql.unsafe(statement).unprepared.pipe(
      Effect.mapError(
        (cause) =>
          new MigrationError({
            message:
              `${migration.name} failed and the database is as it was before: ${serverMessage(cause)}, ` +
              `at: ${statement.slice(0, 200)}`,
            cause
          })
      )
    )
  }
  const { checksum, id, name } = migration
  yield* sql`insert into schema_migrations ${sql.insert({ id, name, checksum })}`
})

/** LOCK_KEY is the advisory lock of migrations, the same in every process. */
const LOCK_KEY = 7_236_173

/** Runs one transaction under the migration lock: all or nothing, and one at a time for a database. */
export const underLock = <A, E, R>(
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set local statement_timeout = 0`
        yield* sql`set local idle_in_transaction_session_timeout = '2min'` // logins are tried meanwhile
        yield* sql`select pg_advisory_xact_lock(${LOCK_KEY}::int8)`
        return yield* work
      })
    )
  })

/** Reads which migrations of a directory are missing. Run under the lock. */
export const readMissing = Effect.fnUntraced(function* (directory: string) {
  const sql = yield* SqlClient.SqlClient
  const migrations = yield* readMigrations(directory)
  yield* sql`create table if not exists schema_migrations (
    id integer primary key, name text not null, checksum text not null,
      applied_at timestamptz not null default now())`
  return yield* pending(
    migrations,
    yield* sql<Applied>`select id, name, checksum from schema_migrations order by id`
  )
})

/**
 * Applies migrations and returns the names of their files; `put` inserts the names of roles into their text.
 * Run under the lock.
 */
export const applyAll = Effect.fnUntraced(function* (
  missing: ReadonlyArray<Migration>,
  put: (text: string) => string
) {
  yield* Effect.forEach(missing, (migration) => apply(migration, put), { discard: true })
  return missing.map((m) => m.name)
})

/**
 * Applies the missing migrations of a directory unchanged, and returns the names of their files. All or
 * nothing: after a failure the database is as it was. Safe when several processes start at once; run as the
 * owner. The product's own migrations are applied by `prepareDatabase`.
 */
export const migrate = (
  directory: string
): Effect.Effect<ReadonlyArray<string>, MigrationError | SqlError, SqlClient.SqlClient> =>
  underLock(Effect.flatMap(readMissing(directory), (missing) => applyAll(missing, (text) => text))).pipe(
    Effect.withSpan("Migrations.migrate")
  )
