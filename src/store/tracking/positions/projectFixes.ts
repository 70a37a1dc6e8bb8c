// Reads of the positions of a whole project. No index has all of them: those of animals are found by the animal,
// those of devices without one by the project.
import type { PgClient } from "@effect/sql-pg"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import { uuids } from "../../sql/arrays.ts"

/** The ids of the animals whose records a caller may see, as `id`; of a scope with devices, of all animals. */
export const seenAnimals = (pg: PgClient.PgClient, projectId: string, visibility: Visibility): Fragment => {
  const isScopedByAnimals = visibility !== null && visibility.devices.length === 0
  return pg`
    select e.id
    from entities e
    where e.project_id = ${projectId}::uuid
      ${isScopedByAnimals ? pg`and e.id = any(${uuids(visibility.entities)})` : pg.literal("")}`
}

/**
 * Conditions on a position `alias` that together hold for all positions of a project: a branch of a `union
 * all` for each.
 */
export const projectBranches = (
  pg: PgClient.PgClient,
  projectId: string,
  alias: string
): ReadonlyArray<Fragment> => [
  pg`${pg.literal(alias)}.entity_id in (${seenAnimals(pg, projectId, null)})`,
  pg.literal(`${alias}.entity_id is null`)
]
