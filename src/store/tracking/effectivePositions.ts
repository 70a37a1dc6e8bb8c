// The effective fixes of a subject in a period, as analyses and their estimates read them. What was curated
// in time lies elsewhere in the index, so it is two reads: of the rows as sent, and of those moved.
import type { PgClient } from "@effect/sql-pg"

/**
 * Columns `id, time, lon, lat, accuracy_m, satellites` of the valid fixes of an entity's own receivers in
 * `[from, to)`, epoch ms. No order.
 */
export const effectivelyIn = (
  pg: PgClient.PgClient,
  projectId: string,
  entityId: string,
  period: { readonly from: number; readonly to: number }
) => {
  const from = new Date(period.from)
  const to = new Date(period.to)
  const branch = (time: "original_time" | "curated_time") => pg`
    select id,
      ${pg.literal(time)} as time,
      coalesce(curated_lon, lon) as lon,
      coalesce(curated_lat, lat) as lat,
      accuracy_m, satellites
    from positions
    where entity_id = ${entityId}::uuid and project_id = ${projectId}::uuid and record_type = 'gnss'
      and valid and not conflicting
      and ${pg.literal(time === "curated_time" ? "curated_time is not null" : "curated_time is null")}
      and ${pg.literal(time)} >= ${from} and ${pg.literal(time)} < ${to}`
  return pg`${branch("original_time")} union all ${branch("curated_time")}`
}
