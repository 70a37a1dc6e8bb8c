// Commits a batch: cursors, states, transitions, events, alerts, traces and the stream, in one transaction, only if the epoch is
// still ours and the cursors are where the batch was read. A repeated batch therefore changes nothing.
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { createHash } from "node:crypto"
import { type Changes, Fenced, Journal, type NewEvent, type Tenure, Unfit } from "../engine/ports.ts"
import { partitionOf } from "../domain/intake/LogEntry.ts"
import { blank, type RuleState, wakeAt } from "../domain/rule/RuleState.ts"
import { bigints, bools, byteas, floats, instants, ints, serialised, texts, uuids } from "./arrays.ts"
import { contextOf, evidenceOf, failedSteps, firedSteps, steppedOverSteps } from "./eventRecord.ts"
import { appendStream } from "./EventStream.ts"
import { serverMessage } from "./serverMessage.ts"

const keyOf = (e: NewEvent): Uint8Array => createHash("sha256").update(e.key).digest()

/** The database refuses the data itself (SQLSTATE classes 22 and 23), and will the next time too. */
const isUnfit = ({ reason: { cause } }: SqlError): boolean => cause instanceof Error && "code" in cause && /^2[23]/.test(String(cause.code))

/** What a state row holds beside its plain columns. */
const rest = ({ arrivedAt, holds, overdue }: RuleState) => ({ arrivedAt, holds, overdue })

export const JournalSql = Layer.effect(Journal, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const moveCursors = Effect.fnUntraced(function*(tenure: Tenure, { cursors }: Changes) {
    // locked in one order, as a renewal of the lease does: crosswise the two would stop each other
    const moved = yield* sql`
      with mine as materialized (select partition from partition_cursor where partition = any(${ints(cursors.map((c) => c.partition))}) order by partition for no key update)
      update partition_cursor c set position = v.target, moved_at = now()
      from unnest(${ints(cursors.map((c) => c.partition))}, ${bigints(cursors.map((c) => c.from))}, ${bigints(cursors.map((c) => c.to))}) as v (partition, source, target), mine m
      where m.partition = c.partition and c.partition = v.partition and c.position = v.source and c.epoch = ${tenure.epoch} returning c.partition`
    if (moved.length !== cursors.length) return yield* new Fenced({ message: `epoch ${tenure.epoch} does not own the log any more` })
  })

  /** States of rules that were disabled or began blank since are of no use; their open episodes end. */
  const adopt = Effect.fnUntraced(function*({ adoptions, now }: Changes) {
    const projects = uuids(adoptions.map((a) => a.projectId)), partitions = ints(adoptions.map((a) => a.partition))
    yield* sql`
      insert into book_adoptions (partition, project_id, book_version, from_position)
      select * from unnest(${partitions}, ${projects}, ${bigints(adoptions.map((a) => a.version))}, ${bigints(adoptions.map((a) => a.from))}) on conflict do nothing`
    yield* sql`
      with gone as (
        delete from rule_states s using rules r, unnest(${partitions}, ${projects}) as a (partition, project_id)
        where s.rule_id = r.id and r.project_id = a.project_id and s.partition = a.partition
          and (not r.enabled or r.archived_at is not null or s.blank_from_version <> r.blank_from_version)
        returning s.episode_event_id
      )
      update events e set ended_at = greatest(${new Date(now)}::timestamptz, e.time) from gone g where e.id = g.episode_event_id and e.ended_at is null`
  })

  /** Inserts the events; gives the ids that exist now for those whose key was there before. */
  const insertEvents = Effect.fnUntraced(function*(events: ReadonlyArray<NewEvent>) {
    const keys = events.map(keyOf)
    const inserted = yield* sql<{ id: string }>`
      insert into events (id, project_id, event_key, time, created_at, event_type, severity, title, description, lon, lat, entity_id, entity_name,
        device_id, device_name, feature_id, source_kind, source_id, source_name, rule_id, rule_version, sample_time, reminder, context, evidence, trace_id)
      select id, project_id, event_key, time, created_at, event_type, severity, title, description, lon, lat, entity_id, entity_name,
        device_id, device_name, feature_id, 'rule', rule_id, rule_name, rule_id, rule_version, sample_time, reminder, context, evidence, trace_id
      from unnest(
        ${uuids(events.map((e) => e.id))}, ${uuids(events.map((e) => e.subject.projectId))}, ${byteas(keys)},
        ${instants(events.map((e) => e.at))}, ${instants(events.map((e) => e.createdAt))},
        ${texts(events.map((e) => e.rule.document.event.event_type))}, ${texts(events.map((e) => e.severity))}, ${texts(events.map((e) => e.title))},
        ${texts(events.map((e) => e.rule.document.event.description))}, ${floats(events.map((e) => e.fix?.lon ?? null))}, ${floats(events.map((e) => e.fix?.lat ?? null))},
        ${uuids(events.map((e) => e.who.entity?.id ?? null))}, ${texts(events.map((e) => e.who.entity?.name ?? null))},
        ${uuids(events.map((e) => e.who.device.id))}, ${texts(events.map((e) => e.who.device.name))}, ${uuids(events.map((e) => e.feature?.id ?? null))},
        ${uuids(events.map((e) => e.rule.id))}, ${texts(events.map((e) => e.rule.name))}, ${ints(events.map((e) => e.rule.version))},
        ${instants(events.map((e) => e.sampleAt))}, ${bools(events.map((e) => e.kind === "reminder"))},
        ${serialised(events.map((e) => JSON.stringify(contextOf(e))))}::jsonb[], ${serialised(events.map((e) => JSON.stringify(evidenceOf(e))))}::jsonb[], ${uuids(events.map((e) => e.traceId))}
      ) as e (id, project_id, event_key, time, created_at, event_type, severity, title, description, lon, lat, entity_id, entity_name,
        device_id, device_name, feature_id, rule_id, rule_name, rule_version, sample_time, reminder, context, evidence, trace_id)
      on conflict (event_key) do nothing returning id`
    const fresh = new Set(inserted.map((r) => r.id))
    if (fresh.size === events.length) return { fresh: events, known: new Map<string, string>() }
    const repeated = events.filter((e) => !fresh.has(e.id))
    const rows = yield* sql<{ id: string; event_key: Uint8Array }>`select id, event_key from events where event_key = any(${byteas(repeated.map(keyOf))})`
    const byKey = new Map(rows.map((r) => [Buffer.from(r.event_key).toString("hex"), r.id]))
    return {
      fresh: events.filter((e) => fresh.has(e.id)),
      known: new Map(repeated.flatMap((e) => {
        const id = byKey.get(Buffer.from(keyOf(e)).toString("hex"))
        return id === undefined ? [] : [[e.id, id]]
      }))
    }
  })

  const insertAlerts = (events: ReadonlyArray<NewEvent>) => sql`
    insert into alerts (id, event_id, project_id, severity, title, entity_id, device_id, created_at)
    select * from unnest(${uuids(events.map((e) => e.alertId))}, ${uuids(events.map((e) => e.id))}, ${uuids(events.map((e) => e.subject.projectId))},
      ${texts(events.map((e) => e.severity))}, ${texts(events.map((e) => e.title))}, ${uuids(events.map((e) => e.who.entity?.id ?? null))},
      ${uuids(events.map((e) => e.who.device.id))}, ${instants(events.map((e) => e.createdAt))})`

  const insertTraces = (changes: Changes, events: ReadonlyArray<NewEvent>) => {
    const traces = [
      ...events.map((e) => ({ id: e.traceId, at: e.createdAt, status: "ok", code: null, subject: e.subject, rule: e.rule, eventId: e.id, alertId: e.alertId, error: null, steps: firedSteps(e) })),
      ...changes.failures.map((f) => ({ id: f.traceId, at: changes.now, status: "failed", code: f.code, subject: f.subject, rule: f.rule, eventId: null, alertId: null, error: f.detail, steps: failedSteps(f) }))
    ]
    return traces.length === 0 ? Effect.void : sql`
      insert into processing_traces (id, started_at, kind, status, code, project_id, device_id, entity_id, rule_id, rule_version, event_id, alert_id, error, steps)
      select id, started_at, 'rule', status, code, project_id, device_id, entity_id, rule_id, rule_version, event_id, alert_id, error, steps
      from unnest(${uuids(traces.map((t) => t.id))}, ${instants(traces.map((t) => t.at))}, ${texts(traces.map((t) => t.status))}, ${texts(traces.map((t) => t.code))},
        ${uuids(traces.map((t) => t.subject.projectId))}, ${uuids(traces.map((t) => t.subject.deviceId))}, ${uuids(traces.map((t) => t.subject.entityId))},
        ${uuids(traces.map((t) => t.rule.id))}, ${ints(traces.map((t) => t.rule.version))}, ${uuids(traces.map((t) => t.eventId))},
        ${uuids(traces.map((t) => t.alertId))}, ${texts(traces.map((t) => t.error))}, ${serialised(traces.map((t) => JSON.stringify(t.steps)))}::jsonb[])
        as t (id, started_at, status, code, project_id, device_id, entity_id, rule_id, rule_version, event_id, alert_id, error, steps)`
  }

  const insertSteppedOver = ({ detail, projectIds, row, traceId }: NonNullable<Changes["steppedOver"]>, now: number) => sql`
    insert into processing_traces (id, started_at, kind, status, code, project_id, error, steps)
    select ${traceId}::uuid, ${new Date(now)}, 'system', 'failed', 'LOG_ROW_STEPPED_OVER', p, ${detail}, ${JSON.stringify(steppedOverSteps(row, now))}::jsonb
    from unnest(${uuids(projectIds.slice(0, 1))}) p`

  const writeStates = Effect.fnUntraced(function*(changes: Changes, known: ReadonlyMap<string, string>, log: ReadonlyMap<number, number>) {
    for (const actor of changes.states.keys()) if (actor.episode !== null) actor.episode = known.get(actor.episode) ?? actor.episode
    const kept = [...changes.states].filter(([a]) => a.state !== blank)
    const gone = [...changes.states].filter(([a]) => a.state === blank)
    // first: a rule that began blank in this batch may have something to remember of the same subject again
    if (gone.length > 0) {
      yield* sql`delete from rule_states s using unnest(${uuids(gone.map(([a]) => a.rule.id))}, ${uuids(gone.map(([, s]) => s.id))}) as g (rule_id, subject_id)
        where s.rule_id = g.rule_id and s.subject_id = g.subject_id`
    }
    if (kept.length > 0) {
      yield* sql`
        insert into rule_states (rule_id, subject_id, partition, version, blank_from_version, active, since, last_fired_at, holds, wake_at, judged_to, episode_event_id)
        select * from unnest(${uuids(kept.map(([a]) => a.rule.id))}, ${uuids(kept.map(([, s]) => s.id))}, ${ints(kept.map(([, s]) => partitionOf(s.id)))},
          ${ints(kept.map(([a]) => a.rule.version))}, ${bigints(kept.map(([a]) => a.rule.blankFrom))}, ${bools(kept.map(([a]) => a.state.active))},
          ${instants(kept.map(([a]) => a.state.since))}, ${instants(kept.map(([a]) => a.state.lastFiredAt))}, ${serialised(kept.map(([a]) => JSON.stringify(rest(a.state))))}::jsonb[],
          ${instants(kept.map(([a]) => wakeAt(a.state, a.rule.forMs)))}, ${instants(kept.map(([a]) => a.state.judgedTo))}, ${uuids(kept.map(([a]) => a.episode))})
        on conflict (rule_id, subject_id) do update set version = excluded.version, blank_from_version = excluded.blank_from_version, active = excluded.active,
          since = excluded.since, last_fired_at = excluded.last_fired_at, holds = excluded.holds, wake_at = excluded.wake_at, judged_to = excluded.judged_to,
          episode_event_id = excluded.episode_event_id, updated_at = now()`
    }
    const moves = changes.transitions
    yield* sql`
      insert into rule_transitions (rule_id, version, subject_id, at, state, event_id, log_position)
      select * from unnest(${uuids(moves.map((t) => t.rule.id))}, ${ints(moves.map((t) => t.rule.version))}, ${uuids(moves.map((t) => t.subjectId))},
        ${instants(moves.map((t) => t.at))}, ${serialised(moves.map((t) => JSON.stringify(t.state)))}::jsonb[], ${uuids(moves.map((t) => t.eventId === null ? null : known.get(t.eventId) ?? t.eventId))},
        ${bigints(moves.map((t) => log.get(partitionOf(t.subjectId)) ?? 0))})`
  })

  const writePlacements = (changes: Changes) => {
    const rows = [...changes.placements]
    return sql`
      insert into subject_placements (subject_id, partition, project_id, book_version, inside)
      select subject_id, partition, project_id, book_version, (select coalesce(array_agg(i::uuid), '{}') from jsonb_array_elements_text(inside) i)
      from unnest(${uuids(rows.map(([s]) => s.id))}, ${ints(rows.map(([s]) => partitionOf(s.id)))}, ${uuids(rows.map(([s]) => s.projectId))},
        ${bigints(rows.map(([, p]) => p.version))}, ${serialised(rows.map(([, p]) => JSON.stringify(p.inside)))}::jsonb[]) as p (subject_id, partition, project_id, book_version, inside)
      on conflict (subject_id, hardening) do update set book_version = excluded.book_version, inside = excluded.inside, project_id = excluded.project_id`
  }

  const writeRules = Effect.fnUntraced(function*(changes: Changes, events: ReadonlyArray<NewEvent>) {
    if (events.length > 0) {
      const newest = new Map<string, number>()
      for (const e of events) newest.set(e.rule.id, Math.max(e.at, newest.get(e.rule.id) ?? -Infinity))
      const rows = [...newest].sort(([a], [b]) => a < b ? -1 : 1)
      yield* sql`update rules r set last_fired_at = greatest(r.last_fired_at, f.at)
        from unnest(${uuids(rows.map(([id]) => id))}, ${instants(rows.map(([, at]) => at))}) as f (id, at) where r.id = f.id`
    }
    for (const f of new Map(changes.failures.map((f) => [f.rule.id, f])).values()) {
      const text = `${f.code}: ${f.detail} (${(f.who.entity ?? f.who.device).name}, ${new Date(f.at).toISOString()})`
      yield* sql`update rules set last_error = ${text}, last_error_at = ${new Date(changes.now)}, last_error_subject_id = ${f.subject.id}::uuid where id = ${f.rule.id}::uuid`
    }
    if (changes.cleared.size > 0) {
      yield* sql`update rules set last_error = null, last_error_at = null, last_error_subject_id = null where id = any(${uuids([...changes.cleared])})`
    }
  })

  const commit = (tenure: Tenure, changes: Changes) => sql.withTransaction(Effect.gen(function*() {
    yield* moveCursors(tenure, changes)
    if (changes.adoptions.length > 0) yield* adopt(changes)
    const { fresh, known } = changes.events.length === 0 ? { fresh: [], known: new Map<string, string>() } : yield* insertEvents(changes.events)
    const alerting = fresh.filter((e) => e.alertId !== null)
    if (alerting.length > 0) yield* insertAlerts(alerting)
    yield* insertTraces(changes, fresh)
    if (changes.steppedOver !== null) yield* insertSteppedOver(changes.steppedOver, changes.now)
    if (changes.states.size > 0) yield* writeStates(changes, known, new Map(changes.cursors.map((c) => [c.partition, c.to])))
    if (changes.placements.size > 0) yield* writePlacements(changes)
    const ended = changes.ended.map((e) => ({ ...e, eventId: known.get(e.eventId) ?? e.eventId }))
    if (ended.length > 0) {
      yield* sql`update events e set ended_at = greatest(v.at, e.time) from unnest(${uuids(ended.map((e) => e.eventId))}, ${instants(ended.map((e) => e.at))}) as v (id, at) where e.id = v.id and e.ended_at is null`
    }
    if (changes.late.size > 0) {
      const late = [...changes.late.values()]
      yield* sql`
        insert into late_spans (partition, project_id, subject_id, from_time, reason)
        select partition, project_id, subject_id, from_time, 'late_record' from unnest(${ints(late.map((l) => partitionOf(l.subject.id)))}, ${uuids(late.map((l) => l.subject.projectId))},
          ${uuids(late.map((l) => l.subject.id))}, ${instants(late.map((l) => l.from))}) as l (partition, project_id, subject_id, from_time)`
    }
    yield* writeRules(changes, fresh)
    yield* appendStream(sql, [
      ...fresh.flatMap((e) => {
        const about = { projectId: e.subject.projectId, entityId: e.subject.entityId, deviceId: e.subject.deviceId }
        return [{ ...about, type: "event.created" as const, objectId: e.id }, ...(e.alertId === null ? [] : [{ ...about, type: "alert.created" as const, objectId: e.alertId }])]
      }),
      ...ended.map((e) => ({ type: "event.updated" as const, objectId: e.eventId, projectId: e.projectId, entityId: e.subject.entityId, deviceId: e.subject.deviceId }))
    ])
  })).pipe(
    Effect.catchTag("SqlError", (error) => isUnfit(error) ? Effect.fail(new Unfit({ message: serverMessage(error) })) : Effect.die(error)),
    Effect.withSpan("Journal.commit")
  )

  return Journal.of({ commit })
}))
