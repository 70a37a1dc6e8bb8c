// Notes what an import stored, in the transaction that stores it; a removal works by these notes.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { instants, ints, uuids } from "../../sql/arrays.ts"
import type { Records } from "../appendLog.ts"
import type { Row } from "../attributeRows.ts"
import type { WriteBatch } from "../WriteBatch.ts"

/** Returns the import of a transaction, which has no other records then. */
const importOf = ([first]: ReadonlyArray<WriteBatch>): string | undefined => first?.credential.importId

/** Whether the rows are of an import that is being removed; if not, it cannot be until the transaction ends. */
export const isOfRemovedImport = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  batches: ReadonlyArray<WriteBatch>
) {
  const importId = importOf(batches)
  if (importId === undefined) return false
  const validImports = yield* sql`
    select from track_imports
    where id = ${importId}::uuid and state in ('open', 'finished')
    for share`
  return validImports.length === 0
})

/** DeviceNote is the note of a device. */
interface DeviceNote {
  from: number
  to: number
  positions: number
  measurements: number
  states: number
  repeated: number
}

/** Notes of each device which records of an import are new, and how many rows added nothing. */
export const noteImportBatch = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  batches: ReadonlyArray<WriteBatch>,
  rows: ReadonlyArray<Row>,
  { batchId, conflicting, fixes, states, values }: Records
) {
  const importId = importOf(batches)
  if (importId === undefined || rows.length === 0) return
  const devices = new Map<string, DeviceNote>()
  const notedOf = ({ device: { deviceId }, report: { at } }: Row): DeviceNote => {
    let noted = devices.get(deviceId)
    if (noted === undefined) {
      noted = { from: at, to: at, positions: 0, measurements: 0, states: 0, repeated: 0 }
      devices.set(deviceId, noted)
    }
    noted.from = Math.min(noted.from, at)
    noted.to = Math.max(noted.to, at)
    return noted
  }
  const fresh = new Set<Row>()
  for (const list of [fixes, conflicting, values, states]) for (const { row } of list) fresh.add(row)
  for (const row of rows) notedOf(row).repeated += fresh.has(row) ? 0 : 1
  for (const { row } of [...fixes, ...conflicting]) notedOf(row).positions++
  for (const { row } of values) notedOf(row).measurements++
  for (const { row } of states) notedOf(row).states++
  const noted = [...devices.values()]
  yield* sql`
    insert into import_batches (
      import_id, batch_id, device_id, from_time, to_time, positions, measurements, states, repeated
    )
    select ${importId}::uuid, ${batchId}::float8::int8, v.*
    from unnest(
      ${uuids([...devices.keys()])}, ${instants(noted.map((n) => n.from))},
      ${instants(noted.map((n) => n.to))}, ${ints(noted.map((n) => n.positions))},
      ${ints(noted.map((n) => n.measurements))}, ${ints(noted.map((n) => n.states))},
      ${ints(noted.map((n) => n.repeated))}
    ) as v (device_id, from_time, to_time, positions, measurements, states, repeated)`
})
