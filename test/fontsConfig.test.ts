// A clone that was moved or copied with what its tests had unpacked.
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { cpSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { writeFontsConfig } from "./support/fontsConfig.ts"
import { temporaryDirectory } from "./support/machine.ts"

it.live("the browser of a clone that was copied looks for its fonts in the copy, not in the old folder", () =>
  Effect.gen(function* () {
    const directory = yield* temporaryDirectory,
      old = join(directory, "old"),
      copied = join(directory, "copied")
    yield* Effect.promise(() => writeFontsConfig(old))
    cpSync(old, copied, { recursive: true })
    const text = readFileSync(yield* Effect.promise(() => writeFontsConfig(copied)), "utf8")
    assert.include(text, join(copied, "fonts"))
    assert.notInclude(text, old)
  })
)
