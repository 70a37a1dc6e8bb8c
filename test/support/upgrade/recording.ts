// The database of an older release, made anew: its migrations, and its rows as they were written down
// (`olderRelease.ts`).
import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { madeAt } from "../../../src/domain/event/ProcessingTrace.ts"
import { migrateFiles } from "./migrateUpTo.ts"

type Row = Readonly<Record<string, unknown>>

export interface Recording {
  /** by which commit, and when */
  readonly made: { readonly commit: string; readonly at: string }
  readonly migrations: ReadonlyArray<{ readonly name: string; readonly checksum: string }>
  readonly sequences: Readonly<Record<string, number>>
  readonly tables: Readonly<Record<string, ReadonlyArray<Row>>>
}

/**
 * Traces go by their age, which is in their ids too: here they are as young as they were then. Everything
 * else is as it was written.
 */
const freshen = (written: string): Recording => {
  const {
    made,
    tables: { processing_traces: traces = [] }
  } = JSON.parse(written) as Recording
  const days = Math.floor((Date.now() - Date.parse(made.at)) / 86_400_000) * 86_400_000
  const moved = (id: string) =>
    (madeAt(id) + days)
      .toString(16)
      .padStart(12, "0")
      .replace(/^(.{8})(.{4})$/u, "$1-$2") + id.slice(13)
  const recording = JSON.parse(
    traces.reduce((all, { id }) => all.replaceAll(String(id), moved(String(id))), written)
  ) as Recording
  const young = recording.tables["processing_traces"]!.map((row) => ({
    ...row,
    started_at: new Date(Date.parse(String(row["started_at"])) + days).toISOString()
  }))
  return { ...recording, tables: { ...recording.tables, processing_traces: young } }
}

/** With whatever else the script that recorded it wrote. */
export const readRecording = (file: string): Recording => {
  const bytes = readFileSync(new URL(file, import.meta.url))
  return freshen((file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8"))
}

/** The column that a table is divided by. */
const months = {
  positions: "original_time",
  measurements: "original_time",
  device_states: "original_time",
  processing_traces: "started_at"
} as const

/** Into an empty database, as its owner. */
export const loadRecording = ({ migrations, sequences, tables: recorded }: Recording) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    yield* migrateFiles(migrations.map(({ name }) => name))
    yield* sql.withTransaction(
      Effect.gen(function* () {
        // rows are put back as they lay: no trigger has a say
        yield* sql`set local session_replication_role = replica`
        const tables = yield* sql<{
          name: string
        }>`select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
            and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migrations'`
        yield* sql`truncate ${sql.csv(tables.map(({ name }) => sql`${sql(name)}`))}`
        for (const [table, column] of Object.entries(months)) {
          for (const month of new Set(recorded[table]?.map((row) => String(row[column]).slice(0, 7))))
            yield* sql`select make_month(${table}, ${`${month}-01`}::date)`
        }
        for (const [table, rows] of Object.entries(recorded))
          yield* sql`insert into ${sql(table)} overriding system value select *
              from json_populate_recordset(null::${sql(table)}, ${JSON.stringify(rows)}::json)`
        for (const [name, last] of Object.entries(sequences))
          yield* sql`select setval(${name}::regclass, ${last}::int8)`
      })
    )
  })
