// Bytes that the database has written and holds: WAL, the table of positions, its indexes and the log.
import { Effect } from "effect"
import type { Sql } from "../Database.ts"

/** Storage is what was written or is held, or the difference of two readings, in bytes. */
export interface Storage {
  /** written since the cluster was made */
  readonly wal: number
  /** positions of all months, without indexes */
  readonly table: number
  readonly indexes: number
  /** the observation log with its indexes and TOAST */
  readonly log: number
  readonly database: number
}

/** Reads the sizes. A table that this version of the schema does not have counts as empty. */
export const readStorage = (sql: Sql): Effect.Effect<Storage> =>
  sql<Storage>`
    with positions as (
      select coalesce(leaf.relid, root.oid) as oid
      from (select to_regclass('positions') as oid) root
        left join lateral pg_partition_tree(root.oid) leaf on leaf.isleaf
    ), log as (
      select coalesce(leaf.relid, root.oid) as oid
      from (select to_regclass('observation_log') as oid) root
        left join lateral pg_partition_tree(root.oid) leaf on leaf.isleaf
    )
    select (pg_current_wal_insert_lsn() - '0/0')::float8 as wal,
      (select coalesce(sum(pg_table_size(oid)), 0)::float8 from positions) as "table",
      (select coalesce(sum(pg_indexes_size(oid)), 0)::float8 from positions) as indexes,
      (select coalesce(sum(pg_total_relation_size(oid)), 0)::float8 from log) as log,
      pg_database_size(current_database())::float8 as database`.pipe(
    Effect.orDie,
    Effect.map(([row]) => row!)
  )

/** Returns what came to it between two readings. */
export const writtenBetween = (from: Storage, to: Storage): Storage => ({
  wal: to.wal - from.wal,
  table: to.table - from.table,
  indexes: to.indexes - from.indexes,
  log: to.log - from.log,
  database: to.database - from.database
})
