// A database as an older release left its schema.
import { Effect } from "effect"
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migrate, MIGRATIONS_FOLDER } from "../../../src/store/sql/Migrations.ts"

/** Applies the missing ones of some migrations, which are given by the names of their files. */
export const migrateFiles = (names: ReadonlyArray<string>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const directory = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "migrations-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true }))
      )
      for (const name of names) cpSync(join(MIGRATIONS_FOLDER, name), join(directory, name))
      yield* migrate(directory)
    })
  )

/** Applies the missing migrations before one, which is given by its number as its file has it. */
export const migrateUpTo = (number: string) =>
  migrateFiles(readdirSync(MIGRATIONS_FOLDER).filter((name) => name.endsWith(".sql") && name < number))
