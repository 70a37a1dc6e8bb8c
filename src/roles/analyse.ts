// The role that computes analyses.
import { Effect, Layer } from "effect"
import type { AnalysisSettings } from "../config/Settings.ts"
import { runWorker } from "../runner/RunWorker.ts"
import { pool } from "../store/sql/Pg.ts"
import { RunQueueSql } from "../store/analyses/RunQueueSql.ts"
import { TracksSql } from "../store/analyses/TracksSql.ts"
import { heartbeat, inBackground, workerName } from "./background.ts"

/** Computes analyses, in threads of this process. Several processes may run; each takes its own runs. */
export const analyseLayer = (settings: AnalysisSettings) =>
  Layer.merge(
    inBackground(
      runWorker(
        {
          concurrency: settings.concurrency,
          timeoutMs: settings.timeoutSeconds * 1000,
          heapMb: settings.memoryMb,
          totalMb: settings.memoryMb,
          entry: new URL("../../sandbox/main.ts", import.meta.url)
        },
        settings.modules
      )
    ),
    heartbeat("analyse", Effect.succeed({}))
  ).pipe(
    Layer.provide([
      RunQueueSql(workerName),
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
