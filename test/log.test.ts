// Where log lines go.
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, statSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { readSettings } from "../src/config/readSettings.ts"
import { logLayer, onStderr } from "../src/log.ts"
import { temporaryDirectory } from "./support/machine.ts"

it.effect("a log file is its owner's alone", () =>
  Effect.gen(function* () {
    const directory = mkdtempSync(join(tmpdir(), "pugmark-log-"))
    yield* Effect.addFinalizer(() => Effect.promise(() => rm(directory, { recursive: true })))
    const file = join(directory, "log", "serve.jsonl")
    yield* Effect.provide(Effect.logError("for the operator"), logLayer("serve", "Error", file, "lines"))
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    assert.strictEqual(statSync(file).mode & 0o777, 0o600)
    assert.deepInclude(JSON.parse(readFileSync(file, "utf8")), {
      level: "error",
      service: "serve",
      msg: "for the operator"
    })
  })
)

it("a terminal is spared the lines unless LOG_STDERR=on; a file, a pipe and a service manager get them", () => {
  assert.deepStrictEqual(
    [onStderr("auto", true), onStderr("on", true), onStderr("auto", false), onStderr("on", false)],
    ["trouble", "lines", "lines", "lines"]
  )
})

it.effect("LOG_STDERR is auto or on", () =>
  Effect.gen(function* () {
    assert.strictEqual((yield* readSettings({})).logStderr, "auto")
    assert.strictEqual((yield* readSettings({ LOG_STDERR: "ON" })).logStderr, "on")
    assert.strictEqual(
      (yield* Effect.flip(readSettings({ LOG_STDERR: "yes" }))).message,
      "LOG_STDERR=yes cannot be used: auto or on"
    )
  })
)

/** What a process that logs one info and one warning leaves in its file and on its stderr. */
const logged = Effect.fnUntraced(function* (stderr: "lines" | "trouble") {
  const file = join(yield* temporaryDirectory, "log.jsonl")
  const program = `import { Effect } from "effect"
    import { logLayer } from ${JSON.stringify(new URL("../src/log.ts", import.meta.url).href)}
    const work = Effect.andThen(Effect.logInfo("request", { status: 200 }), Effect.logWarning("a delivery failed", { code: "HTTP_500" }))
    Effect.runSync(Effect.provide(work.pipe(Effect.withSpan("work")), logLayer("serve", "Info", ${JSON.stringify(file)}, ${JSON.stringify(stderr)})))`
  const cwd = import.meta.dirname // where node finds effect
  const said = yield* Effect.promise(() =>
    promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { cwd })
  )
  return { file, lines: readFileSync(file, "utf8"), stderr: said.stderr }
})

it.live(
  "whatever stderr shows, every line of the file is JSON with service, trace_id and request_id (specification 7.5)",
  () =>
    Effect.gen(function* () {
      const [whole, brief] = [yield* logged("lines"), yield* logged("trouble")]
      assert.strictEqual(whole.stderr, whole.lines)
      assert.match(
        brief.stderr,
        /^\d\d:\d\d:\d\d {2}Warning: a delivery failed: code HTTP_500 {2}\[log: [^\]]+log\.jsonl\]\n$/
      )
      assert.include(brief.stderr, brief.file)
      for (const { lines } of [whole, brief]) {
        const records = lines
          .trimEnd()
          .split("\n")
          .map((line): Record<string, unknown> => JSON.parse(line))
        assert.deepStrictEqual(
          records.map((r) => r["msg"]),
          ["request", "a delivery failed"]
        )
        for (const record of records) {
          assert.deepInclude(record, { service: "serve", request_id: null })
          assert.match(String(record["trace_id"]), /^[0-9a-f]{32}$/)
        }
      }
    })
)
