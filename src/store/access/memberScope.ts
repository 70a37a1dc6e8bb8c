// Checks, compares and stores the scope of a member.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { NewScope } from "../../domain/access/Member.ts"
import type { Scope } from "../../domain/access/Visibility.ts"
import { uuids } from "../sql/arrays.ts"
import { ConstraintViolated } from "../sql/refusals.ts"

/** Returns a scope with all its kinds; null: the whole project. */
export const wholeScope = (scope: NewScope | null): Scope | null =>
  scope === null
    ? null
    : { groups: scope.groups ?? [], entities: scope.entities ?? [], devices: scope.devices ?? [] }

const kinds = ["groups", "entities", "devices"] as const

/** Whether two scopes name the same ids, in any order. */
export const isSameScope = (one: Scope | null, other: Scope | null) =>
  one === null || other === null
    ? one === other
    : kinds.every(
        (kind) => one[kind].length === other[kind].length && one[kind].every((id) => other[kind].includes(id))
      )

/**
 * Where ids of a scope are looked up: table, column, and the word for one. A device belongs to the project
 * once it was ever assigned to it.
 */
const places = {
  groups: ["groups", "id", "group"],
  entities: ["entities", "id", "entity"],
  devices: ["project_assignments", "device_id", "device"]
} as const

/**
 * Checks that the ids exist and locks them until the transaction ends, so that removing one afterwards also
 * removes it from the scope.
 */
export const checkScope = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  projectId: string,
  scope: Scope | null
) {
  if (scope === null) return
  for (const kind of kinds) {
    if (scope[kind].length === 0) continue
    const [table, column, name] = places[kind]
    const rows = yield* pg<{ readonly id: string }>`
      select ${pg.literal(column)} as id
      from ${pg.literal(table)}
      where project_id = ${projectId}::uuid and ${pg.literal(column)} = any(${uuids(scope[kind])})
      order by 1
      for key share`
    const knownIds = new Set(rows.map((row) => row.id))
    const unknown = scope[kind].findIndex((id) => !knownIds.has(id))
    if (unknown !== -1)
      return yield* new ConstraintViolated({
        pointer: `/scope/${kind}/${unknown}`,
        code: "UNKNOWN_REFERENCE",
        detail: `The project has no such ${name}.`
      })
  }
})

/** Returns the columns of a member that store a scope, for `set`. */
export const scopeColumns = (pg: PgClient.PgClient, scope: Scope | null) =>
  scope === null
    ? pg`scope_groups = null, scope_entities = null, scope_devices = null`
    : pg`scope_groups = ${uuids(scope.groups)}, scope_entities = ${uuids(scope.entities)},
      scope_devices = ${uuids(scope.devices)}`
