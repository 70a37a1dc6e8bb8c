// Gives a process a running server of a cluster: joins the users of the running one, or starts one and is its
// first user.
import { Data, Effect, Exit, Schedule, Scope } from "effect"
import { attempt, EmbeddedPgError } from "./EmbeddedPgError.ts"
import { findPostmaster } from "./Postmaster.ts"
import type { Site } from "./startServer.ts"
import { startServer } from "./startServer.ts"
import { joinUsers } from "./UserCount.ts"

/** Seat is a running server that this process is counted at. */
interface Seat {
  readonly port: number
  readonly adopted: boolean
}

/**
 * Busy means that another process starts or stops the server at this moment, so that a retry may succeed.
 * `message` is for the case that it does not.
 */
class Busy extends Data.TaggedError("Busy")<{ readonly message: string; readonly starting?: boolean }> {}

/**
 * MAX_STOP_WAIT_MS is how long others may take to stop a server. A starting server is waited for without
 * limit, because it may be recovering.
 */
const MAX_STOP_WAIT_MS = 15_000

const busyWith = (cluster: string, pid: number, status: string): Busy => {
  const who = `PostgreSQL (pid ${pid}) of ${cluster}`
  switch (status) {
    case "starting":
      return new Busy({ message: `${who} is still starting.`, starting: true })
    case "stopping":
      return new Busy({ message: `${who} is still stopping. Start again when it is gone.` })
    default:
      return new Busy({
        message: `${who} runs, but the watchdog that counts its users is gone. Stop it with: kill -INT ${pid}`
      })
  }
}

/** Tries once. Resources are released at once when it fails. */
const takeSeat = (site: Site): Effect.Effect<Seat, Busy | EmbeddedPgError, Scope.Scope> =>
  Effect.gen(function* () {
    const joined = yield* joinUsers(site.cluster)
    const server = yield* attempt("cannot read postmaster.pid", () => findPostmaster(site.cluster))
    if (joined && server === null)
      return yield* new Busy({
        message:
          `${site.cluster} is used by a server outside this container. Let one container run the ` +
          `database, and give the others its DATABASE_URL.`
      })
    if (joined && server?.status === "ready") return { port: server.port, adopted: true }
    if (server !== null) return yield* busyWith(site.cluster, server.pid, server.status)
    const port = yield* Effect.catchTag(
      startServer(site),
      "LostRace",
      ({ said }) =>
        new Busy({
          message: `PostgreSQL could not be started on ${site.cluster}. It said (${site.logFile}):\n${said}`
        })
    )
    return { port, adopted: false }
  })

const keepOnSuccess = <A, E>(take: Effect.Effect<A, E, Scope.Scope>): Effect.Effect<A, E, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Scope.fork(yield* Effect.scope)
    return yield* take.pipe(
      Scope.provide(scope),
      Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
    )
  })

/** Takes a seat until the scope closes; the server stops when the last process leaves its seat, or dies. */
export const serve = (site: Site): Effect.Effect<Seat, EmbeddedPgError, Scope.Scope> =>
  Effect.suspend(() => {
    let deadline = performance.now() + MAX_STOP_WAIT_MS
    const worthWaiting = (busy: Busy) => {
      if (busy.starting) deadline = performance.now() + MAX_STOP_WAIT_MS
      return performance.now() < deadline
    }
    return keepOnSuccess(takeSeat(site)).pipe(
      Effect.retry({
        schedule: Schedule.spaced("50 millis"),
        while: (why) => why._tag === "Busy" && worthWaiting(why)
      }),
      Effect.catchTag(
        "Busy",
        ({ message }) => new EmbeddedPgError({ message: `Waited ${MAX_STOP_WAIT_MS / 1000} s. ${message}` })
      )
    )
  })
