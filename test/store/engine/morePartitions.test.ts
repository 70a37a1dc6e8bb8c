// A database of 16 partitions, killed in the middle of things by an older release, has 64 after the upgrade: each
// subject's rows in its partition, and each unread record once.
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { partitionOf, PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import { entriesOf } from "../../../src/engine/live/entriesOf.ts"
import { migrate, MIGRATIONS_FOLDER } from "../../../src/store/sql/Migrations.ts"
import { subjectOf } from "../../support/engine/logPayload.ts"
import { EmptyDatabase, LoginSql } from "../../support/sql/database.ts"
import { readLog } from "../../support/sql/log.ts"
import { loadHalfway } from "../../support/upgrade/loadHalfway.ts"
import { migrateUpTo } from "../../support/upgrade/migrateUpTo.ts"

const BEFORE = 16

/** The tables whose rows belong to a subject. */
const ofSubjects = ["late_spans", "rule_set_periods", "rule_states", "subject_placements"] as const

/** The tables whose rows belong to a partition, without their partition and what an upgrade may change. */
const ofPartitions = {
  partition_cursor: "position",
  project_lanes: "project_id, position, up_to, subject_id, at, ticked, opened_at, rule_id",
  tick_cursors: "project_id, ticked_to, next_to, subject_id, at",
  rule_set_adoptions: "project_id, rule_set_version, from_position, at"
} as const

/** Rows of a table by partition, each as JSON. */
const rowsOf = (table: string, columns: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ partition: number; rows: ReadonlyArray<string> }>`
      select partition, array_agg(row_to_json(t)::text order by row_to_json(t)::text) as rows
      from (select partition as p, ${sql.literal(columns)} from ${sql(table)}) t, lateral (select t.p as partition) x
      group by partition order by partition`
    return new Map(rows.map((r) => [r.partition, r.rows.map((row) => row.replace(/"p":\d+,/, ""))] as const))
  })

/** Unread rows: beyond the cursor of their partition, or beyond the lane of a project in it. */
const unreadIds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ partition: number; id: number }>`
    select o.partition, o.id::float8 as id
    from observation_log o join partition_cursor c using (partition)
    where o.id > least(c.position, (select min(position) from project_lanes l where l.partition = o.partition))`
  return new Set(rows.map(({ id, partition }) => `${partition} ${id}`))
})

it.effect(
  "an upgrade to more partitions moves what is under way with its subject, and no record is read twice",
  () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* loadHalfway
      yield* migrateUpTo("0086")
      const before = yield* Effect.forEach(Object.entries(ofPartitions), ([table, columns]) =>
        rowsOf(table, columns)
      )
      const unread = yield* unreadIds
      const records = (yield* readLog)
        .filter((row) => unread.has(`${row.partition} ${row.id}`))
        .flatMap((row) => entriesOf(row, subjectOf))
      assert.isAbove(records.length, 10)

      yield* migrate(MIGRATIONS_FOLDER)

      for (const table of ofSubjects) {
        const rows = yield* sql<{ partition: number; subject_id: string }>`
        select partition, subject_id from ${sql(table)}`
        assert.isAbove(rows.length, 0, table)
        for (const row of rows) assert.strictEqual(row.partition, partitionOf(row.subject_id), table)
      }
      const after = yield* Effect.forEach(Object.entries(ofPartitions), ([table, columns]) =>
        rowsOf(table, columns)
      )
      for (const [n, of16] of before.entries())
        for (let p = 0; p < PARTITIONS; p++) assert.deepStrictEqual(after[n]!.get(p), of16.get(p % BEFORE))
      assert.strictEqual(before[0]!.size, BEFORE)

      const stillUnread = yield* unreadIds
      const [shared] = yield* sql<{ ids: ReadonlyArray<string> }>`
      select array_agg(concat(partition, ' ', id)) as ids from observation_log where is_shared`
      assert.deepStrictEqual(new Set(shared!.ids), stillUnread)
      const rows = (yield* readLog).filter((row) => stillUnread.has(`${row.partition} ${row.id}`))
      const read = rows.flatMap((row) => entriesOf({ ...row, isShared: true }, subjectOf))
      const byRecord = (a: { readonly recordId: number }, b: { readonly recordId: number }) =>
        a.recordId - b.recordId
      assert.deepStrictEqual(read.toSorted(byRecord), records.toSorted(byRecord))
      for (const row of rows)
        for (const { subject } of entriesOf({ ...row, isShared: true }, subjectOf))
          assert.strictEqual(partitionOf(subject.id), row.partition)
    }).pipe(Effect.provide(LoginSql.pipe(Layer.provideMerge(EmptyDatabase))))
)
