// Where log lines go.
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, readFileSync, statSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { logLayer } from "../src/log.ts"

it.effect("a log file is its owner's alone", () => Effect.gen(function*() {
  const directory = mkdtempSync(join(tmpdir(), "pugmark-log-"))
  yield* Effect.addFinalizer(() => Effect.promise(() => rm(directory, { recursive: true })))
  const file = join(directory, "log", "serve.jsonl")
  yield* Effect.provide(Effect.logError("for the operator"), logLayer("serve", "Error", file))
  yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  assert.strictEqual(statSync(file).mode & 0o777, 0o600)
  assert.deepInclude(JSON.parse(readFileSync(file, "utf8")), { level: "error", service: "serve", msg: "for the operator" })
}))
