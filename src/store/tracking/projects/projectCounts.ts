// Counts of a list of projects, of what the caller sees of each.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Reach, Visibility } from "../../../domain/access/Visibility.ts"
import type { ProjectCounts } from "../../../domain/tracking/Project.ts"
import { seenOnes, seenRecords, wholeProjects } from "../../access/visibilityConditions.ts"
import { uuids } from "../../sql/arrays.ts"

/** Rows `alias` of any of the projects that are seen, `limits` being the conditions of a scoped one. */
const reached = (
  pg: PgClient.PgClient,
  reach: NonNullable<Reach>,
  alias: string,
  limits: (visibility: Visibility) => ReadonlyArray<Fragment>
): Fragment => {
  const project = pg.literal(`${alias}.project_id`)
  return pg.or([
    pg`${project} = any(${uuids(wholeProjects(reach))})`,
    ...reach.flatMap(({ projectId, visibility }) =>
      visibility === null ? [] : [pg.and([pg`${project} = ${projectId}::uuid`, ...limits(visibility)])]
    )
  ])
}

interface Row extends ProjectCounts {
  readonly project_id: string
}

/** Returns the counts of projects by id; a project without rows has 0. */
export const countProjects = Effect.fnUntraced(function* (pg: PgClient.PgClient, reach: NonNullable<Reach>) {
  const rows =
    reach.length === 0
      ? []
      : yield* pg<Row>`
          select project_id, sum(entities)::int4 as entity_count, sum(alerts)::int4 as open_alerts
          from (
            select e.project_id, 1 as entities, 0 as alerts
            from entities e
            where e.status <> 'archived'
              and ${reached(pg, reach, "e", (visibility) => seenOnes(pg, visibility, "entities", "e.id"))}
            union all
            select a.project_id, 0, 1
            from alerts a
            where a.status = 'open'
              and ${reached(pg, reach, "a", (visibility) => seenRecords(pg, visibility, "a"))}
          ) n
          group by project_id`
  const countsByProject = new Map(rows.map(({ project_id, ...counts }) => [project_id, counts]))
  return (projectId: string): ProjectCounts =>
    countsByProject.get(projectId) ?? { entity_count: 0, open_alerts: 0 }
})
