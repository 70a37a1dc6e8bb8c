// Before the tests that need it: one PostgreSQL for the run (TEST_DATABASE_URL, or an embedded one that forgets
// to be durable), and in it one migrated database, the template, which test/support/sql/database.ts clones. The
// template stays for the next run, unless TEST_ONCE says that there is none (.ci/run, whose clone goes too).
//
// Runs may share a server. Each holds an advisory lock for as long as it lives, and its databases carry the
// lock's number: what carries a number nobody holds was left behind, and goes.
import { PgClient } from "@effect/sql-pg"
import { Effect, Exit, Layer, Redacted, Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { createHash, randomInt } from "node:crypto"
import { existsSync } from "node:fs"
import { rm, statfs } from "node:fs/promises"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { TestProject } from "vitest/node"
import { embeddedPg } from "../../../src/postgres/EmbeddedPg.ts"
import { MIGRATIONS_FOLDER, readMigrations } from "../../../src/store/sql/Migrations.ts"
import { DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"
import { prepareDatabase } from "../../../src/store/sql/prepareDatabase.ts"
import { readGrants } from "../../../src/store/roles/rights.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The url of a database that is always there. */
    adminUrl: string
    /** The name of the migrated database. */
    template: string
    /** What the names of this run's databases begin with. */
    prefix: string
  }
}

const FAST = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  max_connections: "200",
  scram_iterations: "1",
  shared_buffers: "128MB",
  max_wal_size: "256MB"
}
const SETUP = 1 // the lock that lets one run at a time make and drop templates; runs use larger numbers

/**
 * In memory where there is plenty (a clone takes 20 ms there, and 400 ms on a disk), a directory for each
 * checkout.
 */
const chooseDataDir = Effect.promise(async () => {
  const memory = await statfs("/dev/shm").catch(() => null)
  const checkout = createHash("sha256").update(process.cwd()).digest("hex").slice(0, 8)
  return memory !== null && memory.bavail * memory.bsize > 2 ** 30
    ? `/dev/shm/pugmark-test-${process.getuid?.()}-${checkout}/pg`
    : ".scratch/test/pg"
})

const startServer = Effect.gen(function* () {
  const given = process.env["TEST_DATABASE_URL"]
  if (given !== undefined) return Redacted.make(given)
  const dataDir = yield* chooseDataDir
  if (process.env["TEST_ONCE"] !== undefined) yield* Effect.addFinalizer(() => forget(dataDir))
  return (yield* embeddedPg({ dataDir, flags: FAST })).url
})

/** Removes the cluster when its server has ended, which is soon after its last user left. */
const forget = (dataDir: string) =>
  Effect.promise(async () => {
    for (let i = 0; i < 100 && existsSync(join(dataDir, "postmaster.pid")); i++) await sleep(100)
    await rm(dirname(dataDir), { recursive: true, force: true })
  })

const urlOf = (admin: Redacted.Redacted, database: string): Redacted.Redacted => {
  const url = new URL(Redacted.value(admin))
  url.pathname = database
  return Redacted.make(url.href)
}

/** One number for one set of migrations and grants, so that a run finds the template of the run before. */
const numberOf = (texts: ReadonlyArray<string>): number =>
  (createHash("sha256").update(texts.join()).digest().readUInt32BE() >>> 1) | 2

const prepare = Effect.gen(function* () {
  const adminUrl = yield* startServer
  const sql = yield* PgClient.makeClient({ url: adminUrl, applicationName: "pugmark tests" })
  const run = randomInt(2, 2 ** 31)
  const schema = numberOf([
    ...(yield* readMigrations(MIGRATIONS_FOLDER)).map((m) => `${m.name} ${m.checksum}`),
    yield* readGrants
  ])
  const template = `template_${schema}`
  yield* sql`select pg_advisory_lock(${SETUP}), pg_advisory_lock_shared(${run}),
    pg_advisory_lock_shared(${schema})`
  yield* dropLeftovers(sql, template)
  const made = yield* sql`select from pg_database where datname = ${template}`
  if (made.length === 0) yield* makeTemplate(sql, adminUrl, template)
  yield* sql`select pg_advisory_unlock(${SETUP})`
  return { adminUrl: Redacted.value(adminUrl), template, prefix: `test_${run}_` }
})

const dropLeftovers = Effect.fnUntraced(function* (sql: PgClient.PgClient, template: string) {
  const left = yield* sql<{ name: string }>`
    select datname as name from pg_database
    where datname ~ '^(test|template|half)_[0-9]+' and datname <> ${template}
      and not exists (select from pg_locks where locktype = 'advisory'
        and objid = substring(datname from '[0-9]+')::int8)`
  yield* Effect.forEach(left, ({ name }) => sql`drop database ${sql(name)} with (force)`)
  // roles that no database knows any more
  const roles = yield* sql<{ name: string }>`
    select rolname as name from pg_roles r where rolname ~ '^pugmark_[a-z]+_[a-z0-9]{12}$'
      and not exists (select from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = r.oid)`
  yield* Effect.forEach(roles, ({ name }) => Effect.ignore(sql`drop role if exists ${sql(name)}`))
})

/** Renamed when it is whole, so that an interrupted run leaves no half template. */
const makeTemplate = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  adminUrl: Redacted.Redacted,
  template: string
) {
  const half = template.replace("template", "half")
  yield* sql`drop database if exists ${sql(half)} with (force)`
  yield* sql`create database ${sql(half)}`
  const login = pool({
    role: null,
    maxConnections: 1,
    applicationName: "pugmark tests",
    statementTimeoutMs: 60_000
  })
  yield* prepareDatabase.pipe(
    Effect.provide(login.pipe(Layer.provideMerge(Layer.succeed(DatabaseUrl, urlOf(adminUrl, half)))))
  )
  yield* sql`alter database ${sql(half)} rename to ${sql(template)}`
})

export default async (project: TestProject) => {
  const scope = Scope.makeUnsafe()
  const stop = () => Effect.runPromise(Scope.close(scope, Exit.void))
  try {
    const { adminUrl, prefix, template } = await Effect.runPromise(
      prepare.pipe(Scope.provide(scope), Effect.provide(Reactivity.layer))
    )
    project.provide("adminUrl", adminUrl)
    project.provide("template", template)
    project.provide("prefix", prefix)
  } catch (cause) {
    await stop()
    throw cause
  }
  return stop
}
