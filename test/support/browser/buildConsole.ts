import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { build } from "vite"

const configFile = fileURLToPath(new URL("../../../src/console/vite.config.ts", import.meta.url))

/** Builds the console as `npm install` does: no old files are tested, and none that only tests have. */
export const buildConsole: Effect.Effect<void> = Effect.promise(async () => {
  // by it React is chosen, and Vitest says `test`
  const { NODE_ENV } = process.env
  process.env["NODE_ENV"] = "production"
  try {
    await build({ configFile })
  } finally {
    if (NODE_ENV === undefined) delete process.env["NODE_ENV"]
    else process.env["NODE_ENV"] = NODE_ENV
  }
})
