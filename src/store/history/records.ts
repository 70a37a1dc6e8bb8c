// The records of stretches as rules see them, by the time that counts: curated where somebody curated it.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { inOrder, type Observation, type Subject } from "../../domain/rule/Observation.ts"
import type { Reading, Stretch } from "../../engine/ports.ts"
import { oneSnapshot, readUpTo } from "../facts/readable.ts"
import { bodies, deviceStateOf, type Head, type MeasurementRow, measurementOf, type PositionRow, positionOf, type StateRow } from "./recordRows.ts"
import { byKind, judgeable, stretchTable } from "./stretches.ts"

/** A record of the stretch with its number. */
type Numbered<Row extends Head> = Row & { readonly n: number }

/** Records come from several devices of one entity: a subject object for each, shared by its records. */
const carriers = (own: ReadonlyArray<Stretch>) => {
  const known = new Map<string, Subject>()
  return ({ device_id, n }: Numbered<Head>): Subject => {
    const { subject } = own[n]!
    if (subject.deviceId === device_id) return subject
    const key = `${n} ${device_id}`
    let carrier = known.get(key)
    if (carrier === undefined) known.set(key, carrier = { ...subject, deviceId: device_id })
    return carrier
  }
}

export const records = (sql: SqlClient.SqlClient) => Effect.fn("History.records")(function*(stretches: ReadonlyArray<Stretch>, reading: Reading | null) {
  yield* oneSnapshot(sql)
  const read = reading === null ? sql`true` : yield* readUpTo(sql, reading, "s.partition")
  const found = new Map<string, Array<Observation>>(stretches.map((s) => [s.subject.id, []]))
  for (const { mine, own } of byKind(stretches)) {
    const subjectOf = carriers(own)
    const rows = <Row extends Head>(table: keyof typeof bodies) => sql<Numbered<Row>>`
      select s.n, r.* from ${stretchTable(sql, own)} cross join lateral (
        select ${sql.literal(`r.device_id, r.id as record_id, r.original_time as at, r.received_at, ${bodies[table]}`)} from ${sql.literal(table)} r
        where ${sql.literal(mine)} and ${sql.literal(judgeable[table])} and r.curated_time is null and r.original_time >= s.since and (s.until is null or r.original_time <= s.until) and ${read}
        union all select ${sql.literal(`r.device_id, r.id, r.curated_time, r.received_at, ${bodies[table]}`)} from ${sql.literal(table)} r
        where ${sql.literal(mine)} and r.project_id = s.project_id and ${sql.literal(judgeable[table])} and r.curated_time >= s.since and (s.until is null or r.curated_time <= s.until) and ${read}) r`
    const note = (r: Numbered<Head>, seen: Observation) => found.get(own[r.n]!.subject.id)!.push(seen)
    for (const r of yield* rows<PositionRow>("positions")) note(r, positionOf(subjectOf(r), r))
    for (const r of yield* rows<MeasurementRow>("measurements")) note(r, measurementOf(subjectOf(r), r))
    for (const r of yield* rows<StateRow>("device_states")) note(r, deviceStateOf(subjectOf(r), r))
  }
  for (const list of found.values()) list.sort(inOrder)
  return found
}, sql.withTransaction, Effect.orDie)
