// The wiring: one Layer per role, each with the connections its rooms need. `all` starts them in one process
// for one machine.
import { Deferred, Effect, Layer, Redacted, Stream } from "effect"
import * as HttpServer from "effect/http/HttpServer"
import { hostname } from "node:os"
import { inspect } from "node:util"
import { Worker } from "node:worker_threads"
import { uuid7 } from "./store/sql/uuid7.ts"
import { ApiStores } from "./api/http/ApiStores.ts"
import { httpLayer } from "./api/http/Http.ts"
import { AnalysisPolicy } from "./api/analyses/AnalysisPolicy.ts"
import { HealthPolicy } from "./api/groups/diagnostics.ts"
import { InboxLive } from "./api/ingest/inbox.ts"
import { CostLimits } from "./api/http/Spending.ts"
import { AllowPrivateWebhooks } from "./api/groups/webhookPolicy.ts"
import type { AnalysisSettings, DeliverySettings, Settings } from "./config.ts"
import { Dispatcher } from "./delivery/Dispatcher.ts"
import { linkChats } from "./delivery/LinkChats.ts"
import { Channels } from "./delivery/ports.ts"
import { Engine, type EngineOptions } from "./engine/live/Engine.ts"
import { Ids } from "./engine/ports.ts"
import { attribution } from "./jobs/attribution.ts"
import { exportFile } from "./jobs/exportFile.ts"
import { jobWorker } from "./jobs/JobWorker.ts"
import { followKept, keptReports } from "./jobs/keptReports.ts"
import { Heartbeat, Workbooks } from "./jobs/ports.ts"
import { tidyRuns } from "./jobs/tidyRuns.ts"
import { upkeep } from "./jobs/upkeep.ts"
import { listen, type Pace } from "./listeners/listen.ts"
import type { OnStderr } from "./log.ts"
import { runWorker } from "./runner/RunWorker.ts"
import { Alerts } from "./store/events/Alerts.ts"
import { AttributionSql } from "./store/jobs/AttributionSql.ts"
import { DeliverySql } from "./store/delivery/DeliverySql.ts"
import { Events } from "./store/events/Events.ts"
import { ExportFilesSql } from "./store/exports/ExportFilesSql.ts"
import { FactsSql } from "./store/engine/FactsSql.ts"
import { HistorySql } from "./store/engine/HistorySql.ts"
import { type FirstStart, firstStart } from "./store/access/FirstStart.ts"
import { Intake, type IntakeOptions } from "./store/intake/Intake.ts"
import { JobQueueSql } from "./store/jobs/JobQueueSql.ts"
import { JournalSql } from "./store/engine/JournalSql.ts"
import { KeptReportsSql } from "./store/intake/KeptReportsSql.ts"
import { ObservationFeed } from "./store/engine/ObservationFeed.ts"
import { LateSpansSql } from "./store/engine/LateSpansSql.ts"
import { OwnershipSql } from "./store/engine/OwnershipSql.ts"
import { type DatabaseError, type DatabaseRole, loginOf, pool } from "./store/sql/Pg.ts"
import { prepareDatabase } from "./store/sql/prepareDatabase.ts"
import { RunQueueSql } from "./store/analyses/RunQueueSql.ts"
import { Runs } from "./store/analyses/Runs.ts"
import { RunUpkeepSql } from "./store/analyses/RunUpkeepSql.ts"
import { RuleBookSql } from "./store/engine/RuleBookSql.ts"
import { SourceSecrets } from "./store/intake/SourceSecrets.ts"
import { SubscriptionsSql } from "./store/intake/SubscriptionsSql.ts"
import { DataDirectory } from "./store/system/SystemFacts.ts"
import { TracksSql } from "./store/analyses/TracksSql.ts"
import { TelegramLinksSql } from "./store/delivery/TelegramLinksSql.ts"
import { HeartbeatSql, UpkeepSql } from "./store/jobs/UpkeepSql.ts"
import { TELLS, toldMetrics } from "./store/system/WorkerMetrics.ts"

/** This process among others on the database. */
const me = `${hostname()}:${process.pid}`

const forked = <E, R>(work: Effect.Effect<unknown, E, R>) => Layer.effectDiscard(Effect.forkScoped(work))

/** Says every five seconds that a role is alive, and how it does. */
const beating = (role: string, detail: Effect.Effect<object>) =>
  forked(
    Effect.gen(function* () {
      const { beat } = yield* Heartbeat
      for (;;) {
        yield* Effect.ignoreCause(Effect.flatMap(detail, (said) => beat(role, said)))
        yield* Effect.sleep("5 seconds")
      }
    })
  ).pipe(Layer.provide(HeartbeatSql(me)))

/** Tells what this process or thread counts: for those where nobody answers `/metrics`. */
const telling = (role: string) => beating(`${role}${TELLS}`, toldMetrics)

/** Judges what ingest stored. Several may run: one owns the log, the others wait. */
export const engineLayer = (options: EngineOptions) =>
  Layer.unwrap(
    Effect.map(Engine, (engine) =>
      Layer.mergeAll(forked(engine.run), beating("engine", engine.progress), telling("engine"))
    )
  ).pipe(
    Layer.provide(Engine.layer(options)),
    Layer.provide(
      Layer.mergeAll(
        ObservationFeed,
        RuleBookSql,
        FactsSql,
        HistorySql,
        LateSpansSql,
        JournalSql,
        OwnershipSql(me),
        Layer.succeed(Ids, { next: uuid7 })
      )
    ),
    Layer.provide(
      pool({
        role: "pugmark_engine",
        maxConnections: 4,
        applicationName: "pugmark engine",
        statementTimeoutMs: 120_000
      })
    )
  )

/** What the engine's thread is started with. */
export interface EngineThread {
  /** the login of the engine's role */
  readonly databaseUrl: string
  readonly logLevel: Settings["logLevel"]
  readonly logFile: string
  readonly stderr: OnStderr
  readonly collector: Settings["collector"]
  readonly engine: EngineOptions
}

/** One life of the thread: until it is told to end, or ends by itself. Why it did. */
const liveThread = (started: EngineThread) =>
  Effect.scoped(
    Effect.gen(function* () {
      const ended = yield* Deferred.make<string>()
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          const thread = new Worker(new URL("./engineThread.ts", import.meta.url), { workerData: started })
          thread.once("error", (error) =>
            Deferred.doneUnsafe(
              ended,
              Effect.succeed(error instanceof Error ? error.message : inspect(error))
            )
          )
          thread.once("exit", (code) => Deferred.doneUnsafe(ended, Effect.succeed(`exit code ${code}`)))
          return thread
        }),
        (thread) =>
          Effect.suspend(() => {
            // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; this is a thread
            thread.postMessage("end")
            return Effect.andThen(
              Effect.timeoutOption(Deferred.await(ended), "3 seconds"),
              Effect.promise(() => thread.terminate())
            )
          })
      )
      return yield* Deferred.await(ended)
    })
  )

/** The engine in a thread beside this one. It is given the login of its role, and not the owner's. */
export const engineThreadLayer = (options: Omit<EngineThread, "databaseUrl">) =>
  forked(
    loginOf("pugmark_engine").pipe(
      Effect.flatMap((url) => liveThread({ ...options, databaseUrl: Redacted.value(url) })),
      Effect.catch(({ message }: DatabaseError) => Effect.succeed(message)),
      Effect.flatMap((reason) =>
        Effect.logError("the engine's thread ended and is started again", { reason })
      ),
      Effect.andThen(Effect.sleep("1 second")),
      Effect.forever
    )
  )

/**
 * Automations: events become deliveries, deliveries go out, and the bot is listened to. The clients of the
 * world are loaded only here.
 */
export const deliveryLayer = (settings: DeliverySettings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { openChannels } = yield* Effect.promise(() => import("./delivery/channels/openChannels.ts"))
      const { bot, channels } = yield* openChannels(settings)
      const dispatching = Layer.unwrap(
        Effect.map(Dispatcher, ({ progress, run }) => Layer.merge(forked(run), beating("delivery", progress)))
      ).pipe(Layer.provide(Dispatcher.layer), Layer.provide(Layer.succeed(Channels, channels)))
      return bot === null ? dispatching : Layer.merge(dispatching, forked(linkChats(bot)))
    })
  ).pipe(
    Layer.provide(DeliverySql.pipe(Layer.provide(Layer.mergeAll(Alerts.layer, Events.layer)))),
    Layer.provide(TelegramLinksSql(me)),
    Layer.provide(
      pool({
        role: "pugmark_work",
        maxConnections: 5,
        applicationName: "pugmark delivery",
        statementTimeoutMs: 30_000
      })
    )
  )

/** Computes analyses, in threads of this process. Several processes may run; each takes its own runs. */
export const analyseLayer = (settings: AnalysisSettings) =>
  Layer.merge(
    forked(
      runWorker(
        {
          concurrency: settings.concurrency,
          timeoutMs: settings.timeoutSeconds * 1000,
          heapMb: settings.memoryMb,
          totalMb: settings.memoryMb,
          entry: new URL("../sandbox/main.ts", import.meta.url)
        },
        settings.modules
      )
    ),
    beating("analyse", Effect.succeed({}))
  ).pipe(
    Layer.provide([
      RunQueueSql(me),
      TracksSql({ maxFixes: settings.maxFixes, statementTimeoutMs: settings.statementTimeoutSeconds * 1000 })
    ]),
    Layer.provide(
      pool({
        role: "pugmark_analysis",
        maxConnections: 2 + settings.concurrency,
        applicationName: "pugmark analyse",
        statementTimeoutMs: settings.statementTimeoutSeconds * 1000
      })
    )
  )

/** The writer of workbooks, loaded when the first is written. */
const WorkbooksLive = Layer.succeed(Workbooks, {
  sheet: (name, columns, pages) =>
    Stream.unwrap(
      Effect.map(
        Effect.promise(() => import("./api/write/sheet.ts")),
        ({ sheetOf }) => sheetOf(name, columns, pages)
      )
    )
})

/** Works on jobs, one at a time. Several may run: each takes its own. A kind of job is a line here. */
const shortJobs = Layer.merge(
  forked(Effect.flatMap(Effect.all([attribution, keptReports]), jobWorker)),
  forked(followKept)
).pipe(Layer.provide([JobQueueSql(me), AttributionSql, KeptReportsSql]))

/** Writes files, which may take long: nothing else waits for them. */
const longJobs = forked(Effect.flatMap(Effect.all([exportFile]), jobWorker)).pipe(
  Layer.provide([JobQueueSql(me), ExportFilesSql, WorkbooksLive])
)

export const jobsLayer = Layer.merge(shortJobs, longJobs).pipe(
  Layer.provide(
    pool({
      role: "pugmark_work",
      maxConnections: 6,
      applicationName: "pugmark jobs",
      statementTimeoutMs: 300_000
    })
  )
)

/**
 * Background work other than analyses; `alone`: in a process where nobody answers. Runs are tidied on a
 * connection of their own: whatever holds their tables holds up nothing else.
 */
export const workLayer = (
  settings: DeliverySettings,
  analyses: AnalysisSettings,
  { alone }: { readonly alone: boolean }
) =>
  Layer.mergeAll(
    forked(tidyRuns(analyses.timeoutSeconds * 1000)).pipe(
      Layer.provide(RunUpkeepSql),
      Layer.provide(
        pool({
          role: "pugmark_work",
          maxConnections: 1,
          applicationName: "pugmark tidy runs",
          statementTimeoutMs: 60_000
        })
      )
    ),
    Layer.mergeAll(
      forked(upkeep).pipe(Layer.provide(UpkeepSql)),
      beating("work", Effect.succeed({})),
      alone ? telling("work") : Layer.empty
    ).pipe(
      Layer.provide(
        pool({
          role: "pugmark_work",
          maxConnections: 3,
          applicationName: "pugmark work",
          statementTimeoutMs: 600_000
        })
      )
    ),
    jobsLayer,
    deliveryLayer(settings)
  )

/**
 * Listens to the brokers of data sources. Several may run: each source is one's at a time. The client of
 * brokers is loaded only here.
 */
export const listenLayer = (options: IntakeOptions, pace?: Pace) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { connectMqtt } = yield* Effect.promise(() => import("./listeners/mqtt/connectMqtt.ts"))
      return Layer.unwrap(
        Effect.map(listen(connectMqtt, pace), ({ progress, run }) =>
          Layer.merge(forked(run), beating("listen", progress))
        )
      )
    })
  ).pipe(
    Layer.provide([InboxLive, SubscriptionsSql(me)]),
    Layer.provide(Intake.layer(options)),
    Layer.provide(
      pool({
        role: "pugmark_ingest",
        maxConnections: 4,
        applicationName: "pugmark listen",
        statementTimeoutMs: 10_000
      })
    )
  )

/** The API on its port; completes `listening` with the address it got. */
export const serveLayer = (settings: Settings, listening: Deferred.Deferred<string>) =>
  Layer.merge(
    beating("serve", Effect.succeed({})),
    Layer.effectDiscard(
      Effect.gen(function* () {
        const { address } = yield* HttpServer.HttpServer
        const port = address._tag === "UnixPathAddress" ? settings.port : address.port
        yield* Deferred.succeed(
          listening,
          settings.publicUrl ??
            `http://${settings.host === "0.0.0.0" || settings.host === "::" ? "localhost" : settings.host}:${port}`
        )
      })
    )
  ).pipe(
    Layer.provide(
      httpLayer({
        port: settings.port,
        host: settings.host,
        publicUrl: settings.publicUrl ?? "http://localhost",
        trustedHosts: settings.trustedHosts,
        corsOrigins: settings.corsOrigins,
        sessions: settings.sessions
      })
    ),
    Layer.provide(
      Layer.merge(Intake.layer(settings), SourceSecrets.layer).pipe(
        Layer.provide(
          pool({
            role: "pugmark_ingest",
            maxConnections: 4,
            applicationName: "pugmark ingest",
            statementTimeoutMs: 10_000
          })
        )
      )
    ),
    Layer.provide(
      Runs.layer.pipe(
        Layer.provide(
          pool({
            role: "pugmark_api",
            maxConnections: 3,
            applicationName: "pugmark analyses",
            statementTimeoutMs: 120_000
          })
        )
      )
    ),
    Layer.provide(ApiStores.pipe(Layer.provide(Layer.succeed(DataDirectory, settings.dataDir)))),
    Layer.provide([
      Layer.succeed(AnalysisPolicy, settings.analyses),
      Layer.succeed(HealthPolicy, {
        maxUnreadRows: settings.maxUnreadRows,
        maxUnreadRowsPerProject: settings.maxUnreadRowsPerProject,
        analyses: settings.analyses.modules.length > 0
      })
    ]),
    Layer.provide(Layer.succeed(CostLimits, settings.costs)),
    Layer.provide(Layer.succeed(AllowPrivateWebhooks, settings.delivery.webhookAllowPrivate)),
    Layer.provide(
      pool({
        role: "pugmark_api",
        maxConnections: 10,
        applicationName: "pugmark api",
        statementTimeoutMs: 120_000
      })
    )
  )

const setUp = <A, E, R>(role: DatabaseRole, work: Effect.Effect<A, E, R>) =>
  Effect.provide(
    work,
    pool({ role, maxConnections: 1, applicationName: "pugmark setup", statementTimeoutMs: 600_000 })
  )

/** The schema, roles and rights that this program needs: the last that is done as the owner of the database. */
export const prepareSchema = setUp(
  null,
  Effect.tap(prepareDatabase, ({ applied, granted, logins }) =>
    granted || applied.length + logins.length > 0
      ? Effect.logInfo("the database is up to date", { applied, logins, granted })
      : Effect.void
  )
)

/** Where nobody can log in yet, the first admin; and the start-up token. Returns what a person has to be told. */
export const prepareAccounts = (first: FirstStart) => setUp("pugmark_api", firstStart(first))
