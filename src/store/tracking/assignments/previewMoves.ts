// Counts the records that would change their owner with other assignments of a device, as the job would move
// them.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { seesRecord, type Visibility } from "../../../domain/access/Visibility.ts"
import { attributeInterval } from "../../../domain/intake/attributeInterval.ts"
import type { BatchPreview } from "../../../domain/tracking/AssignmentBatch.ts"
import type { AssignmentPlan } from "../../../domain/tracking/planAssignments.ts"
import { seenRecords } from "../../access/visibilityConditions.ts"
import { assignmentsOf, misattributed, recordTables } from "../../jobs/ownedRecords.ts"
import { instants, uuids } from "../../sql/arrays.ts"
import { REST_SECONDS } from "./assignmentTable.ts"

/** RECORDS_PER_SECOND is about how fast a worker moves records and the engine follows. */
const RECORDS_PER_SECOND = 10_000

interface Counted {
  readonly from: string | null
  readonly to: string | null
  first: Date
  last: Date
  records: number
}

const nothing: BatchPreview = { moves: [], events_judged: 0, rules: 0, seconds: 0 }

/** Previews the records that the caller sees now; the new owner is named only where the caller sees it. */
export const previewMoves = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  projectId: string,
  seen: Visibility,
  deviceId: string,
  { after, concerned }: AssignmentPlan
) {
  if (concerned === null) return nothing
  const { projects } = yield* assignmentsOf(pg, deviceId)
  const moves = new Map<string, Counted>()
  for (const piece of attributeInterval(concerned.from, concerned.to, { projects, entities: after })) {
    for (const place of recordTables) {
      const rows = yield* pg<{
        readonly project_id: string | null
        readonly entity_id: string | null
        readonly n: number
        readonly first: Date
        readonly last: Date
      }>`
        select project_id, entity_id,
          count(*)::int4 as n,
          min(original_time) as first,
          max(original_time) as last
        from ${pg.literal(place.table)}
        where ${misattributed(pg, deviceId, piece, place)}
        group by project_id, entity_id`
      for (const row of rows) {
        // records of another project are not the caller's to see
        if (row.project_id !== null && row.project_id !== projectId) continue
        if (!seesRecord(seen, row.entity_id, deviceId)) continue
        const entity = piece.owner.projectId === projectId ? piece.owner.entityId : null
        const to = entity !== null && seen !== null && !seen.entities.includes(entity) ? null : entity
        const key = `${row.entity_id} ${to}`,
          earlierMove = moves.get(key)
        if (earlierMove === undefined)
          moves.set(key, { from: row.entity_id, to, first: row.first, last: row.last, records: row.n })
        else {
          earlierMove.records += row.n
          if (row.first < earlierMove.first) earlierMove.first = row.first
          if (row.last > earlierMove.last) earlierMove.last = row.last
        }
      }
    }
  }
  const movesInOrder = [...moves.values()].sort((a, b) => a.first.getTime() - b.first.getTime())
  if (movesInOrder.length === 0) return nothing

  const ids = [...new Set(movesInOrder.flatMap(({ from, to }) => [from, to]).filter((id) => id !== null))]
  const named = new Map(
    (yield* pg<{
      id: string
      name: string
    }>`select id, name from entities where id = any(${uuids(ids)})`).map((row) => [row.id, row] as const)
  )
  const wearer = (id: string | null) => (id === null ? null : (named.get(id) ?? null))

  const sides = movesInOrder.flatMap(({ first, from, last, to }) =>
    [from, to].map((id) => ({ first, id, last }))
  )
  const [judged] = yield* pg<{ events: number; rules: number }>`
    select count(distinct e.id)::int4 as events, count(distinct e.rule_id)::int4 as rules
    from unnest(
      ${uuids(sides.map(({ id }) => id ?? deviceId))}, ${instants(sides.map(({ first }) => first.getTime()))},
      ${instants(sides.map(({ last }) => last.getTime()))}
    ) as s (subject, first, last)
      join events e on e.time >= s.first and e.time <= s.last
        and (e.entity_id = s.subject or (e.entity_id is null and e.device_id = s.subject))
    where ${pg.and([
      pg`e.project_id = ${projectId}::uuid`,
      pg.literal("e.rule_id is not null and not e.superseded"),
      ...seenRecords(pg, seen, "e")
    ])}`
  return {
    moves: movesInOrder.map(({ first, from, last, records, to }) => ({
      from: wearer(from),
      to: wearer(to),
      time_from: first.toISOString(),
      time_to: last.toISOString(),
      records
    })),
    events_judged: judged!.events,
    rules: judged!.rules,
    seconds: Math.ceil(
      REST_SECONDS + movesInOrder.reduce((sum, { records }) => sum + records, 0) / RECORDS_PER_SECOND
    )
  } satisfies BatchPreview
})
