// The state of the service, read from its tables: live workers, the engine's progress, queues.
import { Context, Effect, Layer, Struct } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { statfs } from "node:fs/promises"
import { engineShares } from "../../domain/system/engineShares.ts"
import { beatingRoles, type SystemFacts as Facts } from "../../domain/system/SystemFacts.ts"
import { texts } from "../sql/arrays.ts"
import { waitingLanes } from "../engine/awaitedRows.ts"
import { isRunning, runningNames } from "../engine/placement/heartbeat.ts"
import { wireTime } from "../sql/keyset.ts"
import { MAX_COUNTED_ROWS, queueFacts } from "./queueFacts.ts"

/** DataDirectory is the directory whose disk is checked; null: none. */
export const DataDirectory = Context.Reference<string | null>("store/DataDirectory", {
  defaultValue: () => null
})

interface Beat {
  readonly role: string
  readonly worker: string
  readonly pid: number | null
  readonly started_at: string
  readonly heartbeat_age_seconds: number
  readonly clock_ahead_seconds: number
  readonly version: string | null
  readonly detail: Facts["workers"][number]["workers"][number]["detail"]
}

const age = (column: string): string => `greatest(0, extract(epoch from now() - ${column}))::float8`

const diskOf = (path: string | null) =>
  path === null
    ? Effect.succeed(null)
    : Effect.tryPromise(() => statfs(path)).pipe(
        Effect.map(({ bavail, blocks, bsize }) => ({
          path,
          free_bytes: bavail * bsize,
          total_bytes: blocks * bsize
        })),
        Effect.orElseSucceed(() => null)
      )

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const directory = yield* DataDirectory
  const { analyses, queues } = queueFacts(sql)

  const beats = sql<Beat>`
    select role, worker, pid,
      ${sql.literal(`${wireTime("started_at")} as started_at, ${age("beat_at")} as heartbeat_age_seconds`)},
      coalesce((detail->>'clock_ahead_seconds')::float8, 0) as clock_ahead_seconds,
      detail->>'version' as version,
      detail - '{clock_ahead_seconds,version}'::text[] as detail
    from worker_heartbeats
    where role = any(${texts(beatingRoles)}) and beat_at > now() - interval '1 day'
    order by beat_at desc
    limit 200`

  const partitions = sql<Facts["partitions"][number]>`
    select c.partition::int4 as partition,
      c.owner,
      ${sql.literal(isRunning("c.owner"))} as owner_alive,
      c.epoch::float8 as epoch,
      ${sql.literal(wireTime("c.claimed_at"))} as claimed_at,
      u.n::int4 as unread,
      coalesce(${sql.literal(age("o.received_at"))}, 0) as lag_seconds
    from partition_cursor c
      cross join lateral (
        select count(*) as n
        from (
          select from observation_log l where l.partition = c.partition and l.id > c.position limit ${MAX_COUNTED_ROWS}
        ) m
      ) u
      left join lateral (
        select received_at
        from observation_log l
        where l.partition = c.partition and l.id > c.position
        order by l.id
        limit 1
      ) o
        on true
    order by c.partition`

  const running = sql<{ name: string }>`${sql.literal(runningNames)}`

  const lanes = sql<Facts["project_lanes"][number]>`
    select s.project_id,
      p.name as project_name,
      s.partitions, s.unread,
      coalesce(${sql.literal(age("s.oldest"))}, 0) as lag_seconds,
      ${sql.literal(wireTime("s.opened"))} as opened_at,
      s.rule_id,
      r.name as rule_name
    from (
      select l.project_id,
        count(*)::int4 as partitions,
        sum(w.unread)::int4 as unread,
        min(w.oldest) as oldest,
        min(l.opened_at) as opened,
        mode() within group (order by l.rule_id) as rule_id
      from ${sql.literal(waitingLanes)}
      group by l.project_id
    ) s
      join projects p on p.id = s.project_id
      left join rules r on r.id = s.rule_id
    order by s.opened, s.project_id`

  const rest = sql<{
    at: string
    failed: number
    connected: number
    disconnected: number
    version: string
    step: number
    applied: string
    size: number
    connections: number
    max: number
    clock: Date
  }>`
    select ${sql.literal(wireTime("now()"))} as at,
      now() as clock,
      (
        select count(*)::int4
        from processing_traces
        where status = 'failed' and started_at > now() - interval '1 hour'
      ) as failed,
      (
        select count(*)::int4
        from data_source_connections c
          join data_sources s on s.id = c.data_source_id
        where s.enabled and s.config ?| array['mqtt', 'websocket'] and c.status = 'connected'
      ) as connected,
      (
        select count(*)::int4
        from data_source_connections c
          join data_sources s on s.id = c.data_source_id
        where s.enabled and s.config ?| array['mqtt', 'websocket'] and c.status <> 'connected'
      ) as disconnected,
      current_setting('server_version') as version,
      (select max(id)::int4 from schema_migrations) as step,
      (select ${sql.literal(wireTime("max(applied_at)"))} from schema_migrations) as applied,
      pg_database_size(current_database())::float8 as size,
      (select sum(numbackends)::int4 from pg_stat_database) as connections,
      current_setting('max_connections')::int4 as max`

  return {
    read: Effect.gen(function* () {
      const [alive, read, engines, apart, waits, runs, [other], disk] = yield* Effect.all([
        beats,
        partitions,
        running,
        lanes,
        queues,
        analyses,
        rest,
        diskOf(directory)
      ])
      const { applied, at, clock, connected, connections, disconnected, failed, max, size, step, version } =
        other!
      const oldest = (since: Date | null) =>
        since === null ? null : Math.max(0, (clock.getTime() - since.getTime()) / 1000)
      const [log, ...queued] = [
        ...waits.map(({ depth, ...queue }) => ({ ...queue, depth: Number(depth) })),
        { name: "analyses" as const, ...runs }
      ].map(({ depth, name, oldest: since }) => ({ name, depth, oldest_seconds: oldest(since) }))
      const unread = apart.reduce((n, lane) => n + lane.unread, 0)
      const ofLanes = {
        name: "project_lanes" as const,
        depth: unread,
        oldest_seconds: unread === 0 ? null : Math.max(...apart.map((lane) => lane.lag_seconds))
      }
      return {
        at,
        workers: beatingRoles.map((role) => {
          const workers = alive.filter((beat) => beat.role === role)
          return {
            role,
            heartbeat_age_seconds: workers[0]?.heartbeat_age_seconds ?? null,
            workers: workers.map(Struct.omit(["role"]))
          }
        }),
        engines: engineShares(
          read,
          engines.map(({ name }) => name),
          alive
        ),
        partitions: read,
        rule_lag_seconds: Math.max(0, ...read.map((p) => p.lag_seconds)),
        project_lanes: apart,
        queues: [log!, ofLanes, ...queued],
        failed_traces_last_hour: failed,
        data_sources: { connected, disconnected },
        database: { version, size_bytes: size, connections, max_connections: max },
        versions: { postgresql: version, schema_step: step, schema_applied_at: applied },
        disk
      } satisfies Facts
    }).pipe(Effect.orDie, Effect.withSpan("SystemFacts.read"))
  }
})

/** SystemFacts reads the state. */
export class SystemFacts extends Context.Service<SystemFacts>()("store/SystemFacts", { make }) {
  static readonly layer = Layer.effect(SystemFacts, make)
}
