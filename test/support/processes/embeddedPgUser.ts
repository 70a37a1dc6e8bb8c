// A process that uses the embedded database of a directory until it is told to stop: what
// src/postgres/EmbeddedPg.ts looks like from outside. Says in JSON lines what it sees: `ready`, then, on its way
// out, whether the server still answers.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { PgClient } from "@effect/sql-pg"
import { Effect, Logger, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { execFileSync } from "node:child_process"
import { embeddedPg } from "../../../src/postgres/EmbeddedPg.ts"

const say = (line: object) => Effect.sync(() => process.stdout.write(`${JSON.stringify(line)}\n`))

const answers = (url: Redacted.Redacted) =>
  Effect.flatMap(PgClient.makeClient({ url }), (sql) => sql`select 1`).pipe(
    Effect.scoped,
    Effect.provide(Reactivity.layer),
    Effect.as(true),
    Effect.orElseSucceed(() => false)
  )

const program = Effect.gen(function* () {
  const { adopted, url } = yield* embeddedPg({ dataDir: process.argv[2] ?? "" })
  yield* Effect.addFinalizer(() => Effect.flatMap(answers(url), (draining) => say({ draining })))
  const inherited =
    process.platform === "linux" ? execFileSync("/bin/ls", ["-l", "/proc/self/fd"], { encoding: "utf8" }) : ""
  yield* say({ adopted, url: Redacted.value(url), inherits: inherited.includes("users") })
  return yield* Effect.never
}).pipe(
  Effect.scoped,
  Effect.catchTag("EmbeddedPgError", ({ message }) => say({ failed: message })),
  Effect.provide(Logger.layer([]))
)

NodeRuntime.runMain(program, { disableErrorReporting: true })
