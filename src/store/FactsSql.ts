// What is known of subjects that wake cold: one round of queries for all subjects of a batch. Only records at or below the
// cursor count: records of a log row that is still to be read are not known yet.
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { PARTITIONS, partitionOf } from "../domain/intake/LogEntry.ts"
import { type Fix, LOOKBACK_MS, type Placement, type Sample } from "../domain/rule/Facts.ts"
import type { Subject } from "../domain/rule/Observation.ts"
import { blank, type Hold, type RuleState } from "../domain/rule/RuleState.ts"
import type { Who } from "../domain/rule/scope.ts"
import { type Cursor, FactSource, type Memory } from "../engine/ports.ts"
import { bigints, instants, ints, texts, uuids } from "./arrays.ts"

interface StateRow {
  readonly rule_id: string
  readonly subject_id: string
  readonly blank_from_version: number
  readonly active: boolean
  readonly since: Date | null
  readonly last_fired_at: Date | null
  readonly holds: { readonly holds: ReadonlyArray<Hold>; readonly arrivedAt: number | null; readonly overdue: boolean }
  readonly judged_to: Date | null
  readonly episode_event_id: string | null
}

const stateOf = (r: StateRow): RuleState => ({
  ...blank, ...r.holds,
  active: r.active,
  since: r.since?.getTime() ?? null,
  lastFiredAt: r.last_fired_at?.getTime() ?? null,
  judgedTo: r.judged_to?.getTime() ?? null
})

export const FactsSql = Layer.effect(FactSource, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /** batch and partition of what the cursor has not reached, as one number each */
  const unread = (cursors: ReadonlyArray<Cursor>) => sql<{ batch: bigint }>`
    select l.batch_id * ${PARTITIONS} + l.partition as batch
    from unnest(${ints(cursors.map((c) => c.partition))}, ${bigints(cursors.map((c) => c.position))}) as c (partition, position)
    join observation_log l on l.partition = c.partition and l.id > c.position`

  /** Which rows `r` of a record table are a subject's: an entity's by entity, a bare device's by device, of its own project alone. */
  const kinds = [
    { isOfKind: (s: Subject) => s.entityId !== null, mine: sql.literal("r.entity_id = s.id") },
    { isOfKind: (s: Subject) => s.entityId === null, mine: sql.literal("r.device_id = s.id and r.entity_id is null and r.project_id = s.project_id") }
  ]

  /** Subjects as a table `s`; `since`: from when on their records are of interest. */
  const table = (list: ReadonlyArray<Subject>, since: ReadonlyMap<string, number>) => sql`
    unnest(${uuids(list.map((s) => s.id))}, ${uuids(list.map((s) => s.projectId))}, ${ints(list.map((s) => partitionOf(s.id)))}, ${instants(list.map((s) => since.get(s.id) ?? null))})
      as s (id, project_id, partition, since)`

  const wake = Effect.fn("FactSource.wake")(function*(subjects: ReadonlyArray<Subject>, cursors: ReadonlyArray<Cursor>, metrics: ReadonlyArray<string>) {
    // one snapshot: a record that came between two statements would count as read, and its own log row as late
    yield* sql`set transaction isolation level repeatable read read only`
    const pending = bigints((yield* unread(cursors)).map((r) => Number(r.batch)))
    const read = sql`r.valid and r.batch_id * ${PARTITIONS} + s.partition <> all(${pending})`
    const fixes = new Map<string, Fix>()
    const watermarks = new Map<string, number>()
    const latest = new Map<string, Map<string, Sample>>()
    for (const { isOfKind, mine } of kinds) {
      const own = subjects.filter(isOfKind)
      if (own.length === 0) continue
      const newest = yield* sql<{ subject: string; at: Date }>`
        select s.id as subject, max(f.at) as at from ${table(own, watermarks)} cross join lateral (
          (select coalesce(r.curated_time, r.original_time) as at from positions r where ${mine} and not r.conflicting and ${read} order by r.original_time desc limit 1)
          union all (select r.original_time from measurements r where ${mine} and r.value_number is not null and ${read} order by r.original_time desc limit 1)
          union all (select r.original_time from device_states r where ${mine} and ${read} order by r.original_time desc limit 1)) f
        group by s.id`
      for (const n of newest) watermarks.set(n.subject, n.at.getTime())
      // older facts are not known to any rule, and a kind of record that a subject never had is not looked for in all its past
      const since = new Map(newest.map((n) => [n.subject, n.at.getTime() - LOOKBACK_MS]))
      const seen = own.filter((s) => since.has(s.id))
      const positions = yield* sql<{ subject: string; record_id: bigint; at: Date; lon: number; lat: number; altitude_m: number | null; speed_mps: number | null }>`
        select s.id as subject, f.* from ${table(seen, since)} cross join lateral (
          select r.id as record_id, coalesce(r.curated_time, r.original_time) as at, coalesce(r.curated_lon, r.lon) as lon, coalesce(r.curated_lat, r.lat) as lat, r.altitude_m, r.speed_mps
          from positions r where ${mine} and r.record_type = 'gnss' and not r.conflicting and r.original_time >= s.since and ${read} order by r.original_time desc limit 1) f`
      for (const p of positions) fixes.set(p.subject, { at: p.at.getTime(), recordId: Number(p.record_id), lon: p.lon, lat: p.lat, altitudeM: p.altitude_m, speedMps: p.speed_mps })
      if (metrics.length === 0) continue
      const samples = yield* sql<{ subject: string; metric: string; record_id: bigint; at: Date; value: number }>`
        select s.id as subject, m.key as metric, f.* from ${table(seen, since)} cross join unnest(${texts(metrics)}) as m (key) cross join lateral (
          select r.id as record_id, r.original_time as at, r.value_number as value from measurements r
          where ${mine} and r.metric_key = m.key and r.value_number is not null and r.original_time >= s.since and ${read} order by r.original_time desc limit 1) f`
      for (const m of samples) {
        if (!latest.has(m.subject)) latest.set(m.subject, new Map())
        latest.get(m.subject)!.set(m.metric, { at: m.at.getTime(), value: m.value, recordId: Number(m.record_id) })
      }
    }
    const ids = uuids(subjects.map((s) => s.id))
    const placements = yield* sql<{ subject_id: string; book_version: number; inside: ReadonlyArray<string> }>`
      select p.subject_id, p.book_version::float8 as book_version, p.inside from ${table(subjects, watermarks)}
      join subject_placements p on p.subject_id = s.id and p.project_id = s.project_id and p.hardening = ''`
    const placed = new Map(placements.map((p): [string, Placement] => [p.subject_id, { version: p.book_version, inside: p.inside }]))
    const states = yield* sql<StateRow>`
      select rule_id, subject_id, blank_from_version::float8 as blank_from_version, active, since, last_fired_at, holds, judged_to, episode_event_id
      from rule_states where subject_id = any(${ids})`
    const bySubject = Map.groupBy(states, (s) => s.subject_id)
    const none: ReadonlyMap<string, Sample> = new Map()
    return new Map(subjects.map(({ id }): [string, Memory] => [id, {
      watermark: watermarks.get(id) ?? null,
      fix: fixes.get(id),
      latest: latest.get(id) ?? none,
      placement: placed.get(id) ?? null,
      states: (bySubject.get(id) ?? []).map((s) => ({ ruleId: s.rule_id, blankFrom: s.blank_from_version, state: stateOf(s), episode: s.episode_event_id }))
    }]))
  }, sql.withTransaction, Effect.orDie)

  const who = Effect.fn("FactSource.who")(function*(subjects: ReadonlyArray<Subject>) {
    const rows = yield* sql<{ id: string; device_id: string; device_name: string; entity_name: string | null; entity_type_id: string | null; group_ids: ReadonlyArray<string> | null }>`
      with recursive wanted as (
        select * from unnest(${uuids(subjects.map((s) => s.id))}, ${uuids(subjects.map((s) => s.deviceId))}) as w (id, device_id)
      ), above as (
        select e.id as entity_id, e.group_id as group_id from wanted w join entities e on e.id = w.id where e.group_id is not null
        union
        select a.entity_id, g.parent_id from above a join groups g on g.id = a.group_id where g.parent_id is not null
      )
      select w.id, w.device_id, coalesce(d.name, w.device_id::text) as device_name, e.name as entity_name, e.entity_type_id,
        (select array_agg(a.group_id) from above a where a.entity_id = e.id) as group_ids
      from wanted w left join devices d on d.id = w.device_id left join entities e on e.id = w.id`
    return new Map(rows.map((r): [string, Who] => [r.id, {
      entity: r.entity_name === null || r.entity_type_id === null ? null : { id: r.id, name: r.entity_name, typeId: r.entity_type_id, groupIds: r.group_ids ?? [] },
      device: { id: r.device_id, name: r.device_name }
    }]))
  }, Effect.orDie)

  const pending = sql<{ rule_id: string; subject_id: string; project_id: string; device_id: string; is_entity: boolean; wake_at: Date }>`
    select s.rule_id, s.subject_id, r.project_id, s.wake_at, e.id is not null as is_entity,
      coalesce((select a.device_id from entity_assignments a where a.entity_id = e.id order by a.valid_from desc limit 1), s.subject_id) as device_id
    from rule_states s join rules r on r.id = s.rule_id left join entities e on e.id = s.subject_id
    where s.wake_at is not null and r.enabled`.pipe(
      Effect.map((rows) => rows.map((r) => ({
        ruleId: r.rule_id,
        subject: { id: r.subject_id, projectId: r.project_id, entityId: r.is_entity ? r.subject_id : null, deviceId: r.device_id },
        wakeAt: r.wake_at.getTime()
      }))),
      Effect.orDie, Effect.withSpan("FactSource.pending"))

  return FactSource.of({ wake, who, pending })
}))
