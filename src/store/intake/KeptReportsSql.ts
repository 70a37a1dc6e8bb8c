// Kept reports become records as intake would have made them: the same judgement, the same statements, with
// the arrival they had. What is taken out of the kept ones and what is stored is one transaction.
import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Layer } from "effect"
import { accept } from "../../domain/intake/accept.ts"
import type { Item } from "../../domain/intake/Report.ts"
import { refuse } from "../../domain/intake/Report.ts"
import { type Claim, KeptReports, type Processed, type Progress } from "../../jobs/ports.ts"
import { bigints } from "../sql/arrays.ts"
import { gather, type Row } from "./Batch.ts"
import { makeCatalogue } from "./Catalogue.ts"
import { store } from "./commit.ts"
import { identify } from "./identify.ts"
import { lookUp } from "./lookUp.ts"
import { makeMonths } from "./months.ts"
import type { Outcome, Part } from "./Part.ts"
import { writeTraces } from "./writeTraces.ts"
import { keepProgress } from "../jobs/keepProgress.ts"
import { queueJob } from "../jobs/queueJob.ts"

/** Reports of one transaction. */
const CHUNK = 1000
/** Jobs queued at a look. */
const MANY = 100

interface KeptRow {
  readonly id: number
  readonly identity_id: string
  readonly source_id: string
  readonly received_at: Date
  readonly report: Item
}

/** Nobody comes in with these: the pass was looked at when they came. */
const noToken = new Uint8Array(32)

/** Rows by the part they are of, in the order they were kept in. */
const partsOf = (kept: ReadonlyArray<KeptRow>, now: number): ReadonlyMap<Part, ReadonlyArray<KeptRow>> =>
  new Map(
    [...Map.groupBy(kept, (k) => k.source_id)].map(([sourceId, list]) => {
      // whoever kept them had read them, and judged their clocks by their arrival
      const verdicts = list.map((k) => accept(k.report, k.received_at.getTime(), Infinity))
      const places = list.map((_, i) => i)
      // they came in requests of their own, each with new metrics of its own
      const brought = { metrics: -Infinity },
        raw = list.map((k) => k.report)
      return [
        {
          pass: { sourceId, tokenHash: noToken },
          receivedAt: now,
          verdicts,
          raw,
          places,
          size: list.length,
          brought
        },
        list
      ]
    })
  )

export const KeptReportsSql = Layer.effect(
  KeptReports,
  Effect.gen(function* () {
    const pg = yield* PgClient.PgClient
    const months = new Set<string>()

    /** Kept reports `k` of identities `u` that are names of a device by now. */
    const keptOf = (deviceId: string | null) => pg`
    device_identities i join unknown_identities u on u.data_source_id = i.data_source_id
      and u.external_id = i.external_id join kept_reports k on k.unknown_identity_id = u.id
    where i.device_id = ${deviceId}::uuid`

    const lookForKnown = Effect.gen(function* () {
      const known = yield* pg<{ device_id: string }>`
        select distinct i.device_id
        from unknown_identities u
          join device_identities i on i.data_source_id = u.data_source_id and i.external_id = u.external_id
        where not exists (
          select from jobs j
          where j.device_id = i.device_id and j.kind = 'kept_reports' and j.status in ('queued', 'running')
        )
        limit ${MANY}`
      for (const { device_id } of known)
        yield* queueJob(pg, {
          kind: "kept_reports",
          deviceId: device_id,
          from: null,
          to: null,
          userId: null,
          restSeconds: 0
        })
      return known.length
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
     * Identities of the device that nothing is kept of any more are not unknown. Under their locks: a report
     * that is being kept comes first, or begins anew.
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

    /** A report whose events belong nowhere keeps them in a trace, as one that was refused does. */
    const traceEvents = Effect.fnUntraced(function* (rows: ReadonlyArray<Row>) {
      const lost = rows.filter(
        (row) =>
          row.outcomes[row.at]!.code === "EVENT_WITHOUT_PROJECT" &&
          row.outcomes[row.at]!.status === "accepted"
      )
      yield* writeTraces(
        pg,
        lost.map(({ at, device, part, receivedAt }) => ({
          sourceId: part.pass.sourceId,
          receivedAt,
          refusal: refuse(
            "EVENT_WITHOUT_PROJECT",
            "/events",
            "the events are not stored: the device was in no project at that time"
          ),
          raw: part.raw[at],
          subject: { external_id: device.externalId },
          deviceId: device.deviceId,
          projectId: null
        }))
      )
    })

    const process = Effect.fn("KeptReports.process")(
      function* (claim: Claim, next: (done: Processed) => Progress) {
        const kept = yield* pg<KeptRow>`
          select k.id::float8 as id,
            u.id as identity_id,
            u.data_source_id as source_id,
            k.received_at, k.report
          from ${keptOf(claim.deviceId)}
          order by k.report_time, k.id
          limit ${CHUNK}`
        const parts = partsOf(kept, yield* Clock.currentTimeMillis),
          batch = gather([...parts.keys()])
        yield* makeMonths(pg, months, batch)
        return yield* pg.withTransaction(
          Effect.gen(function* () {
            const outcomes: Array<Outcome> = []
            if (kept.length > 0) {
              yield* identify(pg, batch)
              // a name that was taken from the device meanwhile keeps its reports
              const rows = batch.rows.filter((row) => row.device.deviceId === claim.deviceId)
              const own = new Set(rows.map((row) => parts.get(row.part)![row.at]!.id))
              const refused = [...parts].flatMap(([part, list]) =>
                part.verdicts.flatMap((verdict, at) => (verdict._tag === "Refusal" ? [list[at]!.id] : []))
              )
              yield* pg`delete from kept_reports where id = any(${bigints([...own, ...refused])})`
              // whoever keeps a report locks its identity before the log, so this comes before the log too
              if (kept.length < CHUNK) yield* forget(claim.deviceId)
              const { numbers } = yield* lookUp(pg, batch, [])
              for (const row of rows) row.receivedAt = parts.get(row.part)![row.at]!.received_at.getTime()
              yield* store(pg, { catalogue: makeCatalogue(), months }, { ...batch, rows }, numbers)
              yield* traceEvents(rows)
              outcomes.push(
                ...rows.map((row) => row.outcomes[row.at]!),
                ...refused.map((): Outcome => ({ status: "rejected" }))
              )
            } else yield* forget(claim.deviceId)
            const left = kept.length === CHUNK && outcomes.length > 0
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
      },
      Effect.catchTag("SqlError", Effect.die)
    )

    return KeptReports.of({ lookForKnown, survey, process })
  })
)
