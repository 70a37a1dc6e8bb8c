// What waits in the queues: how much, and since when.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SystemFacts as Facts } from "../../domain/system/SystemFacts.ts"

/** Unread rows of a partition that are counted. */
export const MANY = 1_000_000

/** The queues of the workers, and that of analyses apart. */
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
              limit ${MANY}
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

  /** Whatever holds the tables of analyses holds up nothing else. */
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
