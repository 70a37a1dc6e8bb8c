// Whether what a rule document names exists in the project: one query for each kind of thing it names.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Reference, ReferenceKind } from "../domain/rule/references.ts"
import { uuids } from "./arrays.ts"

// what a project may name: its own things, and of the shared ones every type and every device it ever had
const known: Record<ReferenceKind, (pg: PgClient.PgClient, projectId: string, ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<{ readonly id: string }>, SqlError>> = {
  feature: (pg, projectId, ids) => pg`select id from features where project_id = ${projectId}::uuid and id = any(${uuids(ids)})`,
  entity: (pg, projectId, ids) => pg`select id from entities where project_id = ${projectId}::uuid and id = any(${uuids(ids)})`,
  group: (pg, projectId, ids) => pg`select id from groups where project_id = ${projectId}::uuid and id = any(${uuids(ids)})`,
  entity_type: (pg, _, ids) => pg`select id from entity_types where id = any(${uuids(ids)})`,
  device: (pg, projectId, ids) => pg`select distinct device_id as id from project_assignments where project_id = ${projectId}::uuid and device_id = any(${uuids(ids)})`
}

/** The references that lead nowhere, in document order. */
export const missingReferences = Effect.fnUntraced(function*(pg: PgClient.PgClient, projectId: string, list: ReadonlyArray<Reference>) {
  const found = new Set<string>()
  for (const [kind, ofKind] of Map.groupBy(list, (r) => r.kind)) {
    const rows = yield* known[kind](pg, projectId, [...new Set(ofKind.map((r) => r.id))])
    for (const { id } of rows) found.add(`${kind} ${id}`)
  }
  return list.filter(({ kind, id }) => !found.has(`${kind} ${id}`))
})
