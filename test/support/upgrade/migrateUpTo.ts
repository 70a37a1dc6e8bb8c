// A database as an older release left its schema.
import { Effect } from "effect"
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migrate, MIGRATIONS_FOLDER } from "../../../src/store/sql/Migrations.ts"

/** Applies the missing migrations before one, which is given by its number as its file has it. */
export const migrateUpTo = (number: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const before = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "migrations-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true }))
      )
      for (const name of readdirSync(MIGRATIONS_FOLDER).filter((n) => n.endsWith(".sql") && n < number))
        cpSync(join(MIGRATIONS_FOLDER, name), join(before, name))
      yield* migrate(before)
    })
  )
