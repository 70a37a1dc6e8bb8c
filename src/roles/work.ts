// The role of background work other than analyses.
import { Effect, Layer } from "effect"
import type { AnalysisSettings } from "../config/Settings.ts"
import { tidyRuns } from "../jobs/tidyRuns.ts"
import { upkeep } from "../jobs/upkeep.ts"
import { pool } from "../store/sql/Pg.ts"
import { RunUpkeepSql } from "../store/analyses/RunUpkeepSql.ts"
import { UpkeepSql } from "../store/jobs/UpkeepSql.ts"
import { beating, forked, telling } from "./running.ts"
import { deliveryLayer, type MessageSettings } from "./delivery.ts"
import { jobsLayer } from "./jobs.ts"

/**
 * Background work other than analyses; `alone`: in a process where nobody answers. Runs are tidied on a
 * connection of their own: whatever holds their tables holds up nothing else.
 */
export const workLayer = (
  settings: MessageSettings,
  analyses: AnalysisSettings,
  { alone }: { readonly alone: boolean }
) =>
  Layer.mergeAll(
    forked(tidyRuns(analyses.timeoutSeconds * 1000, analyses.modules)).pipe(
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
