// Reports of devices that nobody has registered: kept whole, once each, under the identity they came with,
// until a device is made for it. Of an identity that an operator ignores only the sightings are counted.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { uuid7 } from "../sql/uuid7.ts"
import { refuse } from "../../domain/intake/Report.ts"
import { canonicalText } from "../../domain/rule/Document.ts"
import { byteas, instants, ints, serialised, texts, uuids } from "../sql/arrays.ts"
import type { Named, Row } from "./Batch.ts"
import { writeTraces } from "./writeTraces.ts"

const byName = (a: Named, b: Named): number =>
  a.sourceId < b.sourceId
    ? -1
    : a.sourceId > b.sourceId
      ? 1
      : a.externalId < b.externalId
        ? -1
        : a.externalId > b.externalId
          ? 1
          : 0

const meet = (
  sql: SqlClient.SqlClient,
  sightings: ReadonlyArray<readonly [Named, ReadonlyArray<Row>]>
) => sql<{ id: string; source: string; name: string; ignored: boolean }>`
  insert into unknown_identities (id, data_source_id, external_id, first_seen_at, last_seen_at, report_count)
  select v.id, v.source, v.name, v.at, v.at, v.reports
  from unnest(
    ${uuids(sightings.map(() => uuid7()))}, ${uuids(sightings.map(([d]) => d.sourceId))},
    ${texts(sightings.map(([d]) => d.externalId))},
    ${instants(sightings.map(([, rows]) => rows[0]!.part.receivedAt))},
    ${ints(sightings.map(([, rows]) => rows.length))}
  ) as v (id, source, name, at, reports)
  on conflict (data_source_id, external_id) do update set last_seen_at = greatest(
    unknown_identities.last_seen_at, excluded.last_seen_at
  ), report_count = unknown_identities.report_count + excluded.report_count
  returning id, data_source_id as source, external_id as name, ignored_at is not null as ignored`

/**
 * Keeps the reports and answers each with `unassigned`; one trace for each identity and request, not one for
 * each report.
 */
export const keepUnknown = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, rows: ReadonlyArray<Row>) {
  if (rows.length === 0) return
  const sightings = [...Map.groupBy(rows, (r) => r.device)].sort(([a], [b]) => byName(a, b))
  const met = new Map((yield* meet(sql, sightings)).map((r) => [`${r.source} ${r.name}`, r]))
  const identityOf = (d: Named) => met.get(`${d.sourceId} ${d.externalId}`)!
  const kept = rows.filter((r) => !identityOf(r.device).ignored)
  yield* sql`
    insert into kept_reports (unknown_identity_id, received_at, report_time, fingerprint, report)
    select *
    from unnest(
      ${uuids(kept.map((r) => identityOf(r.device).id))}, ${instants(kept.map((r) => r.receivedAt))},
      ${instants(kept.map((r) => r.report.at))},
      ${byteas(kept.map((r) => createHash("sha256").update(canonicalText(r.part.raw[r.at])).digest()))},
      ${serialised(kept.map((r) => JSON.stringify(r.part.raw[r.at])))}::jsonb[]
    )
    on conflict do nothing`
  const traced = [...Map.groupBy(kept, (r) => r.part)].flatMap(([, ofPart]) => [
    ...Map.groupBy(ofPart, (r) => r.device).values()
  ])
  const detail = "no device has this identity in the data source"
  const ids = yield* writeTraces(
    sql,
    traced.map((group) => {
      const { at, device, part } = group[0]!
      return {
        sourceId: device.sourceId,
        receivedAt: part.receivedAt,
        refusal: refuse("DEVICE_NOT_FOUND", "/device", detail),
        raw: part.raw[at],
        subject: {
          external_id: device.externalId,
          reports: group.length,
          unknown_identity_id: identityOf(device).id
        },
        deviceId: null,
        projectId: null
      }
    })
  )
  for (const row of rows) row.outcomes[row.at] = { status: "unassigned", code: "DEVICE_NOT_FOUND", detail }
  traced.forEach((group, i) => {
    const outcome = { status: "unassigned", code: "DEVICE_NOT_FOUND", detail, traceId: ids[i]! } as const
    for (const row of group) row.outcomes[row.at] = outcome
  })
})
