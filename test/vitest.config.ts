// One server per run, one migrated template database; every file that needs SQL clones it
// (test/support/sql/database.ts).
import { defineConfig } from "vitest/config"

/**
 * Rooms whose tests ask pure code only: they share their workers, which saves loading the program for each
 * file.
 */
const pure = ["test/contract", "test/domain", "test/sandbox"].map((room) => `${room}/**/*.test.ts`)

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    globalSetup: ["test/support/sql/globalSetup.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    maxWorkers: 2,
    // .ci/run counts the results in this file.
    reporters:
      process.env["CI"] === undefined
        ? ["default"]
        : ["default", ["json", { outputFile: ".scratch/test.json" }]],
    projects: [
      { extends: true, test: { name: "pure", include: pure, globalSetup: [], isolate: false } },
      { extends: true, test: { name: "whole", include: ["test/**/*.test.ts"], exclude: pure } }
    ]
  }
})
