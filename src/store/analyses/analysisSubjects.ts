// Who and what an analysis is about, looked up: subjects within the caller's visibility, the chosen areas.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Selector } from "../../domain/analysis/Plan.ts"
import { uuids } from "../sql/arrays.ts"

export interface Named {
  readonly id: string
  readonly name: string
}

/**
 * The entities of a selector that the caller may see, by name; a group counts with those below it. Ids of
 * nobody are left out.
 */
export const findSubjects = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  projectId: string,
  visibility: Visibility,
  selector: Selector
) {
  const chosen =
    "entity_ids" in selector
      ? pg`e.id = any(${uuids(selector.entity_ids)})`
      : "entity_type_id" in selector
        ? pg`e.entity_type_id = ${selector.entity_type_id}::uuid`
        : pg`e.group_id in (with recursive below as (
        select id from groups where id = ${selector.group_id}::uuid and project_id = ${projectId}::uuid
        union select g.id from groups g join below b on g.parent_id = b.id) select id from below)`
  const seen = visibility === null ? pg.literal("true") : pg`e.id = any(${uuids(visibility.entities)})`
  return yield* pg<Named>`
    select e.id, e.name
    from entities e
    where e.project_id = ${projectId}::uuid and ${chosen} and ${seen}
    order by e.name, e.id`
})

/** A feature as an analysis looks at it. */
export interface ChosenFeature extends Named {
  readonly feature_type: string
  readonly geometry: unknown
}

/** The chosen features that the project has, in the order they were chosen in. */
export const findFeatures = (
  pg: PgClient.PgClient,
  projectId: string,
  ids: ReadonlyArray<string>
) => pg<ChosenFeature>`
  select f.id, f.name, f.feature_type, f.geometry
  from unnest(${uuids(ids)}) with ordinality as wanted (id, place)
    join features f on f.id = wanted.id and f.project_id = ${projectId}::uuid
  order by wanted.place`
