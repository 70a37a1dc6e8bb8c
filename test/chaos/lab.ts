// Where rounds run: a service that can be killed, and the database under it. Of the two labs one kills the
// program alone, while its database goes on; the other kills program and database at the same moment, as a
// power cut does.
import { Effect, Layer, Redacted } from "effect"
import type { Scope } from "effect/Scope"
import type * as SqlClient from "effect/sql/SqlClient"
import { join } from "node:path"
import { embeddedPg, type EmbeddedPgError } from "../../src/postgres/EmbeddedPg.ts"
import type { Role } from "../../src/config/Settings.ts"
import { DatabaseUrl, pool } from "../../src/store/sql/Pg.ts"
import { nothingLeft } from "../support/processes/processes.ts"
import {
  launchService,
  type Service,
  type ServiceFailed,
  startService
} from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"

export interface Lab {
  readonly name: "program" | "everything"
  /** Starts the service and waits until it is ready; as all there is, or as one role of it. */
  readonly start: (port: number, role?: Role) => Effect.Effect<Service, ServiceFailed, Scope>
  /** Starts the service and does not wait. */
  readonly launch: (port: number) => Effect.Effect<Service, never, Scope>
  readonly kill: (service: Service) => Effect.Effect<void>
  /** Looks at the database while a service runs, as the login user. */
  readonly look: <A>(what: Effect.Effect<A, never, SqlClient.SqlClient>) => Effect.Effect<A>
  /** After the last service has stopped: succeeds if it left no process behind. */
  readonly isClean: Effect.Effect<boolean>
}

/** Runs SQL on a database as its login user. */
export const looking =
  (url: Redacted.Redacted) =>
  <A>(what: Effect.Effect<A, never, SqlClient.SqlClient>): Effect.Effect<A> =>
    what.pipe(
      Effect.provide(
        pool({
          role: null,
          maxConnections: 1,
          applicationName: "pugmark chaos",
          statementTimeoutMs: 60_000
        }).pipe(Layer.provide(Layer.succeed(DatabaseUrl, url)))
      ),
      Effect.orDie
    )

/** Kills the program alone: whoever is here holds the database. */
export const programOn = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const directory = yield* temporaryDirectory
  const options = { directory, analyses: false, databaseUrl: Redacted.value(url) }
  return {
    name: "program",
    start: (port, role = "all") => startService({ ...options, port, role }),
    launch: (port) => launchService({ ...options, port }),
    kill: (service) => service.kill,
    look: looking(url),
    isClean: Effect.succeed(true)
  } satisfies Lab
})

/** Such a lab with a database that this process starts. */
export const programLab: Effect.Effect<Lab, EmbeddedPgError, Scope> = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const { url } = yield* embeddedPg({ dataDir: join(directory, "pg") })
  return yield* programOn(url)
})

/** Kills the program and every process of its embedded database. */
export const everythingLab: Effect.Effect<Lab, never, Scope> = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const cluster = join(directory, "data", "pg")
  const options = { directory, analyses: false }
  return {
    name: "everything",
    start: (port, role = "all") => startService({ ...options, port, role }),
    launch: (port) => launchService({ ...options, port }),
    kill: (service) => service.killEverything,
    look: (what) =>
      embeddedPg({ dataDir: cluster }).pipe(
        Effect.orDie,
        Effect.flatMap(({ url }) => looking(url)(what)),
        Effect.scoped
      ),
    isClean: nothingLeft(cluster).pipe(
      Effect.as(true),
      Effect.orElseSucceed(() => false)
    )
  }
})
