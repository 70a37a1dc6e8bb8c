// Stores reports of unregistered devices, whole and once each, under the identity they came with, until a
// device is made for it. Of an identity that an operator ignores only the sightings are counted.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { uuid7 } from "../sql/uuid7.ts"
import { refuse } from "../../domain/intake/Report.ts"
import { canonicalText } from "../../domain/rule/Document.ts"
import { byteas, instants, ints, serialised, texts, uuids } from "../sql/arrays.ts"
import { byText, type UnknownRow } from "./attributeRows.ts"
import type { Answer } from "./WriteBatch.ts"
import { writeTraces } from "./writeTraces.ts"

const detail = "no device has this identity in the data source"

/** Sighting is the reports of one unknown identity. */
interface Sighting {
  readonly sourceId: string
  readonly externalId: string
  readonly rows: ReadonlyArray<UnknownRow>
}

const keyOf = ({ batch, report }: UnknownRow): string => `${batch.credential.sourceId} ${report.device}`

/** Groups rows by identity, in the order in which every transaction takes their locks. */
const sightingsIn = (rows: ReadonlyArray<UnknownRow>): ReadonlyArray<Sighting> =>
  [...Map.groupBy(rows, keyOf).values()]
    .map((ofOne): Sighting => {
      const { batch, report } = ofOne[0]!
      return { sourceId: batch.credential.sourceId, externalId: report.device, rows: ofOne }
    })
    .sort((a, b) => byText(a.sourceId, b.sourceId) || byText(a.externalId, b.externalId))

const meet = (sql: SqlClient.SqlClient, sightings: ReadonlyArray<Sighting>) => sql<{
  id: string
  source: string
  name: string
  ignored: boolean
}>`
  insert into unknown_identities (id, data_source_id, external_id, first_seen_at, last_seen_at, report_count)
  select v.id, v.source, v.name, v.at, v.at, v.reports
  from unnest(
    ${uuids(sightings.map(() => uuid7()))}, ${uuids(sightings.map((s) => s.sourceId))},
    ${texts(sightings.map((s) => s.externalId))},
    ${instants(sightings.map((s) => s.rows[0]!.batch.receivedAt))},
    ${ints(sightings.map((s) => s.rows.length))}
  ) as v (id, source, name, at, reports)
  on conflict (data_source_id, external_id) do update set last_seen_at = greatest(
    unknown_identities.last_seen_at, excluded.last_seen_at
  ), report_count = unknown_identities.report_count + excluded.report_count
  returning id, data_source_id as source, external_id as name, ignored_at is not null as ignored`

/**
 * Stores the reports and answers each with `unassigned`; one trace for each identity and request, not one for
 * each report.
 */
export const storeUnknownReports = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  rows: ReadonlyArray<UnknownRow>
) {
  if (rows.length === 0) return []
  const met = new Map((yield* meet(sql, sightingsIn(rows))).map((r) => [`${r.source} ${r.name}`, r]))
  const identityOf = (row: UnknownRow) => met.get(keyOf(row))!
  const keptRows = rows.filter((r) => !identityOf(r).ignored)
  yield* sql`
    insert into kept_reports (unknown_identity_id, received_at, report_time, fingerprint, report)
    select *
    from unnest(
      ${uuids(keptRows.map((r) => identityOf(r).id))}, ${instants(keptRows.map((r) => r.receivedAt))},
      ${instants(keptRows.map((r) => r.report.at))},
      ${byteas(keptRows.map((r) => createHash("sha256").update(canonicalText(r.batch.raw[r.at])).digest()))},
      ${serialised(keptRows.map((r) => JSON.stringify(r.batch.raw[r.at])))}::jsonb[]
    )
    on conflict do nothing`
  const traced = [...Map.groupBy(keptRows, (r) => r.batch).values()].flatMap((ofBatch) => [
    ...Map.groupBy(ofBatch, (r) => r.report.device).values()
  ])
  const ids = yield* writeTraces(
    sql,
    traced.map((group) => {
      const { at, batch, report } = group[0]!
      return {
        sourceId: batch.credential.sourceId,
        receivedAt: batch.receivedAt,
        refusal: refuse("DEVICE_NOT_FOUND", "/device", detail),
        raw: batch.raw[at],
        subject: {
          external_id: report.device,
          reports: group.length,
          unknown_identity_id: identityOf(group[0]!).id
        },
        deviceId: null,
        projectId: null
      }
    })
  )
  const traces = new Map(traced.flatMap((group, i) => group.map((row) => [row, ids[i]!])))
  return rows.map((row): Answer => {
    const traceId = traces.get(row)
    const outcome = { status: "unassigned", code: "DEVICE_NOT_FOUND", detail } as const
    return {
      batch: row.batch,
      at: row.at,
      outcome: traceId === undefined ? outcome : { ...outcome, traceId }
    }
  })
})
