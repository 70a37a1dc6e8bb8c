// Tests with and without PostgreSQL: `sql` has one server per run and a migrated template that every file
// clones (test/support/sql/database.ts); `unit` needs none. `browser` has one console and one Chromium besides
// (test/support/browser/globalSetup.ts), and comes last: drawing maps takes both cores. Which test is in which
// follows from its imports; test/walks is for `npm run journeys` (test/walks.config.ts).
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { sortTests } from "./architecture/testProjects.ts"

const root = join(import.meta.dirname, "..")

// what workers load is kept compiled, as the product keeps it (src/keepCompiled.ts)
process.env["NODE_COMPILE_CACHE"] ??= join(root, "node_modules/.cache/compiled")

const { alone, browser, shared, sharedSql, sql } = sortTests(
  new Map(
    globSync("test/**/*.ts", { cwd: root })
      .toSorted()
      .map((path) => [path, readFileSync(join(root, path), "utf8")])
  )
)

export default defineConfig({
  test: {
    root,
    globalSetup: ["test/support/sharedSetup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "forks",
    // one more than the cores that there are at least: journeys wait for programs that start, end and catch up
    maxWorkers: 3,
    // .ci/run counts the results in this file.
    reporters:
      process.env["CI"] === undefined
        ? ["default"]
        : ["default", ["json", { outputFile: ".scratch/test.json" }]],
    projects: [
      { extends: true, test: { name: "unit", include: [...shared], isolate: false } },
      { extends: true, test: { name: "unit alone", include: [...alone] } },
      {
        extends: true,
        test: {
          name: "sql",
          include: [...sharedSql],
          isolate: false,
          globalSetup: ["test/support/sql/globalSetup.ts"]
        }
      },
      {
        extends: true,
        test: { name: "sql alone", include: [...sql], globalSetup: ["test/support/sql/globalSetup.ts"] }
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: [...browser],
          globalSetup: ["test/support/sql/globalSetup.ts", "test/support/browser/globalSetup.ts"],
          maxWorkers: 2,
          isolate: false, // each test makes its own project, and leaves pages and connections with its scope
          sequence: { groupOrder: 1 },
          testTimeout: 240_000
        }
      }
    ]
  }
})
