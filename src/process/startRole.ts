// The start of a role: settings, database, schema, the role's layers, and a few friendly lines for whoever
// started it. What a role works with is loaded when it begins: who computes analyses knows no server.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Clock, Deferred, Effect, Exit, Layer, Queue, Redacted } from "effect"
import * as os from "node:os"
import * as path from "node:path"
import { checkMapStyle } from "./roles/checkMapStyle.ts"
import { engineThreadLayer } from "./roles/engineThread.ts"
import { prepareAccounts, prepareSchema } from "./roles/prepare.ts"
import { requestedDemos } from "./roles/requestedDemos.ts"
import type { HeldPort } from "./api/http/Http.ts"
import { analyseProcess } from "./analyseProcess.ts"
import { banner, logFile, tokenOf } from "./banner.ts"
import { readSettings } from "./config/readSettings.ts"
import type { Role, Settings } from "./config/Settings.ts"
import { explainStop, type Place } from "./explainStop.ts"
import { forgetFirstPassword, keepFirstPassword, readFirstPassword } from "./firstPassword.ts"
import { giveBack } from "./giveBack.ts"
import { type OnStderr, onStderr } from "./log.ts"
import { observed } from "./observed.ts"
import { ClusterDirectory } from "./store/sql/clusterDisk.ts"
import { DatabaseClock } from "./store/sql/DatabaseClock.ts"
import { DatabaseUrl, FindLogin, onlyLogin, place } from "./store/sql/Pg.ts"

const say = (text: string) => Effect.sync(() => void process.stdout.write(text))

/**
 * What is being done, for whoever looks on; nothing depends on it, so programs that read the output are
 * spared it.
 */
const tell = (text: string) => Effect.suspend(() => (process.stdout.isTTY ? say(`  ${text}\n`) : Effect.void))

const databaseOf = ({ databaseUrl, dataDir }: Settings): string =>
  databaseUrl === null
    ? `Starting PostgreSQL in ${path.join(dataDir, "pg")}`
    : `Using the database at ${place(Redacted.make(databaseUrl))}`

const schemaOf = (applied: ReadonlyArray<string>): string =>
  applied.length === 0
    ? "The schema is up to date"
    : `${applied.length} ${applied.length === 1 ? "migration" : "migrations"} applied`

/** A role that has nothing to show says that it runs, once it does. */
const announced = <E, R>(role: Role, settings: Settings, layer: Layer.Layer<never, E, R>) =>
  Layer.effectDiscard(tell(`Running: ${role}. Log: ${logFile(settings, role)}. Ctrl-C stops it.`)).pipe(
    Layer.provideMerge(layer)
  )

// What a role works with is loaded before any of it begins: loading keeps the thread for seconds on a busy
// machine, and the database ends a session that says nothing for five inside a transaction. The demo and what the
// first delivery needs come later: a third of a second, and not everybody's.
const loadServing = Effect.promise(() => import("./roles/serve.ts"))
const loadWorking = Effect.promise(async () => ({
  ...(await import("./roles/work.ts")),
  ...(await import("./roles/listen.ts"))
}))
type Serving = Effect.Success<typeof loadServing>
type Working = Effect.Success<typeof loadWorking>

/**
 * The roles that let people in. They own the accounts: the first admin and the start-up token are theirs to
 * make, and they say which they are.
 */
const welcoming = (
  role: "all" | "serve",
  settings: Settings,
  { serveLayer }: Serving,
  held: HeldPort | null
) =>
  Layer.unwrap(
    Effect.gen(function* () {
      yield* checkMapStyle(settings.map)
      const token = tokenOf(settings)
      const admin = yield* prepareAccounts({
        token,
        fixedToken: settings.adminToken !== null,
        email: settings.adminEmail ?? "admin@localhost",
        password:
          settings.adminPassword === null
            ? keepFirstPassword(settings.dataDir)
            : Effect.succeed(settings.adminPassword),
        unused: settings.adminPassword === null ? readFirstPassword(settings.dataDir) : null
      })
      if (admin.password === null || settings.adminPassword !== null) forgetFirstPassword(settings.dataDir)
      const listening = yield* Deferred.make<string>()
      const greet = Effect.gen(function* () {
        const url = yield* Deferred.await(listening)
        // once, and after the demo's own requests are logged: the password is shown only here
        const once = yield* Effect.cached(say(banner(settings, url, admin, token)))
        if (role !== "all" || !settings.demo) return yield* once
        yield* tell("Getting the demo farm ready (DEMO=off starts without one)")
        const { runDemo } = yield* Effect.promise(() => import("./demo/runDemo.ts"))
        return yield* Effect.raceFirst(
          runDemo({ baseUrl: url, token, ready: once }),
          Effect.andThen(Effect.sleep("10 seconds"), Effect.andThen(once, Effect.never))
        )
      })
      const asked = yield* Queue.unbounded<string>()
      const demos = requestedDemos({ listening, asked, token, again: role === "all" && settings.demo })
      return Layer.mergeAll(
        serveLayer(settings, listening, (id) => Effect.asVoid(Queue.offer(asked, id)), held),
        Layer.effectDiscard(Effect.forkScoped(greet)),
        Layer.effectDiscard(Effect.forkScoped(demos))
      )
    })
  )

/** Whatever is done behind those who answer and who judge. */
const working = (settings: Settings, { listenLayer, workLayer }: Working, alone: boolean) =>
  Layer.merge(
    workLayer({ ...settings.delivery, publicUrl: settings.publicUrl }, settings.analyses, { alone }),
    listenLayer(settings)
  )

/** What a role does once the database is as it should be, with the logins of its rooms. */
const rooms = Effect.fnUntraced(function* (
  role: Exclude<Role, "analyse">,
  settings: Settings,
  stderr: OnStderr,
  held: HeldPort | null
) {
  const engine = { tickGraceSeconds: settings.tickGraceSeconds }
  // accounts are the business of the roles that let people in: another role knows neither their token nor
  // whether it is still the one
  switch (role) {
    case "migrate":
      return yield* say("The database is up to date.\n")
    case "engine": {
      const { engineLayer } = yield* Effect.promise(() => import("./roles/engine.ts"))
      return yield* Layer.launch(announced(role, settings, engineLayer(engine)))
    }
    case "work":
      return yield* Layer.launch(announced(role, settings, working(settings, yield* loadWorking, true)))
    case "serve":
      return yield* Layer.launch(welcoming(role, settings, yield* loadServing, held))
    case "all": {
      const [toServe, toWork] = yield* Effect.all([loadServing, loadWorking], { concurrency: 2 })
      return yield* Layer.launch(
        Layer.mergeAll(
          welcoming(role, settings, toServe, held),
          working(settings, toWork, false),
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

const everything = (role: Role, settings: Settings, stderr: OnStderr, held: HeldPort | null) =>
  Effect.gen(function* () {
    if (role === "analyse") {
      // computing can wait: whatever answers or judges comes first
      os.setPriority(os.constants.priority.PRIORITY_LOW)
      // whoever started it beside itself is gone
      process.once("disconnect", () => process.exit())
      const { analyseLayer } = yield* Effect.promise(() => import("./roles/analyse.ts"))
      // the schema is seen to by the others
      return yield* Layer.launch(announced(role, settings, analyseLayer(settings.analyses)))
    }
    const { applied, findLogin } = yield* prepareSchema
    yield* tell(schemaOf(applied))
    return yield* Effect.provideService(rooms(role, settings, stderr, held), FindLogin, findLogin)
  })

/** The database of a role: the owner's url, or for analyses that `all` started the login of their role alone. */
const database = (role: Role, settings: Settings) =>
  role === "analyse" && settings.analysisDatabaseUrl !== null
    ? Layer.merge(
        Layer.succeed(DatabaseUrl, Redacted.make(settings.analysisDatabaseUrl)),
        Layer.succeed(FindLogin, onlyLogin)
      )
    : Layer.unwrap(Effect.as(tell(databaseOf(settings)), DatabaseUrl.layer))

/** The port of a role that answers: bound first, because a start that cannot answer is to make nothing. */
const portOf = Effect.fnUntraced(function* (role: Role, { host, port }: Settings) {
  if (role !== "all" && role !== "serve") return null
  const { holdPort } = yield* Effect.promise(() => import("./roles/holdPort.ts"))
  return yield* holdPort(host, port)
})

/** Runs a role until it is told to stop. The process exits 0 when told, 1 when it could not go on. */
export const startRole = (role: Role, env: NodeJS.ProcessEnv): void => {
  let at: Place | null = null
  const program = Effect.flatMap(readSettings(env), (settings) => {
    const { collector, dataDir, databaseUrl, logLevel } = settings
    at = { dataDir, embedded: databaseUrl === null }
    const stderr = onStderr(settings.logStderr, process.stderr.isTTY)
    const watched = observed({
      service: `pugmark-${role}`,
      logLevel,
      logFile: logFile(settings, role),
      stderr,
      collector
    })
    return Effect.flatMap(portOf(role, settings), (held) =>
      Effect.provide(everything(role, settings, stderr, held), database(role, settings))
    ).pipe(
      Effect.scoped,
      Effect.provideService(ClusterDirectory, databaseUrl === null ? path.join(dataDir, "pg") : null),
      Effect.provide(Layer.provideMerge(giveBack(), watched))
    )
  }).pipe(Effect.provideService(Clock.Clock, new DatabaseClock()))
  NodeRuntime.runMain(program, {
    disableErrorReporting: true,
    teardown: (exit, done) => {
      const failed = Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)
      if (failed) process.stderr.write(`Pugmark stopped: ${explainStop(exit.cause, at)}\n`)
      done(failed ? 1 : 0)
    }
  })
}
