// What must be true of the database whatever happened to the program: the invariants I1 to I10 of the
// reliability design, each as SQL that finds what breaks it. Those that need to know what was promised read
// it from temporary tables filled with the history; the others hold for a whole database at any time.
import { Effect, Schedule } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { floats } from "../../src/store/sql/arrays.ts"
import { observationsOf, readLog } from "../support/sql/log.ts"

/** What one project was promised, and what must have come of it. Times in epoch ms. */
export interface Promises {
  readonly projectId: string
  readonly acknowledged: ReadonlyArray<{
    readonly deviceId: string
    readonly at: number
    readonly lon: number
    readonly lat: number
  }>
  readonly events: ReadonlyArray<{
    readonly ruleId: string
    readonly subjectId: string
    readonly featureId: string | null
    readonly at: number
  }>
  readonly places: ReadonlyArray<{ readonly subjectId: string; readonly inside: ReadonlyArray<string> }>
  readonly handledAlerts: ReadonlyArray<string>
}

/** A broken invariant: how many rows break it, and some of them. */
export interface Violation {
  readonly invariant: string
  readonly rows: number
  readonly examples: string
}

const subject = "coalesce(e.entity_id, e.device_id)"

const ofPromises: Readonly<Record<string, string>> = {
  "I1 an acknowledged position is stored": `
    select a.* from promised_positions a where not exists (
      select from positions p where p.device_id = a.device_id and p.original_time = a.at and p.lon = a.lon
        and p.lat = a.lat and not p.conflicting and p.project_id = (select project_id from promised))`,
  "I2 nothing is stored that was not sent": `
    select p.id, p.device_id, p.original_time from positions p
      where p.project_id = (select project_id from promised)
      and not exists (select from promised_positions a where p.device_id = a.device_id
        and p.original_time = a.at and p.lon = a.lon and p.lat = a.lat)`,
  "I3 no firing is lost": `
    select x.* from promised_events x where not exists (
      select from events e where e.rule_id = x.rule_id and ${subject} = x.subject_id and e.time = x.at
        and e.feature_id is not distinct from x.feature_id and not e.superseded)`,
  "I5 no firing is made up": `
    select e.id, e.title, e.time from events e where e.project_id = (select project_id from promised)
      and not exists (
      select from promised_events x where e.rule_id = x.rule_id and ${subject} = x.subject_id
        and e.time = x.at and e.feature_id is not distinct from x.feature_id)`,
  "I8 a subject is placed where its last fix lies": `
    select x.subject_id, x.inside, p.inside as placed from promised_places x left
      join subject_placements p using (subject_id)
    where (select array_agg(i order by i) from unnest(x.inside) i) is distinct
      from (select array_agg(i order by i) from unnest(p.inside) i)`,
  "an acknowledged alert stays so, by one step": `
    select h.alert_id, a.status from promised_alerts h left join alerts a on a.id = h.alert_id
    where a.status is distinct from 'acknowledged'
      or (select count(*) from alert_steps s where s.alert_id = h.alert_id) <> 1`
}

const ofEveryDatabase: Readonly<Record<string, string>> = {
  "I2 a record is stored once": `
    select device_id, original_time, record_type, count(*) from positions where not conflicting
      group by 1, 2, 3 having count(*) > 1`,
  "I4 no firing is doubled": `
    select rule_id, rule_version, ${subject}, feature_id, time, count(*) from events e
      where source_kind = 'rule' group by 1, 2, 3, 4, 5 having count(*) > 1`,
  "I6 the commits of a rule and subject follow event time": `
    select * from (
      select s.id, e.rule_id, e.time, lag(e.time) over (partition by e.rule_id, ${subject}
        order by s.id) as before
      from event_stream s join events e on e.id = s.object_id where s.type = 'event.created'
        and e.source_kind = 'rule' and not e.late) o where o.before > o.time`,
  "I6 the transitions of a rule and subject never go back": `
    select * from (
      select id, rule_id, subject_id, at, log_position, lag(at) over w as before,
        lag(log_position) over w as log_before
      from rule_transitions window w as (partition by rule_id, subject_id order by id)) o
        where o.before > o.at or o.log_before > o.log_position`,
  "I7 an event names a version that was in force": `
    select e.id, e.rule_id, e.rule_version from events e where source_kind = 'rule' and not exists (
      select from rule_versions v join rule_activations a using (rule_id, version) where v.rule_id = e.rule_id
        and v.version = e.rule_version and a.at <= e.created_at)`,
  // what an archived rule remembered goes with it
  "I8 the state is what the last transition says": `
    with in_force as (select id as rule_id from rules where enabled and archived_at is null),
    last as (
      select distinct on (rule_id, subject_id) rule_id, subject_id, state from rule_transitions
        join in_force using (rule_id) order by rule_id, subject_id, id desc),
    remembered as (
      select * from last where (state->>'active')::boolean or jsonb_array_length(state->'holds') > 0
        or coalesce(state->>'since', state->>'lastFiredAt', state->>'judgedTo') is not null)
    select coalesce(s.rule_id, l.rule_id) as rule_id, coalesce(s.subject_id, l.subject_id) as subject_id,
      to_jsonb(s) as stored, l.state
    from (select * from rule_states join in_force using (rule_id)) s full
      join remembered l using (rule_id, subject_id)
    where s.rule_id is null or l.rule_id is null or s.active <> (l.state->>'active')::boolean
      or s.holds->'holds' <> l.state->'holds'
      or extract(epoch from s.since) * 1000 is distinct from (l.state->>'since')::numeric
      or extract(epoch from s.last_fired_at) * 1000 is distinct from (l.state->>'lastFiredAt')::numeric
      or extract(epoch from s.judged_to) * 1000 is distinct from (l.state->>'judgedTo')::numeric`,
  "I9 an event changed the state it came from": `
    select e.id, e.title from events e where source_kind = 'rule' and not exists (
      select from rule_transitions t where t.rule_id = e.rule_id and t.subject_id = ${subject}
        and t.at = e.time and t.version = e.rule_version)`,
  "I9 an event has its trace": `
    select e.id, e.trace_id from events e left join processing_traces t on t.id = e.trace_id
      where source_kind = 'rule' and (t.status is distinct from 'ok' or t.event_id is distinct from e.id)`,
  "I9 a trace has its event and alert": `
    select t.id from processing_traces t left join events e on e.id = t.event_id left
      join alerts a on a.event_id = e.id
    where t.kind = 'rule' and t.status = 'ok'
      and (e.trace_id is distinct from t.id or coalesce(a.id, e.alert_id) is distinct from t.alert_id)`,
  "I9 a state belongs to a subject that reported": `
    select s.rule_id, s.subject_id from rule_states s where not exists (
      select from positions p where p.entity_id = s.subject_id
        or (p.entity_id is null and p.device_id = s.subject_id))`,
  "I9 live readers hear of each event and alert once": `
    with told as (select type, object_id, project_id, count(*) as times from event_stream group by 1, 2, 3)
    select 'event' as what, e.id from events e left join told t on t.object_id = e.id
      and t.project_id = e.project_id and t.type = 'event.created' where t.times is distinct from 1
    union all select 'alert', a.id from alerts a left join told t on t.object_id = a.id
      and t.project_id = a.project_id and t.type = 'alert.created' where t.times is distinct from 1
    union all select t.type, t.object_id from told t where t.type not in ('run.updated', 'rule.updated')
      and not exists (select from events e where e.id = t.object_id)
      and not exists (select from alerts a where a.id = t.object_id)`,
  "I10 an alert for each event that asks for one, and no other": `
    select e.id, e.title, count(a.id), e.alert_id from events e join rule_versions v on v.rule_id = e.rule_id
      and v.version = e.rule_version left join alerts a on a.event_id = e.id
    group by e.id, v.document
    having count(a.id) + (e.alert_id is not null)::int <> ((v.document->'event'->>'create_alert')::boolean)::int`,
  "I10 a reminder is counted on the alert of its episode": `
    select e.id, e.alert_id from events e left join alerts a on a.id = e.alert_id
    where e.alert_id is not null
      and (not e.reminder or e.episode_id is distinct from coalesce(a.episode_id, a.event_id))`,
  "I10 an alert is its event's": `
    select a.id from alerts a join events e on e.id = a.event_id
      where (a.project_id, a.severity, a.title) is distinct from (e.project_id, e.severity, e.title)
      or a.entity_id is distinct from e.entity_id`,
  "no rule failed": `select id, name, last_error from rules where last_error is not null`,
  "the log is read to its end, in lanes too": `
    select c.partition, c.position, c.epoch from partition_cursor c
    where exists (select from observation_log l where l.partition = c.partition and l.id > c.position)
      or exists (select from project_lanes l where l.partition = c.partition)`
}

const replacer = (_: string, value: unknown) => (typeof value === "bigint" ? Number(value) : value)

const remember = Effect.fnUntraced(function* (promises: Promises) {
  const sql = yield* SqlClient.SqlClient
  const table = (name: string, columns: string, rows: ReadonlyArray<object>) =>
    Effect.andThen(
      sql.unsafe(`create temporary table ${name} (${columns}) on commit drop`).unprepared,
      sql.unsafe(`insert into ${name} select * from jsonb_to_recordset($1::text::jsonb) as x (${columns})`, [
        JSON.stringify(rows)
      ]).unprepared
    )
  const iso = (at: number) => new Date(at).toISOString()
  yield* table("promised", "project_id uuid", [{ project_id: promises.projectId }])
  yield* table(
    "promised_positions",
    "device_id uuid, at timestamptz, lon float8, lat float8",
    promises.acknowledged.map((p) => ({ device_id: p.deviceId, at: iso(p.at), lon: p.lon, lat: p.lat }))
  )
  yield* table(
    "promised_events",
    "rule_id uuid, subject_id uuid, feature_id uuid, at timestamptz",
    promises.events.map((e) => ({
      rule_id: e.ruleId,
      subject_id: e.subjectId,
      feature_id: e.featureId,
      at: iso(e.at)
    }))
  )
  yield* table(
    "promised_places",
    "subject_id uuid, inside uuid[]",
    promises.places.map((p) => ({ subject_id: p.subjectId, inside: p.inside }))
  )
  yield* table(
    "promised_alerts",
    "alert_id uuid",
    promises.handledAlerts.map((id) => ({ alert_id: id }))
  )
  for (const name of ["promised_positions", "promised_events"])
    yield* sql.unsafe(`analyze ${name}`).unprepared
})

const broken = Effect.fnUntraced(function* (checks: Readonly<Record<string, string>>) {
  const sql = yield* SqlClient.SqlClient
  const found: Array<Violation> = []
  for (const [invariant, query] of Object.entries(checks)) {
    const rows = yield* sql.unsafe(query).unprepared
    if (rows.length > 0)
      found.push({ invariant, rows: rows.length, examples: JSON.stringify(rows.slice(0, 3), replacer) })
  }
  return found
})

/** Log rows that do not hold what their transaction stored. */
const brokenLog = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const log = yield* readLog
  const seen = log.flatMap((row) => observationsOf(row).map((o) => ({ row, ...o })))
  const fixes = seen.filter((o) => o._tag === "Position")
  const missing = yield* sql<{ row: number }>`
    select distinct l.row from unnest(${floats(fixes.map((o) => o.row.id))},
      ${floats(fixes.map((o) => o.recordId))}, ${floats(fixes.map((o) => o.row.batch))}) as l (row, id, batch)
    where not exists (select from positions p where p.id = l.id::int8 and p.batch_id = l.batch::int8)`
  const sizes = Map.groupBy(seen, (o) => o.row)
  const rows = [
    ...missing.map(({ row }) => ({ row, what: "a position is not stored" })),
    ...log
      .filter((row) => row.size !== (sizes.get(row)?.length ?? 0))
      .map(({ id }) => ({ row: id, what: "its size is another" }))
  ]
  const violation: Violation = {
    invariant: "I2 a log row holds what its transaction stored",
    rows: rows.length,
    examples: JSON.stringify(rows.slice(0, 3))
  }
  return rows.length === 0 ? [] : [violation]
})

/** Holds a quiet database against the invariants that hold for every database. Needs the login user. */
export const checkDatabase: Effect.Effect<
  ReadonlyArray<Violation>,
  never,
  SqlClient.SqlClient
> = Effect.orDie(Effect.zipWith(broken(ofEveryDatabase), brokenLog, (found, ofLog) => [...found, ...ofLog]))

/** The same, and what one of its projects was promised. */
export const checkInvariants = (
  promises: Promises
): Effect.Effect<ReadonlyArray<Violation>, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* remember(promises)
        return [...(yield* broken(ofPromises)), ...(yield* checkDatabase)]
      })
    )
  }).pipe(Effect.orDie)

/** Lanes of projects whose floods are judged apart. */
export const openLanes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ n: number }>`select count(*)::int as n from project_lanes`
  return row!.n
}).pipe(Effect.orDie)

/** Succeeds when the rules have read everything that was stored, and no lane is left. */
export const awaitQuietFor = (seconds: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* Effect.orDie(sql<{ n: number }>`
    select count(*)::int as n from observation_log l join partition_cursor c using (partition)
      where l.id > c.position`)
    return row!.n + (yield* openLanes)
  }).pipe(
    Effect.repeat({ until: (unread) => unread === 0, schedule: Schedule.spaced("50 millis") }),
    Effect.timeoutOrElse({
      duration: seconds * 1000,
      orElse: () => Effect.die(new Error(`the rules have not read the log within ${seconds} s`))
    })
  )

/** The same, for a log that no flood has filled. */
export const awaitQuiet = awaitQuietFor(30)
