// A past to ask rules about: an animal with its collar made over HTTP, and records written straight into the
// database, received when a test says so. No engine has seen them.
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { expectStatus, makeDevice, makeEntity } from "./tracking.ts"

export interface Animal {
  readonly project: string
  /** null: the device is on nobody */
  readonly entity: string | null
  readonly device: string
}

export const makeAnimal = Effect.fnUntraced(function* (project: string, name: string, more: object = {}) {
  const entity = yield* makeEntity(project, { name, ...more })
  const device = yield* makeDevice({ name: `Collar of ${name}` })
  yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, {
    project_id: project,
    valid_from: "2020-01-01T00:00:00Z"
  })
  yield* expectStatus(201, "POST", `/projects/${project}/entity-assignments`, {
    device_id: device.id,
    entity_id: entity.id,
    valid_from: "2020-01-01T00:00:00Z"
  })
  return { project, entity: entity.id as string, device: device.id as string } satisfies Animal
})

interface Seen {
  /** epoch ms; received then too, unless said */
  readonly at: number
  readonly receivedAt?: number
}
export type Sighting = Seen &
  (
    | {
        readonly lon: number
        readonly lat?: number
        readonly speed?: number
        readonly accuracy?: number
        readonly network?: boolean
      }
    | { readonly metric: string; readonly value: number }
    | { readonly state: string; readonly value: unknown }
  )

const heads = (animal: Animal, records: ReadonlyArray<Sighting>) =>
  JSON.stringify(
    records.map((r) => ({
      ...r,
      project_id: animal.project,
      entity_id: animal.entity,
      device_id: animal.device,
      t: new Date(r.at),
      received: new Date(r.receivedAt ?? r.at)
    }))
  )

/** Writes records as ingest would have left them. */
export const remember = Effect.fnUntraced(function* (animal: Animal, records: ReadonlyArray<Sighting>) {
  const sql = yield* SqlClient.SqlClient
  const head = sql.literal(
    "device_id uuid, project_id uuid, entity_id uuid, t timestamptz, received timestamptz"
  )
  yield* sql`
    insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat, speed_mps,
      accuracy_m, received_at, batch_id)
    select device_id, project_id, entity_id, case
      when network then 'network' else 'gnss' end, t, lon, coalesce(lat, 0), speed, accuracy, received, 0
    from jsonb_to_recordset(${heads(
      animal,
      records.filter((r) => "lon" in r)
    )}::jsonb) as r (${head}, lon float8, lat float8, speed float8, accuracy float8, network boolean)`
  yield* sql`
    insert into measurements (device_id, project_id, entity_id, metric_key, original_time, value_number,
      received_at, batch_id)
    select device_id, project_id, entity_id, metric, t, value, received, 0
    from jsonb_to_recordset(${heads(
      animal,
      records.filter((r) => "metric" in r)
    )}::jsonb) as r (${head}, metric text, value float8)`
  yield* sql`
    insert into device_states (device_id, project_id, entity_id, state_key, original_time, value, received_at,
      batch_id)
    select device_id, project_id, entity_id, state, t, value, received, 0
    from jsonb_to_recordset(${heads(
      animal,
      records.filter((r) => "state" in r)
    )}::jsonb) as r (${head}, state text, value jsonb)`
})

export const START = Date.parse("2026-05-01T12:00:00Z")
/** Seconds into the story as epoch ms, and as requests carry it. */
export const at = (seconds: number) => START + seconds * 1000
export const iso = (seconds: number) => new Date(at(seconds)).toISOString()
