import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migrate, MIGRATIONS_FOLDER, readMigrations } from "../../../src/store/sql/Migrations.ts"
import { splitSql } from "../../../src/store/sql/splitSql.ts"
import { EmptyDatabase, LoginSql } from "../../support/sql/database.ts"

const EmptySql = LoginSql.pipe(Layer.provide(EmptyDatabase))

/** A directory with these files, and a way to write more. */
const directoryOf = (files: Record<string, string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const path = mkdtempSync(join(tmpdir(), "migrations-"))
      const write = (more: Record<string, string>) => {
        for (const [name, text] of Object.entries(more)) writeFileSync(join(path, name), text)
      }
      write(files)
      return { path, write }
    }),
    ({ path }) => Effect.sync(() => rmSync(path, { recursive: true }))
  )

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    name: string
  }>`select tablename::text as name from pg_tables where schemaname = 'public' order by 1`
  return rows.map((r) => r.name)
})

const FIRST = {
  "0001_animals.sql": "create table animals (name text default 'a;b');\ninsert into animals values ('Elsa');"
}
const SECOND = { "0002_herds.sql": "create table herds ();" }

describe("migrations", () => {
  it.effect("are applied in order, once", () =>
    Effect.gen(function* () {
      const { path, write } = yield* directoryOf({ ...SECOND, ...FIRST })
      assert.deepStrictEqual(yield* migrate(path), ["0001_animals.sql", "0002_herds.sql"])
      assert.deepStrictEqual(yield* migrate(path), [])
      write({ "0003_more.sql": "alter table animals add column age int" })
      assert.deepStrictEqual(yield* migrate(path), ["0003_more.sql"])
      assert.deepStrictEqual(yield* tables, ["animals", "herds", "schema_migrations"])
    }).pipe(Effect.provide(EmptySql))
  )

  it.effect("are applied once when several processes start at the same time", () =>
    Effect.gen(function* () {
      const { path } = yield* directoryOf({ ...FIRST, ...SECOND })
      const applied = yield* Effect.all([migrate(path), migrate(path), migrate(path)], { concurrency: 3 })
      assert.deepStrictEqual(applied.flat(), ["0001_animals.sql", "0002_herds.sql"])
    }).pipe(Effect.provide(EmptySql))
  )

  it.effect(
    "leave the database as it was when one fails, and say which statement of which file, and why",
    () =>
      Effect.gen(function* () {
        const { path } = yield* directoryOf({
          ...FIRST,
          "0002_wrong.sql": "create table herds ();\n-- their size\nselect size from herds;"
        })
        const error = yield* Effect.flip(migrate(path))
        assert.strictEqual(
          error.message,
          '0002_wrong.sql failed and the database is as it was before: column "size" does not exist, ' +
            "at: select size from herds"
        )
        assert.deepStrictEqual(yield* tables, [])
      }).pipe(Effect.provide(EmptySql))
  )

  it.effect("quote the first 200 characters of a long statement", () =>
    Effect.gen(function* () {
      const { path } = yield* directoryOf({ "0001_long.sql": `selekt ${"x".repeat(500)}` })
      const error = yield* Effect.flip(migrate(path))
      assert.match(
        error.message,
        /^0001_long\.sql failed .* syntax error at or near "selekt", at: selekt x{193}$/
      )
    }).pipe(Effect.provide(EmptySql))
  )

  it.effect("refuse a database that is newer than the program", () =>
    Effect.gen(function* () {
      const newer = yield* directoryOf({ ...FIRST, ...SECOND })
      const older = yield* directoryOf(FIRST)
      yield* migrate(newer.path)
      const error = yield* Effect.flip(migrate(older.path))
      assert.match(error.message, /^the database is newer than this program: it has had 0002_herds\.sql/)
    }).pipe(Effect.provide(EmptySql))
  )

  it.effect("refuse a file that was changed after it was applied, but not other line ends", () =>
    Effect.gen(function* () {
      const { path, write } = yield* directoryOf(FIRST)
      yield* migrate(path)
      write({ "0001_animals.sql": FIRST["0001_animals.sql"].replaceAll("\n", "\r\n") })
      assert.deepStrictEqual(yield* migrate(path), [])
      write({ "0001_animals.sql": `${FIRST["0001_animals.sql"]} ` })
      assert.match(
        (yield* Effect.flip(migrate(path))).message,
        /^0001_animals\.sql was changed after it was applied/
      )
    }).pipe(Effect.provide(EmptySql))
  )

  it.effect("have each a number of their own", () =>
    Effect.gen(function* () {
      const { path, write } = yield* directoryOf({ ...FIRST, "0001_other.sql": "" })
      assert.include(
        (yield* Effect.flip(readMigrations(path))).message,
        "0001_other.sql has the number of another migration"
      )
      rmSync(join(path, "0001_other.sql"))
      write({ "late.sql": "" })
      assert.include(
        (yield* Effect.flip(readMigrations(path))).message,
        "late.sql is not named like 0001_what.sql"
      )
    })
  )

  it.effect("of the product apply from empty as they are written, and a second time do nothing", () =>
    Effect.gen(function* () {
      const names = (yield* readMigrations(MIGRATIONS_FOLDER)).map((m) => m.name)
      assert.isAbove(names.length, 0)
      assert.deepStrictEqual(yield* migrate(MIGRATIONS_FOLDER), names)
      assert.deepStrictEqual(yield* migrate(MIGRATIONS_FOLDER), [])
    }).pipe(Effect.provide(EmptySql))
  )

  it.effect("of the product leave rights to grants.sql since each database has roles of its own", () =>
    Effect.gen(function* () {
      const later = (yield* readMigrations(MIGRATIONS_FOLDER)).filter(({ id }) => id >= 25)
      assert.isNotEmpty(later)
      for (const { name, text } of later)
        assert.isEmpty(
          splitSql(text).filter((statement) => /^(grant|revoke)\b/i.test(statement)),
          name
        )
    })
  )
})
