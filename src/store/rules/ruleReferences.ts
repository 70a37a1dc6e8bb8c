// Checks that what a rule document refers to exists in the project and is seen by the caller: one query for
// each kind.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Reference, ReferenceKind } from "../../domain/rule/references.ts"
import { uuids } from "../sql/arrays.ts"
import { seenOnes } from "../access/visibilityConditions.ts"

// what a project may refer to: its own objects, every entity type, and every device it ever had
const known: Record<
  ReferenceKind,
  (
    pg: PgClient.PgClient,
    projectId: string,
    visibility: Visibility,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<{ readonly id: string }>, SqlError>
> = {
  feature: (pg, projectId, _, ids) =>
    pg`select id from features where project_id = ${projectId}::uuid and id = any(${uuids(ids)})`,
  entity: (pg, projectId, visibility, ids) =>
    pg`
      select id
      from entities
      where ${pg.and([
        pg`project_id = ${projectId}::uuid and id = any(${uuids(ids)})`,
        ...seenOnes(pg, visibility, "entities", "id")
      ])}`,
  group: (pg, projectId, visibility, ids) =>
    pg`
      select id
      from groups
      where ${pg.and([
        pg`project_id = ${projectId}::uuid and id = any(${uuids(ids)})`,
        ...seenOnes(pg, visibility, "groups", "id")
      ])}`,
  entity_type: (pg, _, __, ids) => pg`select id from entity_types where id = any(${uuids(ids)})`,
  device: (pg, projectId, visibility, ids) => pg`
    select distinct device_id as id
    from project_assignments
    where ${pg.and([
      pg`project_id = ${projectId}::uuid and device_id = any(${uuids(ids)})`,
      ...seenOnes(pg, visibility, "gear", "device_id")
    ])}`
}

/** Returns the references that do not exist, in document order. */
export const missingReferences = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  projectId: string,
  visibility: Visibility,
  list: ReadonlyArray<Reference>
) {
  const foundIds = new Set<string>()
  for (const [kind, ofKind] of Map.groupBy(list, (r) => r.kind)) {
    const rows = yield* known[kind](pg, projectId, visibility, [...new Set(ofKind.map((r) => r.id))])
    for (const { id } of rows) foundIds.add(`${kind} ${id}`)
  }
  return list.filter(({ kind, id }) => !foundIds.has(`${kind} ${id}`))
})
