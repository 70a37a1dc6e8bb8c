// What a newcomer sees at a terminal after `npm start`: a few lines, then the banner, and no line more while
// the service answers. Finding D15.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { freePort, temporaryDirectory } from "../support/machine.ts"
import { openTerminal, TERMINAL } from "../support/processes/terminal.ts"
import { EmptyDatabase } from "../support/sql/database.ts"
import { until } from "../support/until.ts"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const TOKEN = "first-screen-0123456789abcdef0123456789abcdef"

/** What npm runs at `npm start`. */
const START: string = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).scripts.start

type Line = Readonly<Record<string, unknown>>

/** Of a file that is being written the lines that are whole. */
const linesOf = (text: string): ReadonlyArray<Line> =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line): Line => JSON.parse(line))

const requestsTo = (path: string, lines: ReadonlyArray<Line>) =>
  lines.filter((line) => line["msg"] === "request" && line["path"] === path)

/** `npm start` at a terminal, on a database that is there, until the banner is on the screen. */
const start = Effect.fnUntraced(function* (
  directory: string,
  { command = START, ...settings }: Readonly<Record<string, string>>
) {
  const port = yield* freePort
  const databaseUrl = Redacted.value(yield* DatabaseUrl)
  const data = join(directory, "data")
  const terminal = yield* openTerminal(command, ROOT, {
    PATH: `${join(ROOT, "node_modules", ".bin")}:${process.env["PATH"]}`,
    HOME: directory,
    PORT: String(port),
    DATA_DIR: data,
    DATABASE_URL: databaseUrl,
    ADMIN_TOKEN: TOKEN,
    ...settings
  })
  yield* until(Effect.sync(terminal.screen), (text) => text.includes("Ctrl-C"))
  const origin = `http://127.0.0.1:${port}`
  const ask = (path: string, token: string) =>
    Effect.promise(async () => {
      const answer = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
      await answer.body?.cancel()
      return answer.status
    })
  return { ...terminal, ask, data, databaseUrl, origin }
})

layer(EmptyDatabase, { timeout: "60 seconds", excludeTestServices: true })(
  `the first screen, at ${TERMINAL},`,
  (it) => {
    it.effect(
      "says what is being done in a line each, then address, login and token, then nothing; the log is in DATA_DIR/log",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, data, databaseUrl, interrupt, origin, screen } = yield* start(
              yield* temporaryDirectory,
              {}
            )
            const first = screen()
            const { host, pathname } = new URL(databaseUrl)
            assert.match(first, /^(?: {2}[^\n]+\n){3}\n {2}Pugmark is running\.\n\n/)
            const [database, schema, demo] = first.split("\n")
            assert.strictEqual(database, `  Using the database at ${host}${pathname}`)
            assert.match(schema!, /^ {2}\d+ migrations applied$/)
            assert.include(demo, "demo farm")
            for (const part of [
              `Open    ${origin}/`,
              "Login   admin@localhost / ",
              "Token   the one in ADMIN_TOKEN",
              `Log     ${join(data, "log")}`
            ])
              assert.include(first, part)

            assert.strictEqual(yield* ask("/api/v1/projects", TOKEN), 200)
            assert.strictEqual(yield* ask("/api/v1/audit", "nobody's"), 401)
            const lines = yield* until(
              Effect.sync(() => linesOf(readFileSync(join(data, "log", "all.jsonl"), "utf8"))),
              (all) => requestsTo("/api/v1/audit", all).length > 0
            )
            for (const line of lines) assert.containsAllKeys(line, ["service", "trace_id", "request_id"])
            assert.isNotEmpty(requestsTo("/api/v1/projects", lines))

            assert.strictEqual(yield* interrupt, 0)
            // a terminal may show the key itself
            assert.strictEqual(screen().replace("^C", ""), first)
          })
        ),
      60_000
    )

    it.effect(
      "has the JSON lines too with LOG_STDERR=on; with stderr elsewhere they are there, and the screen is quiet",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const directory = yield* temporaryDirectory
            const plain = { DEMO: "off", ANALYSIS_MODULES: "" }
            const loud = yield* start(directory, { ...plain, LOG_STDERR: "on" })
            assert.strictEqual(yield* loud.ask("/api/v1/projects", TOKEN), 200)
            yield* until(Effect.sync(loud.screen), (text) => text.includes('"msg":"request"'))
            assert.include(loud.screen(), "  The schema is up to date\n")
            assert.strictEqual(yield* loud.interrupt, 0)

            const elsewhere = join(directory, "stderr.jsonl")
            const quiet = yield* start(directory, { ...plain, command: `{ ${START}; } 2>'${elsewhere}'` })
            assert.strictEqual(yield* quiet.ask("/api/v1/projects", TOKEN), 200)
            yield* until(
              Effect.sync(() => linesOf(readFileSync(elsewhere, "utf8"))),
              (all) => requestsTo("/api/v1/projects", all).length > 0
            )
            assert.notInclude(quiet.screen(), '{"')
            assert.strictEqual(yield* quiet.interrupt, 0)
          })
        ),
      60_000
    )
  }
)
