// Gives a process a running server of a cluster: joins the users of the one that runs, or starts one and is its first user.
import { Data, Effect, Exit, Schedule, Scope } from "effect"
import type { EmbeddedPgError as Failure } from "./EmbeddedPgError.ts"
import { attempt, EmbeddedPgError } from "./EmbeddedPgError.ts"
import { findPostmaster } from "./Postmaster.ts"
import type { Site } from "./startServer.ts"
import { startServer } from "./startServer.ts"
import { joinUsers } from "./UserCount.ts"

/** A running server this process is counted at. */
export interface Seat {
  readonly port: number
  readonly adopted: boolean
}

/** Another process starts or stops the server at this moment: try again. */
class Busy extends Data.TaggedError("Busy")<{ readonly pid: number; readonly status: string }> {}

/** How long others may take to stop a server. One that starts may take as long as it likes: it may be recovering. */
const PATIENCE_MS = 15_000

const find = (cluster: string) => attempt("cannot read postmaster.pid", () => findPostmaster(cluster))

/** One try. What it held is given back at once when it fails. */
const trySeat = (site: Site): Effect.Effect<Seat, Busy | Failure, Scope.Scope> =>
  Effect.gen(function*() {
    const scope = yield* Scope.fork(yield* Effect.scope)
    return yield* Effect.gen(function*() {
      const joined = yield* joinUsers(site.cluster)
      const server = yield* find(site.cluster)
      if (joined && server?.status === "ready") return { port: server.port, adopted: true }
      if (server !== null) return yield* new Busy(server)
      const port = yield* startServer(site)
      if (port === null) return yield* new Busy({ pid: 0, status: "starting" })
      return { port, adopted: false }
    }).pipe(Scope.provide(scope), Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))))
  })

/** A seat until the scope closes; the server stops when the last process gives its seat back, or dies. */
export const serve = (site: Site): Effect.Effect<Seat, EmbeddedPgError, Scope.Scope> =>
  Effect.suspend(() => {
    let deadline = performance.now() + PATIENCE_MS
    return trySeat(site).pipe(
      Effect.retry({
        schedule: Schedule.spaced("50 millis"),
        while: (why) => {
          if (why._tag !== "Busy") return false
          if (why.status === "starting") deadline = performance.now() + PATIENCE_MS
          return performance.now() < deadline
        }
      }),
      Effect.catchTag("Busy", ({ pid, status }) =>
        new EmbeddedPgError({
          message: status === "stopping"
            ? `PostgreSQL (pid ${pid}) of ${site.cluster} is still stopping after ${PATIENCE_MS / 1000} s. Its log is ${site.logFile}. Start again when it is gone.`
            : `PostgreSQL (pid ${pid}) of ${site.cluster} runs, but the watchdog that counts its users is gone. Stop it with: kill -INT ${pid}`
        }))
    )
  })
