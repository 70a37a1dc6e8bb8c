// The part of background work that users request: each kind of job is a line here.
import { Effect, Layer } from "effect"
import { sheetOf } from "../api/write/sheetOf.ts"
import { attribution } from "../jobs/attribution.ts"
import { exportFile } from "../jobs/exportFile.ts"
import { importRemoval } from "../jobs/importRemoval.ts"
import { jobWorker } from "../jobs/JobWorker.ts"
import { followKeptReports, keptReports } from "../jobs/keptReports.ts"
import { Workbooks } from "../jobs/ports.ts"
import { AttributionSql } from "../store/jobs/AttributionSql.ts"
import { ExportFilesSql } from "../store/exports/ExportFilesSql.ts"
import { JobQueueSql } from "../store/jobs/JobQueueSql.ts"
import { ImportRemovalsSql } from "../store/intake/imports/ImportRemovalsSql.ts"
import { KeptReportsSql } from "../store/intake/KeptReportsSql.ts"
import { pool } from "../store/sql/Pg.ts"
import { inBackground, workerName } from "./background.ts"

/**
 * Runs short jobs, one at a time. Several workers may run: each takes its own jobs. A kind of job is a line
 * here.
 */
const shortJobs = Layer.merge(
  inBackground(Effect.flatMap(Effect.all([attribution, keptReports]), jobWorker)),
  inBackground(followKeptReports)
).pipe(Layer.provide([JobQueueSql(workerName, "curation.job_requested"), AttributionSql, KeptReportsSql]))

/** Writes files in a worker of its own, because they may take long. */
const longJobs = inBackground(Effect.flatMap(Effect.all([exportFile]), jobWorker)).pipe(
  Layer.provide([
    JobQueueSql(workerName, "export.requested"),
    ExportFilesSql,
    Layer.succeed(Workbooks, { sheet: sheetOf })
  ])
)

/** Removes imports in a worker of its own: half a million records take minutes. */
const removals = inBackground(Effect.flatMap(Effect.all([importRemoval]), jobWorker)).pipe(
  Layer.provide([JobQueueSql(workerName, "curation.job_requested"), ImportRemovalsSql])
)

/** All workers of jobs. */
export const jobsLayer = Layer.mergeAll(shortJobs, longJobs, removals).pipe(
  Layer.provide(
    pool({
      role: "pugmark_work",
      maxConnections: 6,
      applicationName: "pugmark jobs",
      statementTimeoutMs: 300_000
    })
  )
)
