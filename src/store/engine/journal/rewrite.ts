// A past that was judged again takes the place of what was decided live: missing events are told, others
// superseded or valid again, ends of episodes corrected. What was decided from the change on is taken away;
// the batch writes what is decided now. Nothing that happened is deleted.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { partitionOf } from "../../../domain/intake/LogEntry.ts"
import type { Subject } from "../../../domain/rule/Observation.ts"
import type { Changes, Dismissal, Rewrite, Span } from "../../../engine/ports.ts"
import { bigints, byteas, instants, ints, serialised, texts, uuids } from "../../sql/columns.ts"
import type { StreamEntry } from "../../events/EventStream.ts"
import { uuid7 } from "../../sql/uuid7.ts"
import { type Encoded, encodeEach, nothing, type Scale, utf8 } from "./encode.ts"
import { type Keyed, keyed } from "./events.ts"

interface Kept {
  readonly id: string
  readonly key: string
  readonly rule_id: string
  readonly rule_version: number
  readonly time: Date
  readonly title: string
  readonly superseded: boolean
  readonly ended_at: Date | null
  readonly features: ReadonlyArray<{ readonly id: string; readonly revision: number }> | null
  readonly alert_id: string | null
  readonly alert_status: string | null
}

/** A rewrite, and its events with their keys. */
export interface Past {
  readonly rewrite: Rewrite
  readonly given: ReadonlyArray<Keyed>
}

/** What a rewrite leaves for the rest of the commit. */
export interface Rewritten {
  /** events that are still to be made; their episodes end with `ends`, by the ids they are made with */
  readonly missing: ReadonlyArray<Keyed>
  /** ids of events that exist, by the id the replay gave them */
  readonly known: ReadonlyMap<string, string>
  readonly ends: ReadonlyArray<{ readonly eventId: string; readonly at: number }>
  readonly stream: ReadonlyArray<StreamEntry>
}

/** What is to be done about events that exist. */
interface Verdict {
  readonly missing: ReadonlyArray<Keyed>
  /** ids of events that exist, by the id the replay gave them */
  readonly known: ReadonlyMap<string, string>
  readonly superseded: ReadonlyArray<Kept>
  readonly restored: ReadonlyArray<Kept>
  readonly ends: ReadonlyArray<{ readonly event: Kept; readonly at: number | null }>
}

export const encodePasts = (scale: Scale, { rewrites }: Changes) =>
  Effect.forEach(rewrites, (rewrite) =>
    Effect.map(encodeEach(scale, rewrite.events, keyed), (given): Past => ({ rewrite, given }))
  )

/**
 * When an episode ended: what was dropped with its rule keeps the time at which that was done; what is open
 * at a cut may end after it.
 */
const endOf = ({ endings, to }: Rewrite, id: string, { ended_at, time }: Kept): number | null => {
  const ending = endings.get(id),
    stored = ended_at?.getTime() ?? null
  if (ending === undefined) return stored !== null && stored > to ? stored : null
  return ending.after !== null && stored !== null && stored > ending.after
    ? stored
    : Math.max(ending.at, time.getTime())
}

/** Compares what a replay gives with what exists. */
const compare = ({ given: keys, rewrite }: Past, kept: ReadonlyArray<Kept>): Verdict => {
  const { inForce, open, span, to } = rewrite
  const byKey = new Map(kept.map((k) => [k.key, k])),
    byId = new Map(kept.map((k) => [k.id, k]))
  const given = keys
    .map((one) => ({ ...one, hex: one.key.toString("hex") }))
    .map((one) => ({ ...one, found: byKey.get(one.hex) }))
  const told = new Set(given.map((one) => one.hex))
  const ends = [
    ...given.flatMap(({ event, found }) => (found === undefined ? [] : [{ id: event.id, found }])),
    ...open.flatMap((id) => (byId.has(id) ? [{ id, found: byId.get(id)! }] : []))
  ].map(({ found, id }) => ({ event: found, at: endOf(rewrite, id, found) }))
  return {
    missing: given.flatMap(({ event, found, key }) => (found === undefined ? [{ event, key }] : [])),
    known: new Map(given.flatMap(({ event, found }) => (found === undefined ? [] : [[event.id, found.id]]))),
    restored: given.flatMap(({ found }) => (found?.superseded === true ? [found] : [])),
    superseded: kept.filter((k) => {
      if (k.superseded || told.has(k.key) || k.time.getTime() < span.from || k.time.getTime() > to)
        return false
      const found = inForce(k.rule_id, k.time.getTime(), k.rule_version)
      return (
        found !== null &&
        found.version === k.rule_version &&
        (k.features ?? []).every((f) => found.revisionOf(f.id) === f.revision)
      )
    }),
    ends: ends.filter(({ at, event }) => at !== (event.ended_at?.getTime() ?? null))
  }
}

/** Where a piece of the past ends, for the database; null: it does not. */
const endAt = (to: number): Date | null => (to === Infinity ? null : new Date(to))

/**
 * Events that the replay decides about: those of the subject's rules from the change up to the cut, and of
 * episodes that were open before.
 */
const keptOf = (
  sql: SqlClient.SqlClient,
  {
    given,
    rewrite: {
      open,
      span: { from, subject },
      to
    }
  }: Past
) => sql<Kept>`
  select e.id, encode(e.event_key, 'hex') as key, e.rule_id, e.rule_version, e.time, e.title, e.superseded,
    e.ended_at, e.evidence -> 'features' as features, a.id as alert_id, a.status as alert_status
  from events e left join alerts a on a.event_id = e.id
  where e.project_id = ${subject.projectId}::uuid and e.source_kind = 'rule' and (
    ${
      subject.entityId === null
        ? sql`e.device_id = ${subject.id}::uuid
      and e.entity_id is null`
        : sql`e.entity_id = ${subject.id}::uuid`
    } and e.time >= ${new Date(from)}
        and e.time <= coalesce(${endAt(to)}::timestamptz, 'infinity')
    or e.event_key = any(${byteas(given.map((e) => e.key))}) or e.id = any(${uuids(open)}))`

/**
 * Takes away what was decided from the change up to the cut, so that the batch can write what is decided now;
 * with the last piece what is remembered.
 */
const clear = (
  sql: SqlClient.SqlClient,
  { lenses, placements, span: { from, subject }, to }: Rewrite
): Encoded => {
  const isIn = sql`at >= ${new Date(from)} and at <= coalesce(${endAt(to)}::timestamptz, 'infinity')`
  const placed = [...placements].filter(([lens]) => lenses.includes(lens))
  return Effect.all(
    [
      sql`delete from rule_transitions t using rules r where r.project_id = ${subject.projectId}::uuid
        and t.rule_id = r.id and t.subject_id = ${subject.id}::uuid and ${isIn}`,
      to < Infinity
        ? nothing
        : sql`delete from rule_states s using rules r where r.project_id = ${subject.projectId}::uuid
          and s.rule_id = r.id and s.subject_id = ${subject.id}::uuid`,
      sql`delete from subject_moves where subject_id = ${subject.id}::uuid
        and project_id = ${subject.projectId}::uuid and ${isIn}`,
      sql`delete from subject_placements where subject_id = ${subject.id}::uuid
        and project_id = ${subject.projectId}::uuid and hardening = any(${texts(lenses)})`,
      placed.length === 0
        ? nothing
        : sql`
    insert into subject_placements (subject_id, project_id, partition, hardening, book_version, inside,
      detail)
    select ${subject.id}::uuid, ${subject.projectId}::uuid, ${partitionOf(subject.id)}::int4, hardening,
      book_version, (select coalesce(array_agg(i::uuid), '{}') from jsonb_array_elements_text(inside) i),
      detail
    from unnest(${texts(placed.map(([lens]) => lens))}, ${bigints(placed.map(([, p]) => p.version))},
      ${serialised(placed.map(([, p]) => utf8(p.inside)))}::jsonb[],
      ${serialised(placed.map(([, p]) => (p.doubts === undefined ? null : utf8(p.doubts))))}::jsonb[])
        as p (hardening, book_version, inside, detail)`
    ],
    { discard: true }
  )
}

const iso = (ms: number) => new Date(ms).toISOString()
const brief = (list: ReadonlyArray<{ readonly id: string; readonly title: string }>) =>
  list.slice(0, 50).map(({ id, title }) => ({ id, title }))
const spanStep = ({ from, ids, reasons }: Span, to: number, at: string) => ({
  name: "span",
  status: "ok",
  at,
  detail: { from: iso(from), ...(to === Infinity ? {} : { to: iso(to) }), reasons, changes: ids.length }
})

/** Marks events, and says so on their alerts, which keep their status. */
const mark = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  events: ReadonlyArray<Kept>,
  superseded: boolean,
  now: number
) {
  if (events.length === 0) return
  yield* sql`update events e set superseded = ${superseded}
    where e.id = any(${uuids(events.map((e) => e.id))})`
  const alerts = events.filter((e) => e.alert_id !== null)
  if (alerts.length === 0) return
  const note = superseded
    ? "The event is superseded: with the records that arrived late, or were changed, its rule would not " +
      "have fired."
    : "The event is valid again: with the records that arrived late, or were changed, its rule fires."
  yield* sql`
    insert into alert_steps (alert_id, at, actor_kind, from_status, to_status, note)
    select id, ${new Date(now)}, 'system', status, status, ${note}
      from unnest(${uuids(alerts.map((e) => e.alert_id))}, ${texts(alerts.map((e) => e.alert_status))})
      as a (id, status)`
})

/** Of a replay that changes something: one trace of its own, and one of each event whose validity it changed. */
const traceReplay = (
  sql: SqlClient.SqlClient,
  { records, span, to, traceId }: Rewrite,
  { ends, missing, restored, superseded }: Verdict,
  now: number
): Encoded => {
  if (ends.length + missing.length + restored.length + superseded.length === 0) return nothing
  const at = iso(now),
    found = spanStep(span, to, at)
  const steps = [
    found,
    { name: "replay", status: "ok", at, detail: { records } },
    {
      name: "events",
      status: "ok",
      at,
      detail: {
        created: missing.length,
        superseded: superseded.length,
        restored: restored.length,
        ends_corrected: ends.length,
        events: {
          created: brief(missing.map((e) => e.event)),
          superseded: brief(superseded),
          restored: brief(restored)
        }
      }
    }
  ]
  const changed = [
    ...superseded.map((event) => ({ event, code: "EVENT_SUPERSEDED" })),
    ...restored.map((event) => ({ event, code: "EVENT_RESTORED" }))
  ]
  return insertTraces(
    sql,
    span.subject,
    [
      { id: traceId, kind: "system", status: "ok", code: "PAST_REPLAYED", event: null, error: null, steps },
      ...changed.map(({ code, event }) => ({
        id: uuid7(),
        kind: "rule",
        status: "ok",
        code,
        event,
        error: null,
        steps: [
          found,
          {
            name: "event",
            status: "ok",
            at,
            detail: { id: event.id, title: event.title, replay_trace_id: traceId }
          }
        ]
      }))
    ],
    now
  )
}

/** A replay that the database refuses leaves the past as it was decided. */
const traceFailure = (
  sql: SqlClient.SqlClient,
  { failure, span, traceId }: Dismissal,
  now: number
): Encoded => {
  const at = iso(now)
  return failure === null
    ? nothing
    : insertTraces(
        sql,
        span.subject,
        [
          {
            id: traceId,
            kind: "system",
            status: "failed",
            code: "PAST_REPLAYED",
            event: null,
            error: failure,
            steps: [
              spanStep(span, Infinity, at),
              {
                name: "commit",
                status: "failed",
                at,
                detail: {
                  remedy:
                    "The past of this subject is left as it was decided; its records are stored. The " +
                    "error names what the database refused."
                }
              }
            ]
          }
        ],
        now
      )
}

interface Trace {
  readonly id: string
  readonly kind: string
  readonly status: string
  readonly code: string
  readonly event: Kept | null
  readonly error: string | null
  readonly steps: ReadonlyArray<object>
}

const insertTraces = (
  sql: SqlClient.SqlClient,
  { deviceId, entityId, projectId }: Subject,
  rows: ReadonlyArray<Trace>,
  now: number
) => sql`
  insert into processing_traces (id, started_at, kind, status, code, project_id, device_id, entity_id,
    rule_id, rule_version, event_id, alert_id, error, steps)
  select id, ${new Date(now)}, kind, status, code, ${projectId}::uuid, ${deviceId}::uuid, ${entityId}::uuid,
    rule_id, rule_version, event_id, alert_id, error, steps
  from unnest(${uuids(rows.map((r) => r.id))}, ${texts(rows.map((r) => r.kind))},
    ${texts(rows.map((r) => r.status))}, ${texts(rows.map((r) => r.code))},
    ${uuids(rows.map((r) => r.event?.rule_id ?? null))},
    ${ints(rows.map((r) => r.event?.rule_version ?? null))}, ${uuids(rows.map((r) => r.event?.id ?? null))},
      ${uuids(rows.map((r) => r.event?.alert_id ?? null))},
    ${texts(rows.map((r) => r.error))}, ${serialised(rows.map((r) => utf8(r.steps)))}::jsonb[])
    as t (id, kind, status, code, rule_id, rule_version, event_id, alert_id, error, steps)`

const streamOf = (
  { span: { subject } }: Rewrite,
  { ends, restored, superseded }: Verdict
): ReadonlyArray<StreamEntry> => {
  const about = { projectId: subject.projectId, entityId: subject.entityId, deviceId: subject.deviceId }
  const events = new Set([...superseded, ...restored, ...ends.map((e) => e.event)].map((e) => e.id))
  const alerts = [...superseded, ...restored].flatMap((e) => e.alert_id ?? [])
  return [
    ...[...events].map((objectId) => ({ ...about, type: "event.updated" as const, objectId })),
    ...alerts.map((objectId) => ({ ...about, type: "alert.updated" as const, objectId }))
  ]
}

/**
 * Events that fire again live after a replay had superseded them: what they wait for came late, and now it is
 * there.
 */
export const restoreEvents = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  ids: ReadonlyArray<string>,
  now: number
) {
  if (ids.length === 0) return []
  const rows = yield* sql<
    Kept & {
      readonly project_id: string
      readonly entity_id: string | null
      readonly device_id: string | null
    }
  >`
    select e.id, e.project_id, e.entity_id, e.device_id, a.id as alert_id, a.status as alert_status
    from events e left join alerts a on a.event_id = e.id where e.id = any(${uuids(ids)}) and e.superseded`
  yield* mark(sql, rows, false, now)
  if (rows.length > 0)
    yield* sql`update events e set ended_at = null where e.id = any(${uuids(rows.map((r) => r.id))})`
  return rows.flatMap((r): ReadonlyArray<StreamEntry> => {
    const about = { projectId: r.project_id, entityId: r.entity_id, deviceId: r.device_id }
    return [
      { ...about, type: "event.updated", objectId: r.id },
      ...(r.alert_id === null ? [] : [{ ...about, type: "alert.updated" as const, objectId: r.alert_id }])
    ]
  })
})

const apply = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  past: Past,
  kept: ReadonlyArray<Kept>,
  cleared: Encoded,
  now: number
) {
  const verdict = compare(past, kept)
  yield* cleared
  yield* mark(sql, verdict.superseded, true, now)
  yield* mark(sql, verdict.restored, false, now)
  if (verdict.ends.length > 0) {
    yield* sql`update events e set ended_at = v.at
      from unnest(${uuids(verdict.ends.map((e) => e.event.id))}, ${instants(verdict.ends.map((e) => e.at))})
      as v (id, at) where e.id = v.id`
  }
  yield* traceReplay(sql, past.rewrite, verdict, now)
  return verdict
})

/**
 * Applies the rewrites of a batch before anything else of it is written; what is to be done follows from what
 * exists.
 */
export const rewritePasts = (
  sql: SqlClient.SqlClient,
  pasts: ReadonlyArray<Past>,
  { dismissed, now }: Changes
): Effect.Effect<Rewritten, SqlError> => {
  const tasks = pasts.map((past) => ({ past, keep: keptOf(sql, past), clear: clear(sql, past.rewrite) }))
  const failures = dismissed.map((dismissal) => traceFailure(sql, dismissal, now))
  const rewrites = pasts.map((p) => p.rewrite)
  const done = [...rewrites.filter((r) => r.to === Infinity), ...dismissed].flatMap((r) => r.span.ids)
  const left = rewrites.flatMap(({ span, to }) =>
    to === Infinity ? [] : span.ids.map((id) => ({ id, from: to + 1 }))
  )
  const noted = [
    done.length === 0
      ? nothing
      : sql`update late_spans set replayed_at = ${new Date(now)} where id = any(${bigints(done)})`,
    left.length === 0
      ? nothing
      : sql`
      update late_spans s set begun = true, from_time = greatest(s.from_time, v.from_time)
      from unnest(${bigints(left.map((l) => l.id))}, ${instants(left.map((l) => l.from))})
        as v (id, from_time) where s.id = v.id`
  ]
  return Effect.gen(function* () {
    const missing: Array<Keyed> = [],
      ends: Array<Rewritten["ends"][number]> = [],
      stream: Array<StreamEntry> = []
    const known = new Map<string, string>()
    for (const { clear, keep, past } of tasks) {
      const verdict = yield* apply(sql, past, yield* keep, clear, now)
      missing.push(...verdict.missing)
      for (const [id, existing] of verdict.known) known.set(id, existing)
      for (const {
        event: { id }
      } of verdict.missing) {
        const ending = past.rewrite.endings.get(id)
        if (ending !== undefined) ends.push({ eventId: id, at: ending.at })
      }
      stream.push(...streamOf(past.rewrite, verdict))
    }
    yield* Effect.all([...failures, ...noted], { discard: true })
    return { missing, known, ends, stream }
  })
}
