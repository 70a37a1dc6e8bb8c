// Looks up the subjects of an analysis within the caller's visibility, and the chosen areas.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Selector } from "../../domain/analysis/Plan.ts"
import { uuids } from "../sql/arrays.ts"

/** NamedRecord is an id with its name. */
interface NamedRecord {
  readonly id: string
  readonly name: string
}

/** Reads the seen entities of a selector, by name; a group includes those below it. Unknown ids are left out. */
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
  return yield* pg<NamedRecord>`
    select e.id, e.name
    from entities e
    where e.project_id = ${projectId}::uuid and ${chosen} and ${seen}
    order by e.name, e.id`
})

/** ChosenFeature is a feature as an analysis reads it. */
interface ChosenFeature extends NamedRecord {
  readonly feature_type: string
  readonly geometry: unknown
}

/** Reads the chosen features that the project has, in the order of the choice. */
export const findFeatures = (
  pg: PgClient.PgClient,
  projectId: string,
  ids: ReadonlyArray<string>
) => pg<ChosenFeature>`
  select f.id, f.name, f.feature_type, f.geometry
  from unnest(${uuids(ids)}) with ordinality as wanted (id, place)
    join features f on f.id = wanted.id and f.project_id = ${projectId}::uuid
  order by wanted.place`
