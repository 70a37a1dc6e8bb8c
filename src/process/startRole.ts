// Starts a role: reads the settings, connects and migrates the database, runs the role's layers, prints the banner.
// Modules of a role are imported at its start only: the analysis role loads no HTTP server.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Clock, Deferred, Effect, Exit, Layer, Queue, Redacted } from "effect"
import * as os from "node:os"
import * as path from "node:path"
import { checkMapStyle } from "../roles/checkMapStyle.ts"
import { engineThreadLayer } from "../roles/engineThread.ts"
import { prepareAccounts, prepareSchema } from "../roles/prepare.ts"
import { requestedDemos } from "../roles/requestedDemos.ts"
import type { HeldPort } from "../api/http/Http.ts"
import { analyseProcess } from "./analyseProcess.ts"
import { banner, logFile, tokenOf } from "./banner.ts"
import { readSettings } from "../config/readSettings.ts"
import type { Role, Settings } from "../config/Settings.ts"
import { explainStop, type StoragePlace } from "./explainStop.ts"
import {
  makeFirstPassword,
  matchesFirstPassword,
  readFirstPassword,
  removeFirstPassword
} from "./firstPassword.ts"
import { collectWhenIdle } from "./idleGc.ts"
import { type OnStderr, onStderr } from "./log.ts"
import { observabilityLayer } from "./observability.ts"
import { ClusterDirectory } from "../store/sql/clusterDisk.ts"
import { DatabaseClock } from "../store/sql/DatabaseClock.ts"
import { DatabaseUrl, FindLogin, givenLogin, shownUrl } from "../store/sql/Pg.ts"

const say = (text: string) => Effect.sync(() => void process.stdout.write(text))

/** Prints progress to a terminal; nothing for programs that read the output. */
const printProgress = (text: string) =>
  Effect.suspend(() => (process.stdout.isTTY ? say(`  ${text}\n`) : Effect.void))

const databaseOf = ({ databaseUrl, dataDir }: Settings): string =>
  databaseUrl === null
    ? `Starting PostgreSQL in ${path.join(dataDir, "pg")}`
    : `Using the database at ${shownUrl(Redacted.make(databaseUrl))}`

const schemaOf = (applied: ReadonlyArray<string>): string =>
  applied.length === 0
    ? "The schema is up to date"
    : `${applied.length} ${applied.length === 1 ? "migration" : "migrations"} applied`

/** Prints one line when a role without a page is running. */
const announced = <E, R>(role: Role, settings: Settings, layer: Layer.Layer<never, E, R>) =>
  Layer.effectDiscard(
    printProgress(`Running: ${role}. Log: ${logFile(settings, role)}. Ctrl-C stops it.`)
  ).pipe(Layer.provideMerge(layer))

// Modules of a role are imported before any of it begins: importing blocks the thread for seconds on a busy machine,
// and PostgreSQL ends a session that is idle in a transaction for five. The demo and the delivery channels are
// imported at their first use, which saves a third of a second.
const loadServeModules = Effect.promise(() => import("../roles/serve.ts"))
const loadWorkModules = Effect.promise(async () => ({
  ...(await import("../roles/work.ts")),
  ...(await import("../roles/listen.ts"))
}))
type ServeModules = Effect.Success<typeof loadServeModules>
type WorkModules = Effect.Success<typeof loadWorkModules>

/**
 * Returns the layer of a role with an API. It makes the first admin and the start-up token, and prints them
 * in the banner.
 */
const serveRole = (
  role: "all" | "serve",
  settings: Settings,
  { serveLayer }: ServeModules,
  held: HeldPort | null
) =>
  Layer.unwrap(
    Effect.gen(function* () {
      yield* checkMapStyle(settings.map)
      const token = tokenOf(settings)
      const { dataDir } = settings
      const unused = settings.adminPassword === null ? readFirstPassword(dataDir) : null
      const admin = yield* prepareAccounts({
        token,
        fixedToken: settings.adminToken !== null,
        email: settings.adminEmail ?? "admin@localhost",
        password:
          settings.adminPassword === null
            ? makeFirstPassword(dataDir)
            : Effect.succeed(settings.adminPassword),
        unused:
          unused === null
            ? null
            : { password: unused, matches: (phc) => matchesFirstPassword(dataDir, unused, phc) }
      })
      if (admin.password === null || settings.adminPassword !== null) removeFirstPassword(dataDir)
      const listening = yield* Deferred.make<string>()
      const printBannerWhenListening = Effect.gen(function* () {
        const url = yield* Deferred.await(listening)
        // printed once, after the demo's own requests are logged, because the password appears only here
        const printBanner = yield* Effect.cached(say(banner(settings, url, admin, token)))
        if (role !== "all" || !settings.demo) return yield* printBanner
        yield* printProgress("Getting the demo farm ready (DEMO=off starts without one)")
        const { runDemo } = yield* Effect.promise(() => import("../demo/runDemo.ts"))
        return yield* Effect.raceFirst(
          runDemo({ baseUrl: url, token, ready: printBanner }),
          Effect.andThen(Effect.sleep("10 seconds"), Effect.andThen(printBanner, Effect.never))
        )
      })
      const asked = yield* Queue.unbounded<string>()
      const demos = requestedDemos({ listening, asked, token, again: role === "all" && settings.demo })
      return Layer.mergeAll(
        serveLayer(settings, listening, (id) => Effect.asVoid(Queue.offer(asked, id)), held),
        Layer.effectDiscard(Effect.forkScoped(printBannerWhenListening)),
        Layer.effectDiscard(Effect.forkScoped(demos))
      )
    })
  )

/** Returns the layer of the background work of `work` and `all`: jobs, deliveries and connections to sources. */
const workRole = (settings: Settings, { listenLayer, workLayer }: WorkModules, alone: boolean) =>
  Layer.merge(
    workLayer({ ...settings.delivery, publicUrl: settings.publicUrl }, settings.analyses, { alone }),
    listenLayer(settings)
  )

/** Runs a role on a migrated database, with the logins of its rooms. */
const runMigrated = Effect.fnUntraced(function* (
  role: Exclude<Role, "analyse">,
  settings: Settings,
  stderr: OnStderr,
  held: HeldPort | null
) {
  const engine = { tickGraceSeconds: settings.tickGraceSeconds }
  // accounts belong to the roles with an API: other roles do not know the start-up token
  switch (role) {
    case "migrate":
      return yield* say("The database is up to date.\n")
    case "engine": {
      const { engineLayer } = yield* Effect.promise(() => import("../roles/engine.ts"))
      return yield* Layer.launch(announced(role, settings, engineLayer(engine)))
    }
    case "work":
      return yield* Layer.launch(announced(role, settings, workRole(settings, yield* loadWorkModules, true)))
    case "serve":
      return yield* Layer.launch(serveRole(role, settings, yield* loadServeModules, held))
    case "all": {
      const [serveModules, workModules] = yield* Effect.all([loadServeModules, loadWorkModules], {
        concurrency: 2
      })
      return yield* Layer.launch(
        Layer.mergeAll(
          serveRole(role, settings, serveModules, held),
          workRole(settings, workModules, false),
          settings.analyses.modules.length === 0 ? Layer.empty : analyseProcess(settings.analyses),
          engineThreadLayer({
            logLevel: settings.logLevel,
            logFile: logFile(settings, "engine"),
            stderr,
            collector: settings.collector,
            engine
          })
        )
      )
    }
  }
})

const runOnDatabase = (role: Role, settings: Settings, stderr: OnStderr, held: HeldPort | null) =>
  Effect.gen(function* () {
    if (role === "analyse") {
      // analyses yield the processor to the API and the engine
      os.setPriority(os.constants.priority.PRIORITY_LOW)
      // the parent process is gone
      process.once("disconnect", () => process.exit())
      const { analyseLayer } = yield* Effect.promise(() => import("../roles/analyse.ts"))
      // other roles migrate the schema
      return yield* Layer.launch(announced(role, settings, analyseLayer(settings.analyses)))
    }
    const { applied, findLogin } = yield* prepareSchema
    yield* printProgress(schemaOf(applied))
    return yield* Effect.provideService(runMigrated(role, settings, stderr, held), FindLogin, findLogin)
  })

/**
 * Returns the database of a role: the owner's URL; for an analysis process that `all` started, the login of
 * its role alone.
 */
const database = (role: Role, settings: Settings) =>
  role === "analyse" && settings.analysisDatabaseUrl !== null
    ? Layer.merge(
        Layer.succeed(DatabaseUrl, Redacted.make(settings.analysisDatabaseUrl)),
        Layer.succeed(FindLogin, givenLogin)
      )
    : Layer.unwrap(Effect.as(printProgress(databaseOf(settings)), DatabaseUrl.layer))

/**
 * Binds the port of a role with an API before anything else, so that a start without a free port changes
 * nothing.
 */
const portOf = Effect.fnUntraced(function* (role: Role, { host, port }: Settings) {
  if (role !== "all" && role !== "serve") return null
  const { holdPort } = yield* Effect.promise(() => import("../roles/holdPort.ts"))
  return yield* holdPort(host, port)
})

/** `startRole` runs a role until SIGINT or SIGTERM (exit code 0), or until it fails (exit code 1). */
export const startRole = (role: Role, env: NodeJS.ProcessEnv): void => {
  let storage: StoragePlace | null = null
  const program = Effect.flatMap(readSettings(env), (settings) => {
    const { collector, dataDir, databaseUrl, logLevel } = settings
    storage = { dataDir, embedded: databaseUrl === null }
    const stderr = onStderr(settings.logStderr, process.stderr.isTTY)
    const observability = observabilityLayer({
      service: `pugmark-${role}`,
      logLevel,
      logFile: logFile(settings, role),
      stderr,
      collector
    })
    return Effect.flatMap(portOf(role, settings), (held) =>
      Effect.provide(runOnDatabase(role, settings, stderr, held), database(role, settings))
    ).pipe(
      Effect.scoped,
      Effect.provideService(ClusterDirectory, databaseUrl === null ? path.join(dataDir, "pg") : null),
      Effect.provide(Layer.provideMerge(collectWhenIdle(), observability))
    )
  }).pipe(Effect.provideService(Clock.Clock, new DatabaseClock()))
  NodeRuntime.runMain(program, {
    disableErrorReporting: true,
    teardown: (exit, done) => {
      const failed = Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)
      if (failed) process.stderr.write(`Pugmark stopped: ${explainStop(exit.cause, storage)}\n`)
      done(failed ? 1 : 0)
    }
  })
}
