// The job that removes an import, in SQL. A chunk of records is removed under the locks of its devices, for
// which intake waits. The notes of a chunk are removed in the same transaction, so that the remaining notes are
// the remaining work.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { type Claim, ImportRemovals, type Progress, type RemovedRecords } from "../../../jobs/ports.ts"
import { keepProgress } from "../../jobs/keepProgress.ts"
import { type ChangedPast, noteSpans } from "../../jobs/noteSpans.ts"
import { bigints, uuids } from "../../sql/arrays.ts"
import { type NotedBatch, removeRecords as removeNoted } from "./removeRecords.ts"
import { removeCreations as removeMade } from "./removeCreations.ts"
import type { RemovalParameters } from "./RemovalRequests.ts"

/** RECORDS_PER_CHUNK is some tenths of a second of work. */
const RECORDS_PER_CHUNK = 4000
/** MAX_NOTES_PER_CHUNK bounds the notes that are read: those of empty pieces are many. */
const MAX_NOTES_PER_CHUNK = 200

/** Returns the parameters of a job of this kind, as `RemovalRequests.ask` has written them. */
const parametersOf = ({ parameters }: Claim): RemovalParameters => parameters as unknown as RemovalParameters

/** ImportRemovalsSql is the storage of the job that removes imports. */
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

    /** Reads the newest notes, as many as a chunk has room for, and at least one. */
    const nextNotes = Effect.fnUntraced(function* (importId: string) {
      const notedBatches = yield* pg<NotedBatch>`
        select id::float8 as id, batch_id::float8 as batch, device_id as device, from_time as from, to_time as to,
          positions + measurements + states as size
        from import_batches
        where import_id = ${importId}::uuid
        order by id desc
        limit ${MAX_NOTES_PER_CHUNK}`
      let size = 0
      const fitting = notedBatches.filter((note, at) => (size += note.size) <= RECORDS_PER_CHUNK || at === 0)
      return {
        notes: fitting,
        left: fitting.length < notedBatches.length || notedBatches.length === MAX_NOTES_PER_CHUNK
      }
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
