// The rows of the log, and what is in them.
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { decodeLog, type LogPayload } from "../../../src/domain/intake/LogEntry.ts"
import { jsonLog, subjectOf } from "../engine/logPayload.ts"

export interface LogRow {
  readonly id: number
  readonly partition: number
  readonly batch: number
  readonly size: number
  readonly project_ids: ReadonlyArray<string> | null
  readonly payload: LogPayload
  readonly received_at: Date
}

/** The log, oldest first. */
export const readLog = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<
    Omit<LogRow, "payload"> & { readonly payload: string | null; readonly packed: Uint8Array | null }
  >`select id::float8 as id, partition, batch_id::float8 as batch, size, project_ids, payload, packed, received_at
    from observation_log order by id`
  return rows.map(({ packed, payload, ...row }): LogRow => ({ ...row, payload: packed ?? payload! }))
})

/** The observations of a log row as the engine reads them. */
export const observationsOf = ({ payload }: LogRow) => decodeLog(payload, subjectOf)

/** The log rows that hold an observation of a project or a device. */
export const logOf = (id: string) =>
  Effect.map(readLog, (rows) =>
    rows.filter((row) =>
      observationsOf(row).some(({ subject }) => subject.projectId === id || subject.deviceId === id)
    )
  )

/** The number of observations in the log rows of a project or a device, as the rows say it. */
export const loggedOf = (id: string) =>
  Effect.map(logOf(id), (rows) => rows.reduce((sum, { size }) => sum + size, 0))

/** Gives rows the payload in JSON that earlier releases wrote; the number of these rows. */
export const writeAsBefore = Effect.fnUntraced(function* (isOld: (row: LogRow) => boolean) {
  const sql = yield* SqlClient.SqlClient
  const rows = (yield* readLog).filter(isOld)
  for (const row of rows)
    yield* sql`update observation_log set payload = ${jsonLog(observationsOf(row))}, packed = null
      where partition = ${row.partition}::int4 and id = ${row.id}::float8::int8`
  return rows.length
})
