// Summarises a project's alerts that the caller sees. Each part is a scalar subquery, so that each uses the
// index that fits it.
import type { PgClient } from "@effect/sql-pg"
import { Clock, Effect } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { type AlertSummary, SUMMARY_MS } from "../../domain/event/AlertSummary.ts"
import { seenRecords } from "../access/visibilityConditions.ts"
import { wireTime } from "../sql/keyset.ts"

/** Makes the reader of the summary. */
export const alertSummary = (pg: PgClient.PgClient) =>
  Effect.fn("Alerts.summary")(function* (projectId: string, visibility: Visibility) {
    const since = new Date((yield* Clock.currentTimeMillis) - SUMMARY_MS)
    const seen = pg.and([pg`a.project_id = ${projectId}::uuid`, ...seenRecords(pg, visibility, "a")])
    const [summary] = yield* pg<AlertSummary>`
      select o.open, o.critical, o.oldest_open_at,
        (select count(*) from alerts a where ${seen} and a.status = 'acknowledged')::int as acknowledged,
        (select count(*) from alerts a
          where ${seen} and a.status = 'resolved' and a.history is null
            and a.resolved_at >= ${since})::int as resolved_30d,
        (select percentile_cont(0.5) within group (
            order by extract(epoch from a.acknowledged_at - a.created_at)::float8)
          from alerts a
          where ${seen} and a.acknowledged_at >= ${since}) as median_seconds_to_acknowledge_30d
      from (
        select count(*)::int as open, (count(*) filter (where a.severity = 'critical'))::int as critical,
          ${pg.literal(wireTime("min(a.created_at)"))} as oldest_open_at
        from alerts a
        where ${seen} and a.status = 'open'
      ) o`
    return summary!
  }, Effect.orDie)
