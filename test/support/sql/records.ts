// Observations into the database as one ingest transaction commits them: their records, and one log row for
// each partition.
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { partitionOf } from "../../../src/domain/intake/LogEntry.ts"
import type { Observation } from "../../../src/domain/rule/Observation.ts"
import { packLog } from "../engine/logPayload.ts"
import { uuids } from "../../../src/store/sql/arrays.ts"

/** What an overlay says about a stored fix, and whether another fix of its time was there before. */
export interface Overlay {
  readonly valid?: boolean
  readonly curatedTime?: number
  readonly conflicting?: boolean
}

/** Gives the observations back with the ids of their records. Those of a conflicting fix are not in the log. */
export const ingestRecords = Effect.fnUntraced(function* (seen: ReadonlyArray<Observation & Overlay>) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      const [batch] = yield* sql<{ id: bigint }>`select nextval('batch_ids') as id`
      const insert = (o: Observation & Overlay) => {
        const {
          subject: { deviceId, entityId, projectId },
          conflicting = false,
          curatedTime = null,
          valid = true
        } = o
        const head = sql`${deviceId}::uuid, ${projectId}::uuid, ${entityId}::uuid, ${new Date(o.at)},
          ${new Date(o.receivedAt)}, ${batch!.id}, ${valid},
          ${curatedTime === null ? null : new Date(curatedTime)}::timestamptz`
        const columns = sql.literal(
          "device_id, project_id, entity_id, original_time, received_at, batch_id, valid, curated_time"
        )
        switch (o._tag) {
          case "Position":
            return sql<{
              id: bigint
            }>`insert into positions (${columns}, record_type, lon, lat, altitude_m, speed_mps, accuracy_m,
              conflicting)
            values (${head}, ${o.recordType}, ${o.lon}, ${o.lat}, ${o.altitudeM}::float8,
              ${o.speedMps}::float8, ${o.accuracyM}::float8, ${conflicting}) returning id`
          case "Measurement":
            return sql<{
              id: bigint
            }>`insert into measurements (${columns}, metric_key, value_number)
              values (${head}, ${o.metric}, ${o.value}) returning id`
          case "DeviceState":
            return sql<{
              id: bigint
            }>`insert into device_states (${columns}, state_key, value)
              values (${head}, ${o.key}, ${JSON.stringify(o.value)}::jsonb) returning id`
        }
      }
      const stored = yield* Effect.forEach(seen, (o) =>
        Effect.map(insert(o), ([row]) => ({ ...o, recordId: Number(row!.id) }))
      )
      const logged = stored.filter((o) => o.conflicting !== true)
      for (const [partition, list] of [...Map.groupBy(logged, (o) => partitionOf(o.subject.id))].sort(
        ([a], [b]) => a - b
      )) {
        yield* sql`select from log_partitions where partition = ${partition}::int4 for update`
        const projects = [...new Set(list.map((o) => o.subject.projectId))]
        yield* sql`insert into observation_log (partition, batch_id, size, project_ids, packed)
        values (${partition}::int4, ${batch!.id}, ${list.length}::int4, ${uuids(projects)},
          ${packLog(list)})`
      }
      yield* sql`select pg_notify('observations', '')`
      return stored
    })
  )
})
