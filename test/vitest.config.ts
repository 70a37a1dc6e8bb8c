// One server per run, one migrated template database; every file that needs SQL clones it (test/support/database.ts).
import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/globalSetup.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    maxWorkers: 2,
    // .ci/run counts the results in this file.
    reporters: process.env["CI"] === undefined ? ["default"] : ["default", ["json", { outputFile: ".scratch/test.json" }]]
  }
})
