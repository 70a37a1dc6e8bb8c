// The length and age of the queues.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SystemFacts as Facts } from "../../domain/system/SystemFacts.ts"

/** MAX_COUNTED_ROWS is up to how many unread rows of a partition are counted. */
export const MAX_COUNTED_ROWS = 1_000_000

/** Makes the readers: of the workers' queues, and of that of analyses. */
export const queueFacts = (sql: SqlClient.SqlClient) => {
  const queues = sql<Facts["queues"][number]>`
    select *
    from (
      values (
        'observation_log',
        (
          select count(*)
          from partition_cursor c
            cross join lateral (
              select from observation_log l
              where l.partition = c.partition and l.id > c.position
              limit ${MAX_COUNTED_ROWS}
            ) m
        ),
        (
          select min(o.received_at)
          from partition_cursor c
            cross join lateral (
              select received_at
              from observation_log l
              where l.partition = c.partition and l.id > c.position
              order by l.id
              limit 1
            ) o
        )
      ),
      (
        'late_spans', (select count(*) from late_spans where replayed_at is null),
        (select min(created_at) from late_spans where replayed_at is null)
      ),
      (
        'automation_outbox', (select count(*) from automation_outbox),
        (
          select e.created_at
          from automation_outbox o
            join events e on e.id = o.event_id
          order by o.id
          limit 1
        )
      ),
      (
        'deliveries', (select count(*) from deliveries where status = 'queued'),
        (select min(next_attempt_at) from deliveries where status = 'queued')
      ),
      (
        'jobs', (select count(*) from jobs where status in ('queued', 'running')),
        (select min(due_at) from jobs where status = 'queued')
      )
    ) as q (name, depth, oldest)`.pipe(
    Effect.map(
      (rows) =>
        rows as unknown as ReadonlyArray<{
          name: Facts["queues"][number]["name"]
          depth: bigint
          oldest: Date | null
        }>
    )
  )

  /** apart, so that a lock on the tables of analyses blocks nothing else */
  const analyses = sql<{ depth: number; oldest: Date | null }>`
    select count(*)::int4 as depth, min(created_at) filter (where status = 'queued') as oldest
    from analysis_runs
    where status in ('queued', 'running')`.pipe(
    Effect.timeout("1 second"),
    Effect.map(([row]) => row!),
    Effect.orElseSucceed(() => ({ depth: null, oldest: null }))
  )

  return { queues, analyses }
}
