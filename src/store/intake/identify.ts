// Who the devices of a batch are and what they were assigned to, read inside the transaction under a share lock on the devices: a
// change of an assignment takes the other lock, so none slips between what is read here and the commit.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { EntityAssignment, ProjectAssignment } from "../../domain/intake/attribute.ts"
import { texts, uuids } from "../arrays.ts"
import type { Batch } from "./Batch.ts"

interface Assigned {
  readonly device_id: string
  readonly project_id: string
  readonly entity_id: string | null
  readonly valid_from: Date
  readonly valid_to: Date | null
}

/** Fills in the devices' ids, ranks and the assignments that touch the batch's span. */
export const identify = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, { devices, from, to }: Batch) {
  if (devices.size === 0) return
  const sources = [...devices.keys()]
  const names = [...devices].flatMap(([, named]) => [...named.keys()])
  // one source, the common case, in the form that reads the index once
  const among = sources.length === 1
    ? sql`i.data_source_id = ${sources[0]}::uuid and i.external_id = any(${texts(names)})`
    : sql`(i.data_source_id, i.external_id) in (select * from unnest(${uuids([...devices].flatMap(([source, named]) => Array.from(named, () => source)))}, ${texts(names)}))`
  const found = yield* sql<{ source: string; name: string; id: string }>`
    select i.data_source_id as source, i.external_id as name, d.id from device_identities i join devices d on d.id = i.device_id
    where ${among} order by d.id for key share of d`
  if (found.length === 0) return
  const known = new Map<string, { readonly projects: Array<ProjectAssignment>; readonly entities: Array<EntityAssignment> }>()
  for (const { id, name, source } of found) {
    let assignments = known.get(id)
    if (assignments === undefined) known.set(id, assignments = { projects: [], entities: [] })
    const device = devices.get(source)!.get(name)!
    device.deviceId = id
    device.rank = known.size
    device.assignments = assignments
  }
  const ids = uuids([...known.keys()]), first = new Date(from), last = new Date(to)
  const assigned = yield* sql<Assigned>`
    select device_id, project_id, null::uuid as entity_id, valid_from, valid_to from project_assignments
    where device_id = any(${ids}) and valid_from <= ${last} and (valid_to is null or valid_to > ${first})
    union all
    select device_id, project_id, entity_id, valid_from, valid_to from entity_assignments
    where device_id = any(${ids}) and valid_from <= ${last} and (valid_to is null or valid_to > ${first})`
  for (const a of assigned) {
    const span = { projectId: a.project_id, from: a.valid_from.getTime(), to: a.valid_to?.getTime() ?? Infinity }
    const { entities, projects } = known.get(a.device_id)!
    if (a.entity_id === null) projects.push(span)
    else entities.push({ ...span, entityId: a.entity_id })
  }
})
