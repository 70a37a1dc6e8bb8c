// A small farm written straight into the database, for tests of what happens after ingest: a project with one
// animal and its collar, features, rules in force, and records as one ingest transaction leaves them.
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { partitionOf } from "../../../src/domain/intake/LogEntry.ts"
import type { RuleDocument } from "../../../src/domain/rule/Document.ts"
import { type Logged, packLog, subjectOf } from "../engine/logPayload.ts"

export interface Farm {
  readonly project: string
  readonly animal: string
  readonly collar: string
}

/** Records of tests are of fixed days: alerts about them are of now in a project that looks back for years. */
export const LOOKS_BACK = { history_after_hours: 87_600 }

export const makeFarm = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const farm: Farm = { project: v7(), animal: v7(), collar: v7() }
  yield* sql`insert into projects (id, slug, name, timezone, settings)
    values (${farm.project}::uuid, ${`farm-${farm.project.slice(-6)}`}, 'Farm', 'Europe/Berlin',
      ${JSON.stringify(LOOKS_BACK)}::jsonb)`
  yield* sql`insert into entities (id, project_id, entity_type_id, name)
    select ${farm.animal}::uuid, ${farm.project}::uuid, id, 'Alma' from entity_types where key = 'cow'`
  yield* sql`insert into devices (id, name) values (${farm.collar}::uuid, 'Collar 1')`
  return farm
})

const bump = Effect.fnUntraced(function* (project: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    v: number
  }>`update projects set rule_set_version = rule_set_version + 1 where id = ${project}::uuid
    returning rule_set_version::float8 as v`
  return row!.v
})

/** A square two degrees wide. */
export const addFence = Effect.fnUntraced(function* (
  farm: Farm,
  name: string,
  lon: number,
  type: "geofence" | "zone" = "geofence"
) {
  const sql = yield* SqlClient.SqlClient
  const id = v7(),
    version = yield* bump(farm.project)
  const geometry = {
    type: "Polygon",
    coordinates: [
      [
        [lon - 1, -1],
        [lon + 1, -1],
        [lon + 1, 1],
        [lon - 1, 1],
        [lon - 1, -1]
      ]
    ]
  }
  yield* sql`insert into features (id, project_id, feature_type, name, geometry, changed_at_version)
    values (${id}::uuid, ${farm.project}::uuid, ${type}, ${name}, ${JSON.stringify(geometry)}::jsonb,
    ${version})`
  return id
})

/** A rule in force. The document is stored as given, so that a test can plant one no program would save. */
export const addRule = Effect.fnUntraced(function* (
  farm: Farm,
  name: string,
  document: RuleDocument | object,
  activeFrom = Date.now()
) {
  const sql = yield* SqlClient.SqlClient
  const id = v7(),
    version = yield* bump(farm.project)
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`insert into rules (id, project_id, name, enabled, current_version, blank_from_version)
        values (${id}::uuid, ${farm.project}::uuid, ${name}, true, 1, ${version})`
      yield* sql`insert into rule_versions (rule_id, version, document, runnable)
        values (${id}::uuid, 1, ${JSON.stringify(document)}::jsonb, true)`
      yield* sql`insert into rule_activations (rule_id, rule_set_version, version, blank_from_version, at)
        values (${id}::uuid, ${version}, 1, ${version}, ${new Date(activeFrom)})`
    })
  )
  return id
})

export interface FixRow {
  readonly at: number
  /** when it is received, now unless told otherwise */
  readonly receivedAt?: number
  readonly lon: number
  readonly lat?: number
  readonly speedMps?: number
  readonly headingDeg?: number
}

/** Fixes of the animal as one ingest transaction commits them: records, and one log row. */
export const ingest = Effect.fnUntraced(function* (farm: Farm, fixes: ReadonlyArray<FixRow>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(
    Effect.gen(function* () {
      const [batch] = yield* sql<{ id: bigint }>`select nextval('batch_ids') as id`
      const logged: Array<Logged> = []
      for (const f of fixes) {
        const receivedAt = f.receivedAt ?? Date.now()
        const [row] = yield* sql<{ id: bigint }>`
        insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat,
          speed_mps, heading_deg, received_at, batch_id)
        values (${farm.collar}::uuid, ${farm.project}::uuid, ${farm.animal}::uuid, 'gnss', ${new Date(f.at)},
          ${f.lon}, ${f.lat ?? 0}, ${f.speedMps ?? null}::float8, ${f.headingDeg ?? null}::float8,
          ${new Date(receivedAt)}, ${batch!.id})
          returning id`
        logged.push({
          _tag: "Position",
          subject: subjectOf(farm.project, farm.collar, farm.animal),
          at: f.at,
          receivedAt,
          recordId: Number(row!.id),
          lon: f.lon,
          lat: f.lat ?? 0,
          altitudeM: null,
          speedMps: f.speedMps ?? null,
          accuracyM: null,
          headingDeg: f.headingDeg ?? null,
          recordType: "gnss"
        })
      }
      const partition = partitionOf(farm.animal)
      yield* sql`select from log_partitions where partition = ${partition}::int4 for update`
      yield* sql`insert into observation_log (partition, batch_id, size, project_ids, packed)
      values (${partition}::int4, ${batch!.id}, ${logged.length}::int4, array[${farm.project}::uuid],
        ${packLog(logged)})`
      yield* sql`select pg_notify('observations', '')`
    })
  )
})
