// The part of background work that people asked for: a kind of job is a line here.
import { Effect, Layer } from "effect"
import { sheetOf } from "../api/write/sheet.ts"
import { attribution } from "../jobs/attribution.ts"
import { exportFile } from "../jobs/exportFile.ts"
import { importRemoval } from "../jobs/importRemoval.ts"
import { jobWorker } from "../jobs/JobWorker.ts"
import { followKept, keptReports } from "../jobs/keptReports.ts"
import { Workbooks } from "../jobs/ports.ts"
import { AttributionSql } from "../store/jobs/AttributionSql.ts"
import { ExportFilesSql } from "../store/exports/ExportFilesSql.ts"
import { JobQueueSql } from "../store/jobs/JobQueueSql.ts"
import { ImportRemovalsSql } from "../store/intake/imports/ImportRemovalsSql.ts"
import { KeptReportsSql } from "../store/intake/KeptReportsSql.ts"
import { pool } from "../store/sql/Pg.ts"
import { forked, me } from "./running.ts"

/** Works on jobs, one at a time. Several may run: each takes its own. A kind of job is a line here. */
const shortJobs = Layer.merge(
  forked(Effect.flatMap(Effect.all([attribution, keptReports]), jobWorker)),
  forked(followKept)
).pipe(Layer.provide([JobQueueSql(me, "curation.job_requested"), AttributionSql, KeptReportsSql]))

/** Writes files, which may take long: nothing else waits for them. */
const longJobs = forked(Effect.flatMap(Effect.all([exportFile]), jobWorker)).pipe(
  Layer.provide([
    JobQueueSql(me, "export.requested"),
    ExportFilesSql,
    Layer.succeed(Workbooks, { sheet: sheetOf })
  ])
)

/** Takes imports back: half a million records are minutes. */
const removals = forked(Effect.flatMap(Effect.all([importRemoval]), jobWorker)).pipe(
  Layer.provide([JobQueueSql(me, "curation.job_requested"), ImportRemovalsSql])
)

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
