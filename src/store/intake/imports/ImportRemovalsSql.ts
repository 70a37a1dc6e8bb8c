// The job that takes an import back, in SQL. A chunk of records goes under the locks of their devices: intake waits
// that long. What is noted of it goes in the same transaction, so that what is left in the notes is left to do.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { type Claim, ImportRemovals, type Progress, type RemovedRecords } from "../../../jobs/ports.ts"
import { keepProgress } from "../../jobs/keepProgress.ts"
import { type ChangedPast, noteSpans } from "../../jobs/noteSpans.ts"
import { bigints, uuids } from "../../sql/arrays.ts"
import { type NotedBatch, removeRecords as removeNoted } from "./removeRecords.ts"
import { removeCreations as removeMade } from "./removeCreations.ts"
import type { RemovalParameters } from "./RemovalRequests.ts"

/** Records of one chunk: some tenths of a second. */
const CHUNK = 4000
/** Notes that are read for a chunk: those of empty pieces are many. */
const NOTES = 200

/** What a job of this kind was given. */
export const parametersOf = ({ parameters }: Claim): RemovalParameters =>
  parameters as unknown as RemovalParameters // written by RemovalRequests.ask

export const ImportRemovalsSql = Layer.effect(
  ImportRemovals,
  Effect.gen(function* () {
    const pg = yield* PgClient.PgClient

    const survey = Effect.fn("ImportRemovals.survey")(function* (claim: Claim) {
      const [row] = yield* pg<{ n: number }>`
        select coalesce(sum(positions + measurements + states), 0)::float8 as n
        from import_batches
        where import_id = ${parametersOf(claim).import_id}::uuid`
      return row!.n
    }, Effect.orDie)

    /** The newest notes, as many as a chunk has room for, and at least one. */
    const nextNotes = Effect.fnUntraced(function* (importId: string) {
      const found = yield* pg<NotedBatch>`
        select id::float8 as id, batch_id::float8 as batch, device_id as device, from_time as from, to_time as to,
          positions + measurements + states as size
        from import_batches
        where import_id = ${importId}::uuid
        order by id desc
        limit ${NOTES}`
      let size = 0
      const fitting = found.filter((note, at) => (size += note.size) <= CHUNK || at === 0)
      return { notes: fitting, left: fitting.length < found.length || found.length === NOTES }
    })

    const removeChunk = Effect.fnUntraced(function* (importId: string) {
      const { left, notes } = yield* nextNotes(importId)
      const removed = { positions: 0, measurements: 0, states: 0 }
      const pasts: Array<ChangedPast> = []
      yield* pg`
        select from devices where id = any(${uuids(notes.map((n) => n.device))}) order by id for update`
      for (const note of notes) {
        const { counts, pasts: changed } = yield* removeNoted(pg, note)
        removed.positions += counts.positions
        removed.measurements += counts.measurements
        removed.states += counts.states
        pasts.push(...changed)
      }
      yield* noteSpans(pg, pasts, "removal")
      yield* pg`delete from import_batches where id = any(${bigints(notes.map((n) => n.id))})`
      return { ...removed, left } satisfies RemovedRecords
    })

    const removeRecords = Effect.fn("ImportRemovals.removeRecords")(
      (claim: Claim, next: (removed: RemovedRecords) => Progress) =>
        pg
          .withTransaction(
            Effect.gen(function* () {
              const progress = next(yield* removeChunk(parametersOf(claim).import_id))
              yield* keepProgress(pg, claim, progress)
              return progress
            })
          )
          .pipe(Effect.catchTag("SqlError", Effect.die))
    )

    const isJudged = Effect.fn("ImportRemovals.isJudged")(function* (claim: Claim) {
      const waiting = yield* pg`
        select from late_spans l
        where l.replayed_at is null and l.project_id = ${claim.projectId}::uuid and l.subject_id in (
          select c.object_id
          from import_creations c
          where c.import_id = ${parametersOf(claim).import_id}::uuid and c.kind in ('entity', 'device')
        )
        limit 1`
      return waiting.length === 0
    }, Effect.orDie)

    const removeCreations = Effect.fn("ImportRemovals.removeCreations")((claim: Claim, before: Progress) =>
      pg
        .withTransaction(
          Effect.gen(function* () {
            const { left, progress } = yield* removeMade(pg, claim, parametersOf(claim), before)
            yield* keepProgress(pg, claim, progress)
            return { progress, left }
          })
        )
        .pipe(Effect.catchTag("SqlError", Effect.die))
    )

    return ImportRemovals.of({ survey, removeRecords, isJudged, removeCreations })
  })
)
