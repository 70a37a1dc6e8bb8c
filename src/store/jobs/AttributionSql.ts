// The attribution job in SQL. A chunk is an interval of the device's time under the lock of the device:
// meanwhile intake waits and no assignment changes. Rows that have the right owner are not written.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { type OwnedInterval, attributeInterval } from "../../domain/intake/attributeInterval.ts"
import { type AttributedChunk, Attribution, type Claim, type Progress } from "../../jobs/ports.ts"
import { keepProgress } from "./keepProgress.ts"
import {
  assignmentsOf,
  misattributed,
  type RecordTable,
  recordTables,
  recordsWithin
} from "./ownedRecords.ts"
import { type ChangedPast, noteSpans, openPeriods } from "./noteSpans.ts"
import { moveMetrics } from "../tracking/assignments/moveMetrics.ts"

/** RECORDS_PER_CHUNK is the records of one chunk in each table: some tenths of a second. */
const RECORDS_PER_CHUNK = 4000

/** MovedRows is the rows that one statement changed, by their previous owner. */
interface MovedRows {
  readonly project_id: string | null
  readonly entity_id: string | null
  readonly n: number
  readonly since: Date
}

/** AttributionSql is the storage of the attribution job. */
export const AttributionSql = Layer.effect(
  Attribution,
  Effect.gen(function* () {
    const pg = yield* PgClient.PgClient

    const survey = Effect.fn("Attribution.survey")(function* ({ deviceId, from, to }: Claim) {
      let total = 0
      for (const { only, table } of recordTables) {
        const [row] = yield* pg<{
          n: number
        }>`
          select count(*)::float8 as n
          from ${pg.literal(table)}
          where ${recordsWithin(pg, deviceId, from, to)} and ${pg.literal(only)}`
        total += row!.n
      }
      return total
    }, Effect.orDie)

    /**
     * Returns where a chunk ends, epoch ms; null: with the job's span. Records of one moment are never
     * divided.
     */
    const endOf = Effect.fnUntraced(function* ({ deviceId, to }: Claim, from: number | null) {
      let end: number | null = null
      for (const { only, table } of recordTables) {
        const [row] = yield* pg<{ at: Date }>`
          select original_time as at
          from ${pg.literal(table)}
          where ${recordsWithin(pg, deviceId, from, to)} and ${pg.literal(only)}
          order by original_time
          offset ${RECORDS_PER_CHUNK}
          limit 1`
        if (row !== undefined) end = Math.min(end ?? Infinity, row.at.getTime())
      }
      return end === null || from === null ? end : Math.max(end, from + 1)
    })

    /** Writes the owner to the rows of an interval. */
    const give = Effect.fnUntraced(function* (
      deviceId: string | null,
      piece: OwnedInterval,
      place: RecordTable
    ) {
      const { owner } = piece,
        { table } = place,
        wrong = misattributed(pg, deviceId, piece, place)
      const moved = yield* pg<MovedRows>`
        select project_id, entity_id,
          count(*)::int4 as n,
          min(coalesce(curated_time, original_time)) as since
        from ${pg.literal(table)}
        where ${wrong}
        group by project_id, entity_id`
      const isMove = moved.some((m) => m.project_id !== owner.projectId)
      if (table === "measurements" && deviceId !== null && isMove)
        yield* moveMetrics(pg, deviceId, wrong, owner.projectId)
      if (moved.length > 0)
        yield* pg`
          update ${pg.literal(table)} set
            project_id = ${owner.projectId}::uuid,
            entity_id = ${owner.entityId}::uuid
          where ${wrong}`
      return moved
    })

    const chunk = Effect.fnUntraced(function* (claim: Claim, from: number | null) {
      const { deviceId } = claim
      yield* pg`select from devices where id = ${deviceId}::uuid for update`
      const assignments = yield* assignmentsOf(pg, deviceId)
      const end = yield* endOf(claim, from),
        to = end ?? claim.to
      let seen = 0
      for (const { only, table } of recordTables) {
        const [row] = yield* pg<{
          n: number
        }>`
          select count(*)::int4 as n
          from ${pg.literal(table)}
          where ${recordsWithin(pg, deviceId, from, to)} and ${pg.literal(only)}`
        seen += row!.n
      }
      const changed = { positions: 0, measurements: 0, states: 0 }
      const lost: Array<ChangedPast> = [],
        won: Array<ChangedPast> = []
      for (const piece of attributeInterval(from ?? -Infinity, to ?? Infinity, assignments)) {
        for (const place of recordTables) {
          for (const { entity_id, n, project_id, since } of yield* give(deviceId, piece, place)) {
            changed[place.kind] += n
            if (project_id !== null)
              lost.push({ projectId: project_id, subjectId: entity_id ?? deviceId!, from: since.getTime() })
            const { entityId, projectId } = piece.owner
            if (projectId !== null)
              won.push({ projectId, subjectId: entityId ?? deviceId!, from: since.getTime() })
          }
        }
      }
      yield* openPeriods(pg, won)
      yield* noteSpans(pg, [...lost, ...won], "attribution")
      return { to: end, seen, changed } satisfies AttributedChunk
    })

    const attribute = Effect.fn("Attribution.attribute")(
      (claim: Claim, from: number | null, next: (done: AttributedChunk) => Progress) =>
        pg
          .withTransaction(
            Effect.gen(function* () {
              const progress = next(yield* chunk(claim, from))
              yield* keepProgress(pg, claim, progress)
              return progress
            })
          )
          .pipe(Effect.catchTag("SqlError", Effect.die))
    )

    return Attribution.of({ survey, attribute })
  })
)
