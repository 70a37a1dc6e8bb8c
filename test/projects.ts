// The projects of a test run, by what their files need: `unit` needs nothing, `sql` has one PostgreSQL server per
// run and a migrated template that every file clones (test/support/sql/database.ts), `browser` has one console and
// one Chromium besides (test/support/browser/globalSetup.ts), and comes last: drawing maps takes both cores.
// Which file is in which follows from its imports.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { ViteUserConfig } from "vitest/config"
import { sortTests, splitStories } from "./architecture/testProjects.ts"

/** The root of the checkout. */
export const ROOT = join(import.meta.dirname, "..")

// what workers load is kept compiled, as the product keeps it
process.env["NODE_COMPILE_CACHE"] ??= join(ROOT, "node_modules/.cache/compiled")

/** The tags of test/support/stories.ts. */
export const TAGS = [
  { name: "story", description: "takes seconds: `npm run stories` runs it" },
  { name: "repeated", description: "`npm test` tries a tenth of its cases" }
]

/** The configuration of `npm test` ("tests") or `npm run stories` ("stories"). */
export const runOf = (which: "tests" | "stories"): ViteUserConfig => {
  const files = new Map(
    globSync("test/**/*.ts", { cwd: ROOT })
      .toSorted()
      .map((path) => [path, readFileSync(join(ROOT, path), "utf8")])
  )
  const { alone, browser, shared, sharedSql, sql } = sortTests(splitStories(files)[which])
  return {
    test: {
      root: ROOT,
      globalSetup: ["test/support/sharedSetup.ts"],
      tags: TAGS,
      testTimeout: 120_000,
      hookTimeout: 120_000,
      pool: "forks",
      // one more than the cores that there are at least: journeys wait for programs that start, end and catch up
      maxWorkers: 3,
      // .ci/run counts the results in this file.
      reporters:
        process.env["CI"] === undefined
          ? ["default"]
          : ["default", ["json", { outputFile: `.scratch/${which}.json` }]],
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
            // a browser that ended is started once more (test/support/browser/browser.ts): what lost it runs again
            retry: { count: 1, condition: /browser has been closed|Browser closed/ },
            testTimeout: 240_000
          }
        }
      ]
    }
  }
}
