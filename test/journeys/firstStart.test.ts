// The first start as a newcomer meets it when something is in the way: a port that is taken, a password that was not
// read.
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, statSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { freePort, temporaryDirectory } from "../support/machine.ts"
import { MAIN, OF_THE_MACHINE, startService } from "../support/processes/service.ts"
import { EmptyDatabase } from "../support/sql/database.ts"
import { until } from "./client.ts"
import { STORY } from "../support/stories.ts"

/** A port that another program has. */
const takenPort = Effect.gen(function* () {
  const port = yield* freePort
  yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer().listen(port, "127.0.0.1")
      await once(server, "listening")
      return server
    }),
    (server) => Effect.sync(() => server.close())
  )
  return port
})

const startOn = (dataDir: string, port: number) =>
  Effect.promise(async () => {
    const env = { ...OF_THE_MACHINE, DATA_DIR: dataDir, PORT: String(port), DEMO: "off" }
    const program = spawn(process.execPath, [MAIN, "all"], { env, stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    for (const stream of [program.stdout, program.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text))
    const [code] = (await once(program, "close")) as [number | null]
    return { code, output }
  })

layer(EmptyDatabase, { timeout: "120 seconds", excludeTestServices: true })("the first start", (it) => {
  it.effect("on a port that is taken says so, and makes neither a database nor an administrator", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const dataDir = join(yield* temporaryDirectory, "data"),
          port = yield* takenPort
        const { code, output } = yield* startOn(dataDir, port)
        assert.strictEqual(code, 1)
        assert.include(output, `Port ${port} is in use. Set PORT to another, or stop what listens there.`)
        for (const made of ["pg", "admin-token", "first-password"])
          assert.isFalse(existsSync(join(dataDir, made)), made)
      })
    )
  )

  it.effect(
    "keeps the password it made until somebody logs in with it, and names the way to another after that",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const directory = yield* temporaryDirectory,
            databaseUrl = Redacted.value(yield* DatabaseUrl)
          const file = join(directory, "data", "first-password")
          const startOnce = startService({ directory, databaseUrl, analyses: false })
          const greeting = (text: string, from: number) =>
            text
              .slice(from)
              .split("\n")
              .find((line) => /Login/.test(line))

          // whoever started it saw nothing of it
          yield* Effect.scoped(startOnce)
          assert.strictEqual(statSync(file).mode & 0o777, 0o600)
          const password = readFileSync(file, "utf8").trim()

          const service = yield* startOnce
          const shown = yield* until(
            "the banner",
            Effect.sync(() => greeting(service.output(), service.output().lastIndexOf("Pugmark is running"))),
            (line) => line !== undefined
          )
          assert.include(shown, `admin@localhost / ${password}`)
          const logIn = (given: string) =>
            Effect.promise(async () => {
              const answer = await fetch(`${service.origin}/api/v1/auth/login`, {
                method: "POST",
                headers: { "content-type": "application/json" },
                body: JSON.stringify({ email: "admin@localhost", password: given })
              })
              await answer.text()
              return answer.status
            })
          yield* until("a refusal", logIn("another"), (status) => status === 401)
          assert.isTrue(existsSync(file))
          yield* until("the login", logIn(password), (status) => status === 200)
          assert.isFalse(existsSync(file))
          yield* service.stop

          const from = service.output().length
          const later = yield* startOnce
          const last = yield* until(
            "the banner",
            Effect.sync(() => greeting(later.output(), from)),
            (line) => line !== undefined
          )
          assert.match(last!, /forgotten: \/.*\/pugmark admin reset-password admin@localhost/)
          assert.notInclude(last, "npx")
        })
      ),
    STORY
  )
})
