// Recent activity of rules, of the subjects that the caller sees: firings a day, the newest one, the trace of
// the newest failure, snoozes, and versions saved meanwhile. Each rule is read along its own index.
import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { ACTIVITY_DAYS, type Activity, MAX_COUNTED_EVENTS, MAX_SNOOZES } from "../../domain/rule/Activity.ts"
import { seenRecords, seenSubjects } from "../access/visibilityConditions.ts"
import { uuids } from "../sql/arrays.ts"
import { wireTime } from "../sql/keyset.ts"

/** StoredActivity is the part that the database has: without the sentence, and the subjects of the scope. */
type StoredActivity = Omit<Activity, "sentence" | "covers">

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /** By rule; those that are not of the project are left out. */
  const of = Effect.fn("RuleActivity.of")(function* (
    projectId: string,
    visibility: Visibility,
    ruleIds: ReadonlyArray<string>
  ) {
    const now = new Date(yield* Clock.currentTimeMillis)
    const mine = pg.and([pg`e.rule_id = r.id and not e.superseded`, ...seenRecords(pg, visibility, "e")])
    const failed = pg.and([pg`t.rule_id = r.id and t.status = 'failed'`, ...seenRecords(pg, visibility, "t")])
    const blamed = pg.and([
      pg.literal("r.last_error is not null"),
      ...seenSubjects(pg, visibility, "r.last_error_subject_id")
    ])
    const snoozed = pg.and([
      pg`z.rule_id = r.id and z.until > ${now}`,
      ...seenSubjects(pg, visibility, "z.subject_id")
    ])
    const rows = yield* pg<StoredActivity & { readonly id: string }>`
      select r.id, d.days, n.events_total, v.versions_7d, f.last_fired_subject, z.snoozes,
        case when ${blamed} then (
          select t.id from processing_traces t where ${failed} order by t.started_at desc, t.id desc limit 1
        ) end as last_error_trace_id
      from rules r
        join projects p on p.id = r.project_id
        cross join lateral (
          select (${now}::timestamptz at time zone p.timezone)::date as today
        ) t
        cross join lateral (
          select coalesce(jsonb_agg(jsonb_build_object('date', to_char(g.day, 'YYYY-MM-DD'),
              'events', coalesce(c.events, 0), 'alerts', coalesce(c.alerts, 0)) order by g.day), '[]') as days
          from generate_series(t.today - ${ACTIVITY_DAYS - 1}::int4, t.today, interval '1 day') g (day)
            left join (
              select (x.time at time zone p.timezone)::date as day, count(*)::int as events,
                count(*) filter (where exists (select from alerts a where a.event_id = x.id))::int as alerts
              from (
                select e.id, e.time
                from events e
                where ${mine} and e.time <= ${now} and e.time >=
                  (t.today - ${ACTIVITY_DAYS - 1}::int4)::timestamp at time zone p.timezone
                order by e.time desc
                limit ${MAX_COUNTED_EVENTS}
              ) x
              group by 1
            ) c on c.day = g.day::date
        ) d
        cross join lateral (
          select count(*)::int as events_total from (select from events e where ${mine} limit ${MAX_COUNTED_EVENTS}) x
        ) n
        cross join lateral (
          select coalesce(jsonb_agg(jsonb_build_object('version', v.version, 'created_at',
              ${pg.literal(wireTime("v.created_at"))}) order by v.version), '[]') as versions_7d
          from rule_versions v
          where v.rule_id = r.id and v.created_at >=
            (t.today - ${ACTIVITY_DAYS - 1}::int4)::timestamp at time zone p.timezone
        ) v
        left join lateral (
          select jsonb_build_object('entity_id', e.entity_id,
              'device_id', case when e.entity_id is null then e.device_id end,
              'name', coalesce(e.entity_name, e.device_name)) as last_fired_subject
          from events e
          where ${mine}
          order by e.time desc, e.id desc
          limit 1
        ) f on true
        cross join lateral (
          select jsonb_build_object('count', count(*)::int, 'first',
              coalesce(jsonb_agg(s.told order by s.until, s.subject_id)
                filter (where s.place <= ${MAX_SNOOZES}), '[]')) as snoozes
          from (
            select z.until, z.subject_id,
              row_number() over (order by z.until, z.subject_id) as place,
              jsonb_build_object('entity_id', z.entity_id, 'device_id', z.device_id,
                'name', coalesce(en.name, de.name),
                'until', ${pg.literal(wireTime("z.until"))}) as told
            from rule_snoozes z
              left join entities en on en.id = z.entity_id
              left join devices de on de.id = z.device_id
            where ${snoozed}
          ) s
        ) z
      where r.project_id = ${projectId}::uuid and r.id = any(${uuids(ruleIds)})`
    return new Map(rows.map(({ id, ...activity }): [string, StoredActivity] => [id, activity]))
  }, Effect.orDie)

  return { of }
})

/** RuleActivity reads the activity of rules. */
export class RuleActivity extends Context.Service<RuleActivity>()("store/RuleActivity", { make }) {
  static readonly layer = Layer.effect(RuleActivity, make)
}
