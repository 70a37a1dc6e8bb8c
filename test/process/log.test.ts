// Where log lines go.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { execFile, execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, statSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { readSettings } from "../../src/config/readSettings.ts"
import { logLayer, onStderr } from "../../src/process/log.ts"
import { openLogFile } from "../../src/process/logFile.ts"
import { emptyDisk, fillDisk, MAY_MOUNT, smallDisk } from "../support/disk.ts"
import { temporaryDirectory } from "../support/machine.ts"

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

/** Lines as they lie in a file. */
const linesOf = (file: string): ReadonlyArray<Record<string, unknown>> =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line): Record<string, unknown> => JSON.parse(line))

const nextTurn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

describe.runIf(MAY_MOUNT)("on a full disk", () => {
  it.live("a line that cannot be written is dropped and counted, and the process goes on", () =>
    Effect.gen(function* () {
      const disk = (yield* smallDisk("64k"))!,
        file = join(disk, "log", "serve.jsonl"),
        filler = join(disk, "filler")
      yield* Effect.gen(function* () {
        yield* Effect.logError("before")
        yield* nextTurn
        fillDisk(filler)
        yield* Effect.logError("lost", { text: "x".repeat(5000) })
        yield* nextTurn
        yield* Effect.logError("lost too", { text: "x".repeat(5000) })
        yield* nextTurn
        emptyDisk(filler)
        yield* Effect.logError("after")
        yield* nextTurn
      }).pipe(Effect.provide(logLayer("serve", "Error", file, "trouble")))
      const lines = linesOf(file)
      assert.deepStrictEqual(
        lines.map(({ msg }) => msg),
        ["before", "after", "log lines were dropped while the log file could not be written"]
      )
      assert.deepInclude(lines[2], { level: "warn", code: "ENOSPC", lines: 2 })
      const dropped = (yield* Metric.snapshot).find(({ id }) => id === "pugmark_log_lines_dropped_total")
      assert.deepInclude(dropped, { type: "Counter" })
      assert.isAtLeast((dropped!.state as { readonly count: number }).count, 2)
    })
  )

  it.live(
    "a log whose folder cannot be made is waited for; a path that can never be one stops the start",
    () =>
      Effect.gen(function* () {
        const disk = (yield* smallDisk("64k"))!
        fillDisk(join(disk, "filler"))
        execFileSync("mount", ["-o", "remount,ro", disk])
        const file = join(disk, "log", "serve.jsonl")
        const log = openLogFile(file)
        assert.deepInclude(log.write("one\n"), { ok: false, began: true, code: "EROFS", dropped: 1 })
        assert.deepInclude(log.write("two\n"), { ok: false, began: false })
        execFileSync("mount", ["-o", "remount,rw", disk])
        emptyDisk(join(disk, "filler"))
        assert.deepStrictEqual(log.write("three\n"), { ok: true, ended: { code: "EROFS", lines: 2 } })
        assert.strictEqual(readFileSync(file, "utf8"), "three\n")
        assert.throws(() => openLogFile(join(file, "log", "serve.jsonl")))
      })
  )
})

it.live("a stderr that cannot be written does not end the process", () =>
  Effect.gen(function* () {
    const program = `import { Effect } from "effect"
      import { logLayer } from ${JSON.stringify(new URL("../../src/process/log.ts", import.meta.url).href)}
      const log = logLayer("serve", "Info", null, "lines")
      for (let i = 0; i < 3; i++) {
        Effect.runSync(Effect.provide(Effect.logInfo("line"), log))
        await new Promise((resolve) => setImmediate(resolve))
      }
      process.stdout.write("alive")`
    const said = yield* Effect.promise(() =>
      promisify(execFile)(
        "/bin/sh",
        ["-c", '"$0" --input-type=module -e "$1" 2>/dev/full', process.execPath, program],
        {
          cwd: import.meta.dirname
        }
      )
    )
    assert.strictEqual(said.stdout, "alive")
  })
)

/** What a process that logs one info and one warning leaves in its file and on its stderr. */
const logged = Effect.fnUntraced(function* (stderr: "lines" | "trouble") {
  const file = join(yield* temporaryDirectory, "log.jsonl")
  const program = `import { Effect } from "effect"
    import { logLayer } from ${JSON.stringify(new URL("../../src/process/log.ts", import.meta.url).href)}
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
