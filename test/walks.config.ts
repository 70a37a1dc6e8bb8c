// The long ways through the console, which `npm run journeys` ends with: what `npm test` leaves to them so that it
// stays short. `npx vitest run --config test/walks.config.ts` runs them alone.
import { join } from "node:path"
import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    root: join(import.meta.dirname, ".."),
    include: ["test/walks/*.test.ts"],
    globalSetup: ["test/support/sql/globalSetup.ts", "test/support/browser/globalSetup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 120_000
  }
})
