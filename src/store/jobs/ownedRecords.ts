// Records of a device whose owner differs from the assignments: what the attribution job moves, and what a
// preview of a change counts.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Assignments } from "../../domain/intake/attribute.ts"
import type { OwnedInterval } from "../../domain/intake/attributeInterval.ts"

/**
 * The tables of records, each with the conditions under which an index has all rows of a device in the order
 * of time.
 */
export const recordTables = [
  { kind: "positions", table: "positions", only: "not conflicting" },
  { kind: "positions", table: "positions", only: "conflicting" },
  { kind: "measurements", table: "measurements", only: "true" },
  { kind: "states", table: "device_states", only: "true" }
] as const
/** RecordTable is one of these tables. */
export type RecordTable = (typeof recordTables)[number]

const date = (at: number | null) => (at === null || !Number.isFinite(at) ? null : new Date(at))

/** Rows of a device in `[from, to)`, epoch ms; null and infinite: no end. */
export const recordsWithin = (
  pg: PgClient.PgClient,
  deviceId: string | null,
  from: number | null,
  to: number | null
) =>
  pg.and([
    pg`device_id = ${deviceId}::uuid`,
    ...(date(from) === null ? [] : [pg`original_time >= ${date(from)}`]),
    ...(date(to) === null ? [] : [pg`original_time < ${date(to)}`])
  ])

/** Rows of a table in an interval that do not belong to its owner. */
export const misattributed = (
  pg: PgClient.PgClient,
  deviceId: string | null,
  { from, owner, to }: OwnedInterval,
  { only }: RecordTable
) =>
  pg`${recordsWithin(pg, deviceId, from, to)} and ${pg.literal(only)}
    and (project_id is distinct from ${owner.projectId}::uuid or entity_id is distinct
    from ${owner.entityId}::uuid)`

/** Reads the current assignments of a device. */
export const assignmentsOf = Effect.fnUntraced(function* (pg: PgClient.PgClient, deviceId: string | null) {
  const rows = yield* pg<{
    id: string
    project_id: string
    entity_id: string | null
    valid_from: Date
    valid_to: Date | null
  }>`
    select id, project_id, null::uuid as entity_id, valid_from, valid_to
    from project_assignments
    where device_id = ${deviceId}::uuid
    union all
    select id, project_id, entity_id, valid_from, valid_to
    from entity_assignments
    where device_id = ${deviceId}::uuid`
  const spans = rows.map((r) => ({
    id: r.id,
    projectId: r.project_id,
    entityId: r.entity_id,
    from: r.valid_from.getTime(),
    to: r.valid_to?.getTime() ?? Infinity
  }))
  return {
    projects: spans.filter((s) => s.entityId === null),
    entities: spans.flatMap(({ entityId, ...span }) => (entityId === null ? [] : [{ ...span, entityId }]))
  } satisfies Assignments
})
