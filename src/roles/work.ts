// The role of background work other than analyses.
import { Effect, Layer } from "effect"
import type { AnalysisSettings } from "../config/Settings.ts"
import { tidyRuns } from "../jobs/tidyRuns.ts"
import { upkeep } from "../jobs/upkeep.ts"
import { pool } from "../store/sql/Pg.ts"
import { RunUpkeepSql } from "../store/analyses/RunUpkeepSql.ts"
import { UpkeepSql } from "../store/jobs/UpkeepSql.ts"
import { heartbeat, inBackground, reportMetrics } from "./background.ts"
import { deliveryLayer, type MessageSettings } from "./delivery.ts"
import { jobsLayer } from "./jobs.ts"

/**
 * Background work other than analyses; `alone`: in a process that serves no API. Runs are tidied on a
 * connection of their own, so that a lock on their tables blocks nothing else.
 */
export const workLayer = (
  settings: MessageSettings,
  analyses: AnalysisSettings,
  { alone }: { readonly alone: boolean }
) =>
  Layer.mergeAll(
    inBackground(tidyRuns(analyses.timeoutSeconds * 1000, analyses.modules)).pipe(
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
      inBackground(upkeep).pipe(Layer.provide(UpkeepSql)),
      heartbeat("work", Effect.succeed({})),
      alone ? reportMetrics("work") : Layer.empty
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
