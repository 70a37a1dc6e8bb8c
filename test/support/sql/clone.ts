// A database of its own in the server of the run, for whoever knows the server: a test file, or a setup.
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { Scope } from "effect/Scope"
import { randomBytes } from "node:crypto"

/** The server of the run, as its setup tells it. */
export interface Server {
  /** the url of a database that is always there */
  readonly adminUrl: string
  /** what the names of this run's databases begin with */
  readonly prefix: string
}

const ask = ({ adminUrl }: Server, statement: string) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.makeClient({
      url: Redacted.make(adminUrl),
      applicationName: "pugmark tests"
    })
    yield* sql.unsafe(statement).unprepared
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.orDie)

/** The url of a copy of `template`, dropped at the end. */
export const cloneDatabase = (
  server: Server,
  template: string
): Effect.Effect<Redacted.Redacted, never, Scope> =>
  Effect.gen(function* () {
    const name = server.prefix + randomBytes(6).toString("hex")
    yield* Effect.acquireRelease(
      ask(server, `create database ${name} template ${template} strategy file_copy`),
      () => ask(server, `drop database ${name} with (force)`)
    )
    const url = new URL(server.adminUrl)
    url.pathname = name
    return Redacted.make(url.href)
  })
