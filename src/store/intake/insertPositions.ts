// Writes fixes to `positions`: by COPY where all are new, else by inserts. A fix whose device, time and type exist
// is a duplicate when it has the same place; with another place it is stored as conflicting, and no rule
// evaluates it. A fix that its sender marks as wrong yields to one that is not marked.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { ReportedFix } from "../../domain/intake/Report.ts"
import { bools, floats, instants, ints, serialised, texts, uuids } from "../sql/arrays.ts"
import { inKeyOrder, type NewIds, type Row } from "./attributeRows.ts"
import { type CopiedColumn, copyNew, recordColumns } from "./copyNew.ts"
import { insertNew } from "./insertNew.ts"
import { type CopyChoice, isWorthCopying } from "./RepeatingSources.ts"

/** FixRow is a fix to insert. */
export interface FixRow {
  /** the id that it gets if it is new */
  readonly id: number
  readonly row: Row
  readonly fix: ReportedFix
}

const columns = (rows: ReadonlyArray<FixRow>) =>
  [
    floats(rows.map((r) => r.id)),
    uuids(rows.map((r) => r.row.device.deviceId)),
    uuids(rows.map((r) => r.row.owner.projectId)),
    uuids(rows.map((r) => r.row.owner.entityId)),
    texts(rows.map((r) => (r.fix.network ? "network" : "gnss"))),
    instants(rows.map((r) => r.row.report.at)),
    floats(rows.map((r) => r.fix.lon)),
    floats(rows.map((r) => r.fix.lat)),
    floats(rows.map((r) => r.fix.altitudeM)),
    floats(rows.map((r) => r.fix.speedMps)),
    floats(rows.map((r) => r.fix.headingDeg)),
    floats(rows.map((r) => r.fix.accuracyM)),
    ints(rows.map((r) => r.fix.satellites)),
    serialised(rows.map((r) => r.fix.attributes)),
    bools(rows.map((r) => (r.fix.valid ? null : true))),
    instants(rows.map((r) => r.row.receivedAt))
  ] as const

// Named, because PostgreSQL would otherwise check every unique index first, that of the ids among them.
const samePlace = "(device_id, original_time, record_type) where not conflicting"
const otherPlace = "(device_id, original_time, record_type, lon, lat) where conflicting"

/**
 * Inserts fixes; returns the new ones and the duplicates: those with the same key, or for a conflicting fix
 * the same place.
 */
const insert = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  rows: ReadonlyArray<FixRow>,
  batchId: number,
  conflicting: boolean
) {
  const [
    id,
    device,
    project,
    entity,
    type,
    time,
    lon,
    lat,
    altitude,
    speed,
    heading,
    accuracy,
    satellites,
    attributes,
    invalid,
    received
  ] = columns(rows)
  const elsewhere = conflicting
    ? sql`where exists (select from positions p where p.device_id = v.device_id
      and p.original_time = v.original_time and p.record_type = v.record_type
        and not p.conflicting and (p.lon <> v.lon or p.lat <> v.lat))`
    : sql``
  const isNew = yield* insertNew(
    sql,
    "positions",
    rows,
    sql`
      insert into positions (
        id, device_id, project_id, entity_id, record_type, original_time, lon, lat, altitude_m, speed_mps,
        heading_deg, accuracy_m, satellites, attributes, sent_invalid, valid, received_at, conflicting,
        batch_id
      )
      select v.id::int8, v.device_id, v.project_id, v.entity_id, v.record_type, v.original_time, v.lon,
        v.lat, v.altitude_m, v.speed_mps, v.heading_deg, v.accuracy_m, v.satellites, v.attributes,
        v.sent_invalid, v.sent_invalid is not true, v.received_at, ${conflicting}::bool,
        ${batchId}::float8::int8
      from unnest(
        ${id}, ${device}, ${project}, ${entity}, ${type}, ${time}, ${lon}, ${lat}, ${altitude}, ${speed},
        ${heading}, ${accuracy}, ${satellites}, ${attributes}::jsonb[], ${invalid}, ${received}
      ) as v (
        id, device_id, project_id, entity_id, record_type, original_time, lon, lat, altitude_m, speed_mps,
        heading_deg, accuracy_m, satellites, attributes, sent_invalid, received_at
      ) ${elsewhere}
      on conflict ${sql.literal(conflicting ? otherPlace : samePlace)} do nothing`
  )
  return Map.groupBy(rows, isNew)
})

/**
 * Moves aside stored fixes that their sender marked as wrong and that no curation has corrected, so that an
 * unmarked fix is never the one in conflict. Returns the fixes that have room then.
 */
const makeRoom = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, rows: ReadonlyArray<FixRow>) {
  const good = rows.filter((r) => r.fix.valid)
  if (good.length === 0) return good
  const [id, device, , , type, time] = columns(good)
  // found one by one through the index, and only then moved, because they are few and the table is large
  const [freed] = yield* sql<{ ids: ReadonlyArray<number> | null }>`
    with held as materialized (
      select v.id, p.id as position_id, p.original_time
      from unnest(${id}, ${device}, ${type}, ${time}) as v (id, device_id, record_type, original_time)
        cross join lateral (
          select p.id, p.original_time
          from positions p
          where p.device_id = v.device_id and p.original_time = v.original_time
            and p.record_type = v.record_type and not p.conflicting and not p.valid and p.sent_invalid
            and not exists (
              select from positions q
              where q.device_id = p.device_id and q.original_time = p.original_time
                and q.record_type = p.record_type and q.conflicting and q.lon = p.lon and q.lat = p.lat
            )
          limit 1
        ) p
    ), aside as (
      update positions p set conflicting = true
      from (select distinct position_id, original_time from held) h
      where p.id = h.position_id and p.original_time = h.original_time
      returning p.id
    )
    select array_agg(held.id) as ids
    from held
    where position_id in (select id from aside)`
  const ids = new Set(freed!.ids)
  return good.filter((r) => ids.has(r.id))
})

/** COPIED_ROW_BYTES is the size of a copied fix without attributes. */
const COPIED_ROW_BYTES = 240

/** The columns of a copied fix, as the insert fills them. */
const copiedColumns = (batchId: number): ReadonlyArray<CopiedColumn<FixRow>> => [
  ...recordColumns(batchId),
  { name: "record_type", write: (to, r) => to.word(r.fix.network ? "network" : "gnss") },
  { name: "lon", write: (to, r) => to.float8(r.fix.lon) },
  { name: "lat", write: (to, r) => to.float8(r.fix.lat) },
  {
    name: "altitude_m",
    write: (to, r) => to.float8(r.fix.altitudeM),
    isLeftOut: (r) => r.fix.altitudeM === null
  },
  {
    name: "speed_mps",
    write: (to, r) => to.float8(r.fix.speedMps),
    isLeftOut: (r) => r.fix.speedMps === null
  },
  {
    name: "heading_deg",
    write: (to, r) => to.float8(r.fix.headingDeg),
    isLeftOut: (r) => r.fix.headingDeg === null
  },
  {
    name: "accuracy_m",
    write: (to, r) => to.float8(r.fix.accuracyM),
    isLeftOut: (r) => r.fix.accuracyM === null
  },
  {
    name: "satellites",
    write: (to, r) => to.int2(r.fix.satellites),
    isLeftOut: (r) => r.fix.satellites === null
  },
  {
    name: "attributes",
    write: (to, r) => to.jsonb(r.fix.attributes),
    isLeftOut: (r) => r.fix.attributes === null
  },
  {
    name: "sent_invalid",
    write: (to, r) => to.bool(r.fix.valid ? null : true),
    isLeftOut: (r) => r.fix.valid
  },
  { name: "valid", write: (to, r) => to.bool(r.fix.valid), isLeftOut: (r) => r.fix.valid }
]

const isSameFix = (a: FixRow, b: FixRow): boolean =>
  a.row.device.rank === b.row.device.rank &&
  a.row.report.at === b.row.report.at &&
  a.fix.network === b.fix.network

/** Located is a row with a fix. */
type Located = Row & { readonly report: { readonly fix: ReportedFix } }

const isLocated = (row: Row): row is Located => row.report.fix !== null

const fixesOf = (rows: ReadonlyArray<Row>, ids: NewIds["fixes"]): ReadonlyArray<FixRow> => {
  const byRow = inKeyOrder(rows)
  const byType = (a: Located, b: Located): number =>
    byRow(a, b) ||
    Number(a.report.fix.network) - Number(b.report.fix.network) ||
    Number(b.report.fix.valid) - Number(a.report.fix.valid)
  return rows
    .filter(isLocated)
    .sort(byType)
    .map((row, i): FixRow => ({ id: ids[i]!, row, fix: row.report.fix }))
}

/** Writes the fixes of rows, sorted by month, device, time and type; returns the new ones. */
export const insertPositions = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  reported: ReadonlyArray<Row>,
  { batchId, fixes }: NewIds,
  choice: CopyChoice
) {
  const rows = fixesOf(reported, fixes)
  if (rows.length === 0) return { fresh: [], conflicting: [] }
  if (isWorthCopying(sql, choice, rows, isSameFix))
    if (yield* copyNew(sql, "positions", copiedColumns(batchId), rows, COPIED_ROW_BYTES))
      return { fresh: rows, conflicting: [] }
  const first = yield* insert(sql, rows, batchId, false)
  const fresh = [...(first.get(true) ?? [])]
  let missed = first.get(false) ?? []
  if (missed.length === 0) return { fresh, conflicting: [] }
  choice.noteDuplicates(missed)
  const freed = yield* makeRoom(sql, missed)
  if (freed.length > 0) {
    const entered = new Set((yield* insert(sql, freed, batchId, false)).get(true))
    fresh.push(...entered)
    missed = missed.filter((r) => !entered.has(r))
  }
  return { fresh, conflicting: (yield* insert(sql, missed, batchId, true)).get(true) ?? [] }
})
