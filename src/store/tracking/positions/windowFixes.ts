// The fixes of a window of time: valid ones of devices' own receivers, at their effective time and place.
import type { PgClient } from "@effect/sql-pg"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import { seenRecords } from "../../access/visibilityConditions.ts"
import { uuids } from "../../sql/arrays.ts"
import { placeableFix } from "../entities/reporting.ts"
import { projectBranches } from "./projectFixes.ts"

/**
 * SeenWindow is what a caller sees of a project in `[from, to)`, epoch ms; of these entities, or of all
 * subjects.
 */
export interface SeenWindow {
  readonly projectId: string
  readonly visibility: Visibility
  readonly from: number
  readonly to: number
  readonly entityIds: ReadonlyArray<string>
}

/**
 * Fixes `p` of a window with these columns, in no order; `time` stands for the column of their time. Fixes
 * moved in time have an index of their own, so they are a read of their own.
 */
export const windowFixes = (
  pg: PgClient.PgClient,
  { entityIds, from, projectId, to, visibility }: SeenWindow,
  columns: (time: string) => string,
  more: ReadonlyArray<Fragment> = []
): Fragment => {
  const branch = (time: "p.original_time" | "p.curated_time", subject: ReadonlyArray<Fragment>) => pg`
    select ${pg.literal(columns(time))}
    from positions p
    where ${pg.and([
      pg`p.project_id = ${projectId}
        and ${pg.literal(time === "p.curated_time" ? "p.curated_time is not null" : "p.curated_time is null")}
        and ${pg.literal(time)} >= ${new Date(from)} and ${pg.literal(time)} < ${new Date(to)}
        and ${pg.literal(placeableFix)}`,
      ...subject,
      ...seenRecords(pg, visibility, "p"),
      ...more
    ])}`
  const ofEntities = entityIds.length === 0 ? [] : [pg`p.entity_id = any(${uuids(entityIds)})`]
  const sent =
    entityIds.length === 0
      ? projectBranches(pg, projectId, "p").map((owner) => branch("p.original_time", [owner]))
      : [branch("p.original_time", ofEntities)]
  return pg.join(" union all ", false)([...sent, branch("p.curated_time", ofEntities)])
}
