// The tests that concern rules and the engine and need no database: what a mutation run asks for every mutant.
import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/domain/rule/**/*.test.ts", "test/engine/**/*.test.ts", "test/testing/**/*.test.ts"],
    testTimeout: 30_000,
    pool: "threads",
    isolate: false
  }
})
