// Reads the log for the engine: the next rows of every partition in commit order, and notifications of new
// ones.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  type Cursor,
  type Editions,
  Feed,
  type Lane,
  type LogRow,
  type LogProgress,
  type WindowRequest,
  type WindowRows
} from "../../engine/ports.ts"
import { bigints, bools, ints, texts, uuids } from "../sql/arrays.ts"
import { forwardNotifications } from "../sql/notifications.ts"
import { LogGrowth } from "./LogGrowth.ts"

/** PayloadRow is a row of the log with one of its two payloads. */
interface PayloadRow {
  readonly partition: number
  readonly id: bigint
  /** of a row of an earlier release, or of one that is not read: `[]` */
  readonly payload: string | null
  readonly packed: Uint8Array | null
  /** true, or null */
  readonly isShared: boolean | null
}

interface NextRow extends PayloadRow {
  readonly fits: boolean
  /** whether the row holds entries of a project that is in no lane */
  readonly counts: boolean
}

// a row without any payload, which the table refuses, is not passed over: decoding it fails
const toLogRow = ({ id, isShared, packed, partition, payload }: PayloadRow): LogRow => ({
  partition,
  id: Number(id),
  payload: packed ?? payload!,
  ...(isShared === true ? { isShared } : {})
})

/**
 * ROWS_PER_PARTITION is how many log rows of one partition a batch has; a row holds one ingest transaction's
 * entries.
 */
const ROWS_PER_PARTITION = 8
/** WINDOW_ROWS is how many log rows one window has. */
const WINDOW_ROWS = 1000

/** ObservationFeed is the `Feed` of the engine on PostgreSQL. */
export const ObservationFeed = Layer.effect(
  Feed,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const pg = yield* PgClient.PgClient
    const growth = yield* LogGrowth.make
    yield* forwardNotifications(pg, "observations", "the log", growth.add)

    /** The payload of row `n`; limited, so that it is looked up for each row, however many are expected. */
    const payloadOf = sql.literal(
      "select payload, packed, is_shared from observation_log l " +
        "where l.partition = n.partition and l.id = n.id limit 1"
    )

    /** Returns the next rows, all of them to be evaluated. */
    const next = (cursors: ReadonlyArray<Cursor>, most: number) => sql<NextRow>`
    select partition, id, case when fits then payload else '[]' end as payload,
      case when fits then packed end as packed, is_shared as "isShared", fits, true as counts from (
      select l.*, sum(l.size) over (order by l.id) - l.size < ${most} as fits
      from unnest(${ints(cursors.map((c) => c.partition))}, ${bigints(cursors.map((c) => c.position))})
        as c (partition, position)
      cross join lateral (select partition, id, size, payload, packed, is_shared from observation_log o
        where o.partition = c.partition and o.id > c.position order by o.id limit ${ROWS_PER_PARTITION}) l) r
    order by id`

    /**
     * Returns the same where projects are in lanes: a run of rows that hold only entries of these projects is
     * skipped, however long, and its last row stands for all. It is returned where no other row of the
     * partition is left.
     */
    const nextPassing = (cursors: ReadonlyArray<Cursor>, lanes: ReadonlyArray<Lane>, most: number) => {
      const parked = [...Map.groupBy(lanes, (l) => l.partition)]
      return sql<NextRow>`
      with c as materialized (
        select c.partition, c.position, coalesce(p.projects, '{}') as projects
        from unnest(${ints(cursors.map((c) => c.partition))}, ${bigints(cursors.map((c) => c.position))})
          as c (partition, position)
        left join (select partition, string_to_array(projects, ' ')::uuid[] as projects
          from unnest(${ints(parked.map(([partition]) => partition))},
            ${texts(parked.map(([, own]) => own.map((l) => l.projectId).join(" ")))})
            as p (partition, projects)) p using (partition)
      ), near as materialized (
        select l.*, sum(l.size) over (order by l.id) - l.size < ${most} as fits
        from c cross join lateral (select o.partition, o.id, o.size from observation_log o
          where o.partition = c.partition and o.id > c.position
            and not coalesce(o.project_ids <@ c.projects, false) order by o.id limit ${ROWS_PER_PARTITION}) l
      ), ends as (
        select c.partition, c.position, (select max(id) from observation_log o
          where o.partition = c.partition) as id
        from c where (select count(*) filter (where fits) = count(*) and count(*) < ${ROWS_PER_PARTITION} from near n
          where n.partition = c.partition)
      )
      select n.partition, n.id, n.fits, true as counts,
        case when n.fits then o.payload else '[]' end as payload, o.packed, o.is_shared as "isShared"
      from near n left join lateral (${payloadOf}) o on n.fits
      union all select partition, id, true, false, '[]', null, null from ends where id > position
        and not exists (select from near n where n.partition = ends.partition and n.id = ends.id)
      order by id`
    }

    const read = Effect.fnUntraced(function* ({ cursors, lanes }: LogProgress, most: number) {
      growth.clear()
      const newRows =
        lanes.length === 0 ? yield* next(cursors, most) : yield* nextPassing(cursors, lanes, most)
      const byPartition = Map.groupBy(newRows, (r) => r.partition)
      const isAtEnd = ({ partition }: Cursor) => {
        const rows = byPartition.get(partition) ?? []
        return rows.every((r) => r.fits) && rows.filter((r) => r.counts).length < ROWS_PER_PARTITION
      }
      return {
        rows: newRows.filter((r) => r.fits).map(toLogRow),
        atEnd: new Set(cursors.filter(isAtEnd).map((c) => c.partition))
      }
    }, Effect.orDie)

    const windows = Effect.fnUntraced(function* (
      projectId: string,
      asked: ReadonlyArray<WindowRequest>,
      most: number
    ) {
      const share = Math.ceil(most / Math.max(1, asked.length)),
        rowsOfOne = Math.min(WINDOW_ROWS, share + 1)
      const rows = yield* sql<PayloadRow & { readonly isWhole: boolean }>`
        with near as (
          select a.fixed, l.*,
            a.fixed or (
              sum(l.size) over (partition by l.partition order by l.id) - l.size < ${share}
              and l.n < ${rowsOfOne}
            ) as fits,
            count(*) over (partition by l.partition) as seen
          from unnest(
            ${ints(asked.map((a) => a.partition))}, ${bigints(asked.map((a) => a.from))},
            ${bigints(asked.map((a) => a.to))}, ${bools(asked.map((a) => a.fixed))}
          ) as a (partition, start, stop, fixed)
            cross join lateral (
              select o.partition, o.id, o.size, row_number() over (order by o.id) as n
              from observation_log o
              where o.partition = a.partition and o.id > a.start and o.id <= a.stop
                and (o.project_ids is null or o.project_ids @> array[${projectId}::uuid])
              order by o.id
              limit case when a.fixed then null else ${rowsOfOne} end
            ) l
        )
        select n.partition, n.id, count(*) over (partition by n.partition) = n.seen as "isWhole", o.payload,
          o.packed, o.is_shared as "isShared"
        from near n
          cross join lateral (${payloadOf}) o
        where n.fits
        order by n.id`
      const byPartition = Map.groupBy(rows, (r) => r.partition)
      return asked.map(({ partition, to }): WindowRows => {
        const partitionRows = byPartition.get(partition) ?? []
        return {
          partition,
          upTo: partitionRows.every((r) => r.isWhole) ? to : Number(partitionRows.at(-1)!.id),
          rows: partitionRows.map(toLogRow)
        }
      })
    }, Effect.orDie)

    const scheduled = sql<{ id: string; ruleSet: number; roster: number }>`
      select p.id, p.rule_set_version::float8 as "ruleSet", p.roster_version::float8 as roster
      from projects p
      where exists (
        select from rules r
          join rule_versions v on v.rule_id = r.id and v.version = r.current_version
        where r.project_id = p.id and r.enabled and r.archived_at is null
          and v.document -> 'trigger' ->> 'kind' = 'schedule'
      )`.pipe(
      Effect.map(
        (rows) => new Map<string, Editions>(rows.map(({ id, ruleSet, roster }) => [id, { ruleSet, roster }]))
      ),
      Effect.orDie
    )

    const editions = Effect.fnUntraced(function* (projectIds: ReadonlyArray<string>) {
      const rows = yield* sql<{ id: string; ruleSet: number; roster: number }>`
        select id, rule_set_version::float8 as "ruleSet", roster_version::float8 as roster
        from projects
        where id = any(${uuids(projectIds)})`
      return new Map<string, Editions>(rows.map(({ id, ruleSet, roster }) => [id, { ruleSet, roster }]))
    }, Effect.orDie)

    return Feed.of({
      read,
      windows,
      editions,
      scheduled,
      wait: (milliseconds, partitions) => growth.wait(milliseconds, partitions)
    })
  })
)
