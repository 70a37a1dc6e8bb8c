// Fixes into `positions`. A fix whose device, time and type were there before is a duplicate when it lies in the same place;
// elsewhere it is kept beside the first and marked, for no rule to judge (semantics, section 5).
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { ReportedFix } from "../../domain/intake/Report.ts"
import { floats, instants, ints, serialised, texts, uuids } from "../arrays.ts"
import type { Row } from "./Batch.ts"

export interface FixRow {
  /** the id it gets if it is new */
  readonly id: number
  readonly row: Row
  readonly fix: ReportedFix
}

const columns = (rows: ReadonlyArray<FixRow>) => [
  floats(rows.map((r) => r.id)),
  uuids(rows.map((r) => r.row.device.deviceId)),
  uuids(rows.map((r) => r.row.owner.projectId)),
  uuids(rows.map((r) => r.row.owner.entityId)),
  texts(rows.map((r) => r.fix.network ? "network" : "gnss")),
  instants(rows.map((r) => r.row.report.at)),
  floats(rows.map((r) => r.fix.lon)),
  floats(rows.map((r) => r.fix.lat)),
  floats(rows.map((r) => r.fix.altitudeM)),
  floats(rows.map((r) => r.fix.speedMps)),
  floats(rows.map((r) => r.fix.headingDeg)),
  floats(rows.map((r) => r.fix.accuracyM)),
  ints(rows.map((r) => r.fix.satellites)),
  serialised(rows.map((r) => r.fix.attributes)),
  instants(rows.map((r) => r.row.receivedAt))
] as const

/** Those that were not there before, and those that were: the same key, or for a conflicting fix the same place or no fix elsewhere. */
const insert = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, rows: ReadonlyArray<FixRow>, batch: number, conflicting: boolean) {
  const [id, device, project, entity, type, time, lon, lat, altitude, speed, heading, accuracy, satellites, attributes, received] = columns(rows)
  const elsewhere = conflicting
    ? sql`where exists (select from positions p where p.device_id = v.device_id and p.original_time = v.original_time and p.record_type = v.record_type
        and not p.conflicting and (p.lon <> v.lon or p.lat <> v.lat))`
    : sql``
  const [inserted] = yield* sql<{ ids: ReadonlyArray<number> | null }>`
    with fresh as (
      insert into positions (id, device_id, project_id, entity_id, record_type, original_time, lon, lat, altitude_m, speed_mps, heading_deg, accuracy_m,
        satellites, attributes, received_at, conflicting, batch_id)
      select v.id::int8, v.device_id, v.project_id, v.entity_id, v.record_type, v.original_time, v.lon, v.lat, v.altitude_m, v.speed_mps, v.heading_deg, v.accuracy_m,
        v.satellites, v.attributes, v.received_at, ${conflicting}::bool, ${batch}::float8::int8
      from unnest(${id}, ${device}, ${project}, ${entity}, ${type}, ${time}, ${lon}, ${lat}, ${altitude}, ${speed}, ${heading}, ${accuracy},
        ${satellites}, ${attributes}::jsonb[], ${received}) as v (id, device_id, project_id, entity_id, record_type, original_time, lon, lat, altitude_m, speed_mps,
        heading_deg, accuracy_m, satellites, attributes, received_at) ${elsewhere}
      on conflict do nothing returning id
    ) select array_agg(id::float8) as ids from fresh`
  const ids = new Set(inserted!.ids)
  return Map.groupBy(rows, (r) => ids.has(r.id))
})

/** Inserts rows sorted by device, time and type, so that two transactions never wait for each other crosswise. */
export const insertPositions = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, rows: ReadonlyArray<FixRow>, batch: number) {
  if (rows.length === 0) return { fresh: [], conflicting: [] }
  const first = yield* insert(sql, rows, batch, false)
  const missed = first.get(false) ?? []
  const fresh = first.get(true) ?? []
  if (missed.length === 0) return { fresh, conflicting: [] }
  return { fresh, conflicting: (yield* insert(sql, missed, batch, true)).get(true) ?? [] }
})
