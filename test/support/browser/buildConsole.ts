import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { build } from "vite"

const configFile = fileURLToPath(new URL("../../../src/console/vite.config.ts", import.meta.url))

/** Builds the console as `npm install` does: no old files are tested. */
export const buildConsole: Effect.Effect<void> = Effect.asVoid(Effect.promise(() => build({ configFile })))
