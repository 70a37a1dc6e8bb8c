// Traces records that were stored before: harmless, but shown to a user who looks for what a device sent twice,
// and counted by runs.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { remedies } from "../../domain/intake/TraceCode.ts"
import { instants, serialised, uuids } from "../sql/arrays.ts"
import { uuid7 } from "../sql/uuid7.ts"
import type { Row } from "./attributeRows.ts"

const DAY_MS = 86_400_000

/** Repeated is the records of one device, day (UTC) and request that were stored before. */
interface Repeated {
  readonly of: Row
  count: number
  fixes: number
  first: number
  last: number
}

const repeatedIn = (rows: ReadonlyArray<Row>, fresh: ReadonlySet<Row>): ReadonlyArray<Repeated> => {
  const repeatedByKey = new Map<string, Repeated>()
  for (const row of rows) {
    if (fresh.has(row)) continue
    const { at, fix } = row.report
    const whose = `${row.device.deviceId} ${row.owner.projectId} ${row.owner.entityId}`
    const key = `${row.batch.credential.sourceId} ${whose} ${Math.floor(at / DAY_MS)}`
    let repeated = repeatedByKey.get(key)
    if (repeated === undefined)
      repeatedByKey.set(key, (repeated = { of: row, count: 0, fixes: 0, first: at, last: at }))
    repeated.count++
    if (fix !== null) repeated.fixes++
    repeated.first = Math.min(repeated.first, at)
    repeated.last = Math.max(repeated.last, at)
  }
  return [...repeatedByKey.values()]
}

const iso = (at: number) => new Date(at).toISOString()

const stepsOf = ({ count, first, fixes, last, of }: Repeated): string =>
  JSON.stringify([
    {
      name: "receive",
      status: "ok",
      at: iso(of.batch.receivedAt),
      detail: {
        data_source_id: of.batch.credential.sourceId,
        external_id: of.device.externalId,
        records: count
      }
    },
    {
      name: "store",
      status: "duplicate",
      at: iso(of.batch.receivedAt),
      detail: {
        code: "DUPLICATE",
        records: count,
        fixes,
        first: iso(first),
        last: iso(last),
        remedy: remedies.DUPLICATE
      }
    }
  ])

/**
 * Writes a trace for each device and day of which a request repeated records; `fresh`: rows of which any
 * record was new.
 */
export const traceDuplicates = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  rows: ReadonlyArray<Row>,
  fresh: ReadonlySet<Row>
) {
  const repeated = repeatedIn(rows, fresh)
  if (repeated.length === 0) return
  yield* sql`
    insert into processing_traces (
      id, kind, status, code, started_at, data_source_id, device_id, project_id, entity_id, steps
    )
    select v.id, 'ingest', 'duplicate', 'DUPLICATE', v.started_at, v.data_source_id, v.device_id,
      v.project_id, v.entity_id, v.steps
    from unnest(
      ${uuids(repeated.map(() => uuid7()))}, ${instants(repeated.map(({ of }) => of.batch.receivedAt))},
      ${uuids(repeated.map(({ of }) => of.batch.credential.sourceId))},
      ${uuids(repeated.map(({ of }) => of.device.deviceId))},
      ${uuids(repeated.map(({ of }) => of.owner.projectId))},
      ${uuids(repeated.map(({ of }) => of.owner.entityId))}, ${serialised(repeated.map(stepsOf))}::jsonb[]
    ) as v (id, started_at, data_source_id, device_id, project_id, entity_id, steps)`
})
