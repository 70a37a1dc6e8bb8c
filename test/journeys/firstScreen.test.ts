// What a newcomer sees at a terminal after `npm start`: a few lines, then the banner. Finding D15. The
// service believes that its output is a terminal, as does every process it starts.
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { EmptyDatabase } from "../support/sql/database.ts"
import { startService } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { until } from "../support/until.ts"

const TERMINAL = `--import=data:text/javascript,${encodeURIComponent("process.stdout.isTTY = process.stderr.isTTY = true")}`

const said = (output: () => string, what: string) => until(Effect.sync(output), (text) => text.includes(what))

layer(EmptyDatabase, { timeout: "60 seconds", excludeTestServices: true })("the first screen", (it) => {
  it.effect(
    "says what is being done in a line each, then address, login and token; the log is in DATA_DIR/log",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const directory = yield* temporaryDirectory
          const databaseUrl = Redacted.value(yield* DatabaseUrl)
          const { origin, output } = yield* startService({
            directory,
            databaseUrl,
            demo: true,
            settings: { NODE_OPTIONS: TERMINAL }
          })
          const screen = yield* said(output, "Ctrl-C")
          const { host, pathname } = new URL(databaseUrl)
          const data = join(directory, "data")
          assert.match(screen, /^(?: {2}[^\n]+\n){3}\n {2}Pugmark is running\.\n\n/)
          const [database, schema, demo] = screen.split("\n")
          assert.strictEqual(database, `  Using the database at ${host}${pathname}`)
          assert.match(schema!, /^ {2}\d+ migrations applied$/)
          assert.include(demo, "demo farm")
          for (const part of [
            `Open    ${origin}/docs`,
            "Login   admin@localhost / ",
            "Token   the one in ADMIN_TOKEN",
            `Log     ${join(data, "log")}`
          ])
            assert.include(screen, part)
          assert.notInclude(screen, '{"')

          const lines = readFileSync(join(data, "log", "all.jsonl"), "utf8")
            .trimEnd()
            .split("\n")
            .map((line): Record<string, unknown> => JSON.parse(line))
          assert.isTrue(
            lines.some((line) => line["msg"] === "request" && typeof line["request_id"] === "string"),
            "the demo's own requests"
          )
          for (const line of lines) assert.containsAllKeys(line, ["service", "trace_id", "request_id"])
        })
      ),
    60_000
  )
})
