// Lanes as the engine leaves them: a project that is parked in a partition, and log rows that hold entries of
// certain projects.
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { uuids } from "../../../src/store/sql/arrays.ts"

interface Parked {
  readonly project: string
  readonly partition: number
  /** rows up to here are judged */
  readonly position: number
  readonly rule?: string
  /** as PostgreSQL reads an interval */
  readonly age?: string
}

/** Opens a lane. */
export const park = Effect.fnUntraced(function* ({
  age = "0 s",
  partition,
  position,
  project,
  rule
}: Parked) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into project_lanes (partition, project_id, position, up_to, opened_at, rule_id)
    values (${partition}::int4, ${project}::uuid, ${position}::float8::int8, ${position}::float8::int8,
      now() - ${age}::interval, ${rule ?? null}::uuid)`
})

/**
 * Appends `n` rows to a partition, with entries of these projects; null: rows of an older release. Gives
 * their ids.
 */
export const appendRows = Effect.fnUntraced(function* (
  partition: number,
  projects: ReadonlyArray<string> | null,
  n = 1
) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: number }>`
    insert into observation_log (partition, batch_id, size, project_ids, payload)
    select ${partition}::int4, nextval('batch_ids'), 0, ${projects === null ? null : uuids(projects)}::uuid[],
      '[]' from generate_series(1, ${n}::int4) returning id::float8 as id`
  return rows.map((row) => row.id)
})

/** The cursor of a partition goes on to a row, as it does without the projects that are parked. */
export const passTo = Effect.fnUntraced(function* (partition: number, position: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update partition_cursor set position = ${position}::float8::int8
    where partition = ${partition}::int4`
})
