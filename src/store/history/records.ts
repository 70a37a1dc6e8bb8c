// The records of stretches as rules see them, by the time that counts: curated where somebody curated it.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { RecordType } from "../../domain/rule/Document.ts"
import { inOrder, type Observation, type Subject } from "../../domain/rule/Observation.ts"
import type { Cursor, Stretch } from "../../engine/ports.ts"
import { oneSnapshot, readUpTo } from "../facts/readable.ts"
import { byKind, judgeable, stretchTable } from "./stretches.ts"

interface Head {
  readonly n: number
  readonly device_id: string
  readonly record_id: bigint
  readonly at: Date
  readonly received_at: Date
}
type PositionRow = Head & { readonly record_type: RecordType; readonly lon: number; readonly lat: number; readonly altitude_m: number | null; readonly speed_mps: number | null; readonly accuracy_m: number | null }
type MeasurementRow = Head & { readonly metric_key: string; readonly value_number: number }
type StateRow = Head & { readonly state_key: string; readonly value: unknown }

const place = "r.record_type, coalesce(r.curated_lon, r.lon) as lon, coalesce(r.curated_lat, r.lat) as lat, r.altitude_m, r.speed_mps, r.accuracy_m"

/** Records come from several devices of one entity: a subject object for each, shared by its records. */
const carriers = (own: ReadonlyArray<Stretch>) => {
  const known = new Map<string, Subject>()
  return ({ device_id, n }: Head): Subject => {
    const { subject } = own[n]!
    if (subject.deviceId === device_id) return subject
    const key = `${n} ${device_id}`
    let carrier = known.get(key)
    if (carrier === undefined) known.set(key, carrier = { ...subject, deviceId: device_id })
    return carrier
  }
}

export const records = (sql: SqlClient.SqlClient) => Effect.fn("History.records")(function*(stretches: ReadonlyArray<Stretch>, cursors: ReadonlyArray<Cursor> | null) {
  yield* oneSnapshot(sql)
  const read = cursors === null ? sql`true` : yield* readUpTo(sql, cursors, "s.partition")
  const found = new Map<string, Array<Observation>>(stretches.map((s) => [s.subject.id, []]))
  for (const { mine, own } of byKind(stretches)) {
    const subjectOf = carriers(own)
    const rows = <Row extends Head>(table: keyof typeof judgeable, columns: string) => sql<Row>`
      select s.n, r.* from ${stretchTable(sql, own)} cross join lateral (
        select ${sql.literal(`r.device_id, r.id as record_id, r.original_time as at, r.received_at, ${columns}`)} from ${sql.literal(table)} r
        where ${sql.literal(mine)} and ${sql.literal(judgeable[table])} and r.curated_time is null and r.original_time >= s.since and (s.until is null or r.original_time <= s.until) and ${read}
        union all select ${sql.literal(`r.device_id, r.id, r.curated_time, r.received_at, ${columns}`)} from ${sql.literal(table)} r
        where ${sql.literal(mine)} and r.project_id = s.project_id and ${sql.literal(judgeable[table])} and r.curated_time >= s.since and (s.until is null or r.curated_time <= s.until) and ${read}) r`
    const note = (r: Head, seen: (head: { readonly subject: Subject; readonly at: number; readonly receivedAt: number; readonly recordId: number }) => Observation) =>
      found.get(own[r.n]!.subject.id)!.push(seen({ subject: subjectOf(r), at: r.at.getTime(), receivedAt: r.received_at.getTime(), recordId: Number(r.record_id) }))
    for (const r of yield* rows<PositionRow>("positions", place)) {
      note(r, (head) => ({ _tag: "Position", ...head, recordType: r.record_type, lon: r.lon, lat: r.lat, altitudeM: r.altitude_m, speedMps: r.speed_mps, accuracyM: r.accuracy_m }))
    }
    for (const r of yield* rows<MeasurementRow>("measurements", "r.metric_key, r.value_number")) note(r, (head) => ({ _tag: "Measurement", ...head, metric: r.metric_key, value: r.value_number }))
    for (const r of yield* rows<StateRow>("device_states", "r.state_key, r.value")) note(r, (head) => ({ _tag: "DeviceState", ...head, key: r.state_key, value: r.value }))
  }
  for (const list of found.values()) list.sort(inOrder)
  return found
}, sql.withTransaction, Effect.orDie)
