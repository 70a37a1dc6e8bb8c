// Turns stored reports of unknown devices into records, as intake would have: with the same checks, the same
// statements and their time of arrival. Removing the reports and inserting the records is one transaction.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import type { Item } from "../../domain/intake/Report.ts"
import { refuse } from "../../domain/intake/Report.ts"
import type { KeptDelivery, Outcome, Submission } from "../../intake/ports.ts"
import { receive } from "../../intake/receive.ts"
import { type Claim, KeptReports, type ProcessedReports, type Progress } from "../../jobs/ports.ts"
import { keepProgress } from "../jobs/keepProgress.ts"
import { queueJob } from "../jobs/queueJob.ts"
import { bigints } from "../sql/arrays.ts"
import { attributeRows, lookUp, type Row } from "./attributeRows.ts"
import { makeCatalogue } from "./Catalogue.ts"
import { writeRows } from "./commit.ts"
import { RepeatingSources } from "./RepeatingSources.ts"
import { makeMonths } from "./months.ts"
import { makeRecordIds } from "./RecordIds.ts"
import { summarise, type WriteBatch } from "./WriteBatch.ts"
import { writeTraces } from "./writeTraces.ts"

/** REPORTS_PER_TRANSACTION is how many reports one step stores. */
const REPORTS_PER_TRANSACTION = 1000
/** JOBS_PER_LOOK is how many jobs are queued at a time. */
const JOBS_PER_LOOK = 100

interface KeptRow {
  readonly id: number
  readonly identity_id: string
  readonly source_id: string
  readonly received_at: Date
  readonly report: Item
}

/** A token hash that matches nothing: the credential was checked when the reports arrived. */
const noToken = new Uint8Array(32)

/** KeptOfSource is the stored reports of a data source, oldest first. */
interface KeptOfSource {
  readonly kept: ReadonlyArray<KeptRow>
  readonly delivery: KeptDelivery
}

const bySource = (kept: ReadonlyArray<KeptRow>): ReadonlyArray<KeptOfSource> =>
  [...Map.groupBy(kept, (k) => k.source_id)].map(([sourceId, ofSource]) => ({
    kept: ofSource,
    delivery: {
      credential: { sourceId, tokenHash: noToken },
      items: ofSource.map((k) => k.report),
      receivedAt: ofSource.map((k) => k.received_at.getTime())
    }
  }))

/** One batch per delivery: each was a request of its own, with its own bound on new metrics. */
const batchOf = (submission: Submission, { receivedAt }: KeptDelivery): WriteBatch => ({
  ...submission,
  places: submission.verdicts.map((_, i) => i),
  arrivals: receivedAt,
  size: submission.verdicts.length,
  brought: { metrics: -Infinity }
})

/** KeptReportsSql is the storage of the job that stores reports of devices once they are known. */
export const KeptReportsSql = Layer.effect(
  KeptReports,
  Effect.gen(function* () {
    const pg = yield* PgClient.PgClient
    const months = new Set<string>(),
      ids = makeRecordIds()

    /** Stored reports `k` of identities `u` that belong to a device by now. */
    const keptOf = (deviceId: string | null) => pg`
    device_identities i join unknown_identities u on u.data_source_id = i.data_source_id
      and u.external_id = i.external_id join kept_reports k on k.unknown_identity_id = u.id
    where i.device_id = ${deviceId}::uuid`

    const lookForKnown = Effect.gen(function* () {
      const waitingDevices = yield* pg<{ device_id: string }>`
        select distinct i.device_id
        from unknown_identities u
          join device_identities i on i.data_source_id = u.data_source_id and i.external_id = u.external_id
        where not exists (
          select from jobs j
          where j.device_id = i.device_id and j.kind = 'kept_reports' and j.status in ('queued', 'running')
        )
        limit ${JOBS_PER_LOOK}`
      for (const { device_id } of waitingDevices)
        yield* queueJob(pg, {
          kind: "kept_reports",
          deviceId: device_id,
          from: null,
          to: null,
          userId: null,
          reason: "device_known",
          restSeconds: 0
        })
      return waitingDevices.length
    }).pipe(Effect.orDie, Effect.withSpan("KeptReports.lookForKnown"))

    const survey = Effect.fn("KeptReports.survey")(
      ({ deviceId }: Claim) =>
        Effect.map(
          pg<{ n: number }>`select count(*)::float8 as n from ${keptOf(deviceId)}`,
          ([row]) => row!.n
        ),
      Effect.orDie
    )

    /**
     * Removes the device's identities without stored reports from the unknown ones. Under their locks: a
     * report that is being stored comes first, or starts a new one.
     */
    const forget = Effect.fnUntraced(function* (deviceId: string | null) {
      yield* pg`
        select from unknown_identities u
        where (u.data_source_id, u.external_id) in (
          select data_source_id, external_id from device_identities where device_id = ${deviceId}::uuid
        )
        order by u.data_source_id, u.external_id
        for update`
      yield* pg`
        delete from unknown_identities u
        using device_identities i
        where i.device_id = ${deviceId}::uuid and u.data_source_id = i.data_source_id
          and u.external_id = i.external_id
          and not exists (select from kept_reports k where k.unknown_identity_id = u.id)`
    })

    /** Stores the events of a report without a project in a trace, as of a refused report. */
    const traceEvents = (rows: ReadonlyArray<Row>) =>
      writeTraces(
        pg,
        rows.map(({ at, batch, device, receivedAt }) => ({
          sourceId: batch.credential.sourceId,
          receivedAt,
          refusal: refuse(
            "EVENT_WITHOUT_PROJECT",
            "/events",
            "the events are not stored: the device was in no project at that time"
          ),
          raw: batch.raw[at],
          subject: { external_id: device.externalId },
          deviceId: device.deviceId,
          projectId: null
        }))
      )

    /** Stores the reports of the device as records, removes them, and returns the outcomes. */
    const storeKept = Effect.fnUntraced(function* (
      deviceId: string | null,
      sources: ReadonlyArray<KeptOfSource>,
      batches: ReadonlyArray<WriteBatch>,
      isLast: boolean
    ) {
      const summary = summarise(batches)
      const lookup = yield* lookUp(pg, ids, summary, [])
      const attributed = attributeRows(batches, lookup)
      // an identity that was removed from the device meanwhile keeps its reports
      const rows = attributed.rows.filter((row) => row.device.deviceId === deviceId)
      const keptOfBatch = new Map(batches.map((batch, i) => [batch, sources[i]!.kept]))
      const reportIds = rows.map((row) => keptOfBatch.get(row.batch)![row.at]!.id)
      const refused = batches.flatMap(({ verdicts }, i) =>
        verdicts.flatMap((verdict, at) => (verdict._tag === "Refusal" ? [sources[i]!.kept[at]!.id] : []))
      )
      yield* pg`delete from kept_reports where id = any(${bigints([...reportIds, ...refused])})`
      // intake locks the identity before the log, so this comes before the log too
      if (isLast) yield* forget(deviceId)
      const { outcomes } = yield* writeRows(
        pg,
        { catalogue: makeCatalogue(), repeating: new RepeatingSources() },
        { batches, rows, unknown: [] },
        summary.hasActivity,
        lookup.newIds
      )
      const outcomeOf = ({ at, batch }: Row): Outcome => outcomes.get(batch)![at]!
      yield* traceEvents(
        rows.filter((row) => {
          const { code, status } = outcomeOf(row)
          return code === "EVENT_WITHOUT_PROJECT" && status === "accepted"
        })
      )
      return [...rows.map(outcomeOf), ...refused.map((): Outcome => ({ status: "rejected" }))]
    })

    const process = Effect.fn("KeptReports.process")(
      function* (claim: Claim, next: (done: ProcessedReports) => Progress) {
        const keptRows = yield* pg<KeptRow>`
          select k.id::float8 as id,
            u.id as identity_id,
            u.data_source_id as source_id,
            k.received_at, k.report
          from ${keptOf(claim.deviceId)}
          order by k.report_time, k.id
          limit ${REPORTS_PER_TRANSACTION}`
        const sources = bySource(keptRows)

        const store = Effect.fnUntraced(function* (submissions: ReadonlyArray<Submission>) {
          const batches = submissions.map((submission, i) => batchOf(submission, sources[i]!.delivery))
          yield* makeMonths(pg, months, summarise(batches))
          return yield* pg.withTransaction(
            Effect.gen(function* () {
              const outcomes =
                keptRows.length === 0
                  ? yield* Effect.as(forget(claim.deviceId), [])
                  : yield* storeKept(
                      claim.deviceId,
                      sources,
                      batches,
                      keptRows.length < REPORTS_PER_TRANSACTION
                    )
              const left = keptRows.length === REPORTS_PER_TRANSACTION && outcomes.length > 0
              const of = (status: Outcome["status"]) => outcomes.filter((o) => o.status === status).length
              const progress = next({
                reports: outcomes.length,
                accepted: of("accepted"),
                duplicates: of("duplicate"),
                rejected: of("rejected"),
                left
              })
              yield* keepProgress(pg, claim, progress)
              return { progress, left }
            })
          )
        })

        const { stored } = yield* receive(
          // their clocks were checked when they arrived, and all of them are readable
          { maxFutureMs: Infinity, store, traceMessage: () => Effect.void },
          sources.map(({ delivery }) => delivery)
        )
        return stored
      },
      Effect.catchTag("SqlError", Effect.die)
    )

    return KeptReports.of({ lookForKnown, survey, process })
  })
)
