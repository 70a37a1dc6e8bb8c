// Events, once each by their key, their alerts, and the ends of episodes.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import type { NewEvent } from "../../engine/ports.ts"
import { bools, byteas, floats, instants, ints, serialised, texts, uuids } from "../arrays.ts"
import { contextOf, evidenceOf, type KeptEvent } from "../eventRecord.ts"

export const keyOf = (e: NewEvent): Uint8Array => createHash("sha256").update(e.key).digest()

/** Inserts the events, without their alert where the rule is snoozed; gives the ids that exist now for those whose key was there before. */
export const insertEvents = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, events: ReadonlyArray<NewEvent>) {
  if (events.length === 0) return { fresh: [], known: new Map<string, string>() }
  const inserted = yield* sql<{ id: string; snoozed_until: Date | null }>`
    with e as materialized (select e.*, z.until as snoozed_until from unnest(
      ${uuids(events.map((e) => e.id))}, ${uuids(events.map((e) => e.subject.projectId))}, ${byteas(events.map(keyOf))},
      ${instants(events.map((e) => e.at))}, ${instants(events.map((e) => e.createdAt))},
      ${texts(events.map((e) => e.rule.document.event.event_type))}, ${texts(events.map((e) => e.severity))}, ${texts(events.map((e) => e.title))},
      ${texts(events.map((e) => e.rule.document.event.description))}, ${floats(events.map((e) => e.fix?.lon ?? null))}, ${floats(events.map((e) => e.fix?.lat ?? null))},
      ${uuids(events.map((e) => e.who.entity?.id ?? null))}, ${texts(events.map((e) => e.who.entity?.name ?? null))},
      ${uuids(events.map((e) => e.who.device.id))}, ${texts(events.map((e) => e.who.device.name))}, ${uuids(events.map((e) => e.feature?.id ?? null))},
      ${uuids(events.map((e) => e.rule.id))}, ${texts(events.map((e) => e.rule.name))}, ${ints(events.map((e) => e.rule.version))},
      ${instants(events.map((e) => e.sampleAt))}, ${bools(events.map((e) => e.kind === "reminder"))}, ${bools(events.map((e) => e.late))},
      ${serialised(events.map((e) => JSON.stringify(contextOf(e))))}::jsonb[], ${serialised(events.map((e) => JSON.stringify(evidenceOf(e))))}::jsonb[], ${uuids(events.map((e) => e.traceId))}
    ) as e (id, project_id, event_key, time, created_at, event_type, severity, title, description, lon, lat, entity_id, entity_name,
      device_id, device_name, feature_id, rule_id, rule_name, rule_version, sample_time, reminder, late, context, evidence, trace_id)
      left join rule_snoozes z on z.rule_id = e.rule_id and z.subject_id = coalesce(e.entity_id, e.device_id) and z.until > e.created_at),
    made as (insert into events (id, project_id, event_key, time, created_at, event_type, severity, title, description, lon, lat, entity_id, entity_name,
        device_id, device_name, feature_id, source_kind, source_id, source_name, rule_id, rule_version, sample_time, reminder, late, snoozed, context, evidence, trace_id)
      select id, project_id, event_key, time, created_at, event_type, severity, title, description, lon, lat, entity_id, entity_name,
        device_id, device_name, feature_id, 'rule', rule_id, rule_name, rule_id, rule_version, sample_time, reminder, late, snoozed_until is not null, context, evidence, trace_id
      from e on conflict (event_key) do nothing returning id)
    select id, e.snoozed_until from made join e using (id)`
  const snoozes = new Map(inserted.map((r) => [r.id, r.snoozed_until]))
  const fresh = events.flatMap((e): ReadonlyArray<KeptEvent> => {
    const until = snoozes.get(e.id)
    return until === undefined ? [] : [until === null ? e : { ...e, alertId: null, snoozedUntil: until.getTime() }]
  })
  if (fresh.length === events.length) return { fresh, known: new Map<string, string>() }
  const repeated = events.filter((e) => !snoozes.has(e.id))
  const rows = yield* sql<{ id: string; event_key: Uint8Array }>`select id, event_key from events where event_key = any(${byteas(repeated.map(keyOf))})`
  const byKey = new Map(rows.map((r) => [Buffer.from(r.event_key).toString("hex"), r.id]))
  return {
    fresh,
    known: new Map(repeated.flatMap((e) => {
      const id = byKey.get(Buffer.from(keyOf(e)).toString("hex"))
      return id === undefined ? [] : [[e.id, id]]
    }))
  }
})

/** The alerts of events that have one. */
export const insertAlerts = (sql: SqlClient.SqlClient, events: ReadonlyArray<NewEvent>) => sql`
  insert into alerts (id, event_id, project_id, severity, title, entity_id, device_id, created_at)
  select * from unnest(${uuids(events.map((e) => e.alertId))}, ${uuids(events.map((e) => e.id))}, ${uuids(events.map((e) => e.subject.projectId))},
    ${texts(events.map((e) => e.severity))}, ${texts(events.map((e) => e.title))}, ${uuids(events.map((e) => e.who.entity?.id ?? null))},
    ${uuids(events.map((e) => e.who.device.id))}, ${instants(events.map((e) => e.createdAt))})`

/** Ends the episodes that are open still. */
export const endEpisodes = (sql: SqlClient.SqlClient, ended: ReadonlyArray<{ readonly eventId: string; readonly at: number }>) => sql`
  update events e set ended_at = greatest(v.at, e.time) from unnest(${uuids(ended.map((e) => e.eventId))}, ${instants(ended.map((e) => e.at))}) as v (id, at)
  where e.id = v.id and e.ended_at is null`
