// What a transaction needs to know before it writes, asked in one go because every question is a round trip
// that all its requests wait for: the data sources as they stand, what the devices were assigned to, and
// numbers for what will be written.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Assignments, EntityAssignment, ProjectAssignment } from "../../domain/intake/attribute.ts"
import { uuids } from "../sql/arrays.ts"
import type { Gathered } from "./WriteBatch.ts"
import type { Identified } from "./identify.ts"
import { sourceColumns, type SourceRow } from "./Sources.ts"

/** The transaction's number, and fresh ids for as many records of each kind as it can make. */
export interface Numbers {
  readonly batchId: number
  readonly fixes: ReadonlyArray<number>
  readonly values: ReadonlyArray<number>
  readonly states: ReadonlyArray<number>
}

/** Arrays of one kind go together; null: empty. */
interface Looked extends Numbers {
  readonly source: ReadonlyArray<string> | null
  readonly adapter: ReadonlyArray<string>
  readonly enabled: ReadonlyArray<boolean>
  readonly history: ReadonlyArray<boolean>
  readonly hash: ReadonlyArray<Uint8Array>
  readonly previous: ReadonlyArray<Uint8Array | null>
  readonly device: ReadonlyArray<string> | null
  readonly project: ReadonlyArray<string>
  readonly entity: ReadonlyArray<string | null>
  readonly begin: ReadonlyArray<Date>
  readonly end: ReadonlyArray<Date | null>
}

/** What a transaction knows before it writes. */
export interface LookedUp {
  readonly numbers: Numbers
  readonly sources: ReadonlyMap<string, SourceRow>
  /** of each device those that touch the span of the reports */
  readonly assignments: ReadonlyMap<string, Assignments>
}

/** Asks; comes after `identify`. */
export const lookUp = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  gathered: Gathered,
  identified: Identified,
  sourceIds: ReadonlyArray<string>
) {
  const assignments = new Map<
    string,
    { readonly projects: Array<ProjectAssignment>; readonly entities: Array<EntityAssignment> }
  >()
  for (const ofSource of identified.values())
    for (const { deviceId } of ofSource.values()) {
      if (!assignments.has(deviceId)) assignments.set(deviceId, { projects: [], entities: [] })
    }
  const devices = uuids([...assignments.keys()]),
    first = new Date(gathered.from),
    last = new Date(gathered.to)
  // of a series the planner expects a thousand rows, of an array ten: with a thousand it would plan each
  // transaction anew, at twice its cost
  const ids = (sequence: string, n: number) =>
    sql`array(select nextval(${sql.literal(`'${sequence}'`)})::float8
      from unnest(array_fill(0, array[${n}::int4])))`
  const [found] = yield* sql<Looked>`
    select nextval('batch_ids')::float8 as "batchId",
      ${ids("position_ids", gathered.fixes)} as fixes,
      ${ids("measurement_ids", gathered.values)} as values,
      ${ids("device_state_ids", gathered.states)} as states,
      s.*, a.*
    from (
      select array_agg(id) as source,
        array_agg(adapter_key) as adapter,
        array_agg(enabled) as enabled,
        array_agg(history) as history,
        array_agg(token_hash) as hash,
        array_agg(previous_token_hash) as previous
      from (select ${sql.literal(sourceColumns)} from data_sources where id = any(${uuids(sourceIds)})) s
    ) s,
      (
        select array_agg(device_id) as device,
          array_agg(project_id) as project,
          array_agg(entity_id) as entity,
          array_agg(valid_from) as begin,
          array_agg(valid_to) as end
        from (
          select device_id, project_id, null::uuid as entity_id, valid_from, valid_to
          from project_assignments
          where device_id = any(${devices}) and valid_from <= ${last}
            and (valid_to is null or valid_to > ${first})
          union all
          select device_id, project_id, entity_id, valid_from, valid_to
          from entity_assignments
          where device_id = any(${devices}) and valid_from <= ${last}
            and (valid_to is null or valid_to > ${first})
        ) a
      ) a`
  const {
    adapter,
    begin,
    device,
    enabled,
    end,
    entity,
    hash,
    history,
    previous,
    project,
    source,
    ...numbers
  } = found!
  device?.forEach((id, i) => {
    const span = { projectId: project[i]!, from: begin[i]!.getTime(), to: end[i]?.getTime() ?? Infinity }
    const { entities, projects } = assignments.get(id)!
    const entityId = entity[i]!
    if (entityId === null) projects.push(span)
    else entities.push({ ...span, entityId })
  })
  const sources = new Map(
    source?.map((id, i): [string, SourceRow] => [
      id,
      {
        id,
        adapter_key: adapter[i]!,
        enabled: enabled[i]!,
        history: history[i]!,
        token_hash: hash[i]!,
        previous_token_hash: previous[i]!
      }
    ])
  )
  return { numbers, sources, assignments } satisfies LookedUp
})
