// What PostgreSQL writes becomes JSON lines of the log.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Logger, References, Schedule, Scope } from "effect"
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { logLayer } from "../../src/process/log.ts"
import { forwardLog } from "../../src/postgres/forwardLog.ts"
import { makeRecordReader } from "../../src/postgres/serverRecords.ts"
import { shortLog } from "../../src/process/shortLog.ts"

const at = (pid: number, rest: string) => `2026-11-29 11:23:11.123 UTC [${pid}] ${rest}\n`
const readAll = (...pieces: ReadonlyArray<string>) => {
  const reader = makeRecordReader()
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.flush()]
}

describe("a record of PostgreSQL's own log", () => {
  it.each([
    ["LOG", "Info"],
    ["NOTICE", "Info"],
    ["INFO", "Info"],
    ["WARNING", "Warn"],
    ["ERROR", "Warn"],
    ["FATAL", "Error"],
    ["PANIC", "Fatal"],
    ["DEBUG1", "Debug"]
  ])("%s has the level %s, its time, process and message", (severity, level) => {
    const [record] = readAll(at(7, `${severity}:  it is so`))
    assert.deepStrictEqual(record, {
      ts: "2026-11-29T11:23:11.123Z",
      level,
      severity: severity.replace(/\d$/, ""),
      message: "it is so",
      pid: 7,
      more: {}
    } as never)
  })

  it("has what belongs to it: detail, hint and a statement of several lines, in whatever pieces they come", () => {
    const text =
      at(7, 'ERROR:  duplicate key value violates unique constraint "a"') +
      at(7, "DETAIL:  Key (id)=(1) already exists.") +
      at(7, "STATEMENT:  insert into a") +
      "\tvalues (1)\n" +
      at(8, "LOG:  next")
    for (const pieces of [[text], text.split(""), [text.slice(0, 50), text.slice(50)]]) {
      const [first, second] = readAll(...pieces)
      assert.deepStrictEqual(first!.more, {
        detail: "Key (id)=(1) already exists.",
        statement: "insert into a\nvalues (1)"
      })
      assert.strictEqual(second!.message, "next")
    }
  })

  it("of what is written round the server has its text alone", () => {
    const [record] = readAll("postgres ended with code 9 while it had users; starting it again\n")
    assert.deepInclude(record, { ts: null, severity: null, level: "Warn", pid: null })
  })

  it("is bounded, however long a statement is", () => {
    const [record] = readAll(at(7, `ERROR:  ${"x".repeat(100_000)}`), "\ty\n".repeat(10_000))
    assert.isAtMost(record!.message.length, 16_384)
  })
})

describe("the log of the program", () => {
  it.live("has PostgreSQL's lines on the same stream as JSON with service, trace_id and request_id", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "server-log-"))
      const [text, file] = [join(folder, "postgres.txt"), join(folder, "all.jsonl")]
      writeFileSync(text, at(1, "LOG:  of an earlier run"))
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* forwardLog(text)
          appendFileSync(text, at(2, "LOG:  database system is ready to accept connections"))
          appendFileSync(text, at(3, "FATAL:  the database system is shutting down"))
          appendFileSync(text, at(3, 'ERROR:  relation "a" does not exist') + at(3, "HINT:  look again"))
        })
      ).pipe(
        Effect.provide(logLayer("pugmark-all", "Info", file, "lines")),
        Effect.provideService(References.MinimumLogLevel, "Info")
      )
      yield* Effect.promise(() => new Promise(setImmediate))
      const lines = readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
      assert.deepStrictEqual(
        lines.map(({ level, msg, service, severity }) => [service, level, severity, msg]),
        [
          ["postgres", "info", "LOG", "database system is ready to accept connections"],
          ["postgres", "error", "FATAL", "the database system is shutting down"],
          ["postgres", "warn", "ERROR", 'relation "a" does not exist']
        ]
      )
      for (const line of lines) {
        assert.strictEqual(line.ts, "2026-11-29T11:23:11.123Z")
        assert.isTrue("trace_id" in line && "request_id" in line)
      }
      assert.strictEqual(lines[2].hint, "look again")
    })
  )

  it.live("has each line once, of whichever process: another goes on where the first one ended", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "server-log-"))
      const text = join(folder, "postgres.txt")
      const told: Array<string> = []
      const start = (name: string) =>
        Effect.gen(function* () {
          const scope = yield* Scope.make()
          yield* Scope.provide(forwardLog(text), scope)
          return Scope.close(scope, Exit.void)
        }).pipe(
          Effect.provide(
            Logger.layer([
              Logger.make<unknown, void>(({ message }) => void told.push(`${name}: ${String(message)}`))
            ])
          )
        )
      const lines = (count: number) =>
        Effect.repeat(
          Effect.sync(() => told.length),
          { until: (length) => length >= count, schedule: Schedule.spaced("20 millis") }
        )
      const endFirst = yield* start("first")
      appendFileSync(text, at(1, "LOG:  one"))
      yield* lines(1)
      const endSecond = yield* start("second")
      appendFileSync(text, at(1, "LOG:  two"))
      yield* endFirst
      appendFileSync(text, at(1, "LOG:  three"))
      yield* lines(3)
      yield* endSecond
      appendFileSync(text, at(1, "LOG:  while nobody forwarded"))
      const endThird = yield* start("third")
      yield* lines(4)
      yield* endThird
      assert.deepStrictEqual(told, [
        "first: one",
        "first: two",
        "second: three",
        "third: while nobody forwarded"
      ])
    })
  )

  it("spares a person at a terminal the statements that PostgreSQL refused", () => {
    const tell = shortLog(null)
    const line = (level: string) => ({
      ts: "2026-11-29T11:23:11.123Z",
      level,
      service: "postgres",
      msg: "no"
    })
    assert.strictEqual(tell(line("warn")), "")
    assert.notStrictEqual(tell(line("error")), "")
  })
})
