// Sparklines: one metric of entities over the last day, in few points, with the limit that a rule sets it.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { contrary } from "../../../domain/rule/conditions/compare.ts"
import { isNegated } from "../../../domain/rule/leaves.ts"
import { limitsIn } from "../../../domain/rule/words/limitsIn.ts"
import type { CanonicalDocument } from "../../../domain/rule/Document.ts"
import { isInScope, type Who } from "../../../domain/rule/scope.ts"
import { metricKeyPattern } from "../../../domain/tracking/Metric.ts"
import { SPARK_HOURS, SPARK_METRIC, SPARK_POINTS, type Spark } from "../../../domain/tracking/EntityNow.ts"
import { uuids } from "../../sql/arrays.ts"
import { wireTime } from "../../sql/keyset.ts"
import { gravity } from "./entitiesNow.ts"
import { catalogueOf, meaning } from "../measurements/metricColumns.ts"

interface Subject {
  readonly id: string
  readonly entity_type_id: string
  readonly group_ids: ReadonlyArray<string>
  readonly device_ids: ReadonlyArray<string>
}

interface Rule {
  readonly id: string
  readonly document: CanonicalDocument
}

/** Whether a rule's scope covers the subject; a device in the scope counts while it is worn. */
const isCovered = (document: CanonicalDocument, { device_ids, entity_type_id, group_ids, id }: Subject) => {
  const { device_ids: devices, ...scope } = document.scope
  const who: Who = {
    entity: { id, name: "", typeId: entity_type_id, groupIds: group_ids },
    device: { id: "", name: "" }
  }
  return isInScope(scope, who) && (devices?.some((d) => device_ids.includes(d)) ?? true)
}

/** Makes the reader of sparklines. */
export const sparks = (pg: PgClient.PgClient) => {
  const subjectsOf = (ids: ReadonlyArray<string>) => pg<Subject>`
    select e.id, e.entity_type_id,
      array(
        with recursive above as (
          select g.id, g.parent_id from groups g where g.id = e.group_id
          union
          select g.id, g.parent_id from groups g join above on g.id = above.parent_id
        )
        select id from above
      ) as group_ids,
      array(
        select a.device_id
        from entity_assignments a
        where a.entity_id = e.id and a.valid_from <= now() and (a.valid_to is null or a.valid_to > now())
      ) as device_ids
    from entities e
    where e.id = any(${uuids(ids)})`

  const rulesOn = (projectId: string, metric: string) => pg<Rule>`
    select r.id, v.document
    from rules r
      join rule_versions v on v.rule_id = r.id and v.version = r.current_version
    where r.project_id = ${projectId}::uuid and r.enabled and r.archived_at is null and v.runnable
      and jsonb_path_exists(v.document, '$.conditions.**.metric ? (@ == $m)',
        jsonb_build_object('m', ${metric}::text))
    order by ${pg.literal(gravity("(v.document #>> '{event,severity}')"))} desc nulls last, r.id`

  /** Entities with an open alert of one of the rules, with that rule. */
  const openAlerts = (projectId: string, ids: ReadonlyArray<string>, rules: ReadonlyArray<string>) => pg<{
    readonly entity_id: string
    readonly rule_id: string
  }>`
    select distinct a.entity_id, e.rule_id
    from alerts a
      join events e on e.id = a.event_id
    where a.project_id = ${projectId}::uuid and a.status = 'open' and a.entity_id = any(${uuids(ids)})
      and e.rule_id = any(${uuids(rules)})`

  /** Returns the sparklines by id; all entities of the project have the same metric. */
  const read = Effect.fn("sparks")(function* (projectId: string, ids: ReadonlyArray<string>) {
    if (ids.length === 0) return new Map<string, Spark>()
    const [project] = yield* pg<{ readonly metric: string | null }>`
      select case when jsonb_typeof(settings -> 'spark_metric') = 'string' then settings ->> 'spark_metric' end
        as metric
      from projects
      where id = ${projectId}::uuid`
    const named = project?.metric ?? ""
    const metric = metricKeyPattern.test(named) ? named : SPARK_METRIC
    const [told] = yield* pg<{ readonly unit: string | null }>`
      select ${pg.literal(meaning.unit)} as unit
      from (select ${metric}::text as key) k ${catalogueOf(pg, projectId, "k.key")}`
    const width = pg.literal(`interval '${(SPARK_HOURS * 60) / SPARK_POINTS} minutes'`)
    const start = pg.literal(`now() - interval '${SPARK_HOURS} hours'`)
    const rows = yield* pg<{ readonly id: string; readonly points: Spark["points"] }>`
      select q.id,
        jsonb_agg(jsonb_build_object('time', ${pg.literal(wireTime("q.at"))}, 'value', q.value) order by q.at)
          as points
      from (
        select s.id, date_bin(${width}, m.original_time, ${start}) as at, avg(m.value_number) as value
        from unnest(${uuids(ids)}) as s (id)
          join measurements m on m.entity_id = s.id
        where m.metric_key = ${metric} and m.valid and m.value_number is not null
          and (m.project_id = ${projectId}::uuid) is true and m.original_time >= ${start}
          and m.original_time < now()
        group by 1, 2
      ) q
      group by q.id`.unprepared
    const points = new Map(rows.map((row) => [row.id, row.points]))
    const rules = yield* rulesOn(projectId, metric)
    const subjects = rules.length === 0 ? [] : yield* subjectsOf(ids)
    const limits = new Map(
      subjects.map((subject) => [
        subject.id,
        rules.flatMap(({ document, id }) =>
          isCovered(document, subject)
            ? limitsIn(document, metric).map((limit) => ({ ...limit, rule: id }))
            : []
        )[0]
      ])
    )
    const deciding = [...new Set([...limits.values()].flatMap((set) => set?.rule ?? []))]
    const alerts = deciding.length === 0 ? [] : yield* openAlerts(projectId, ids, deciding)
    const isOpen = new Set(alerts.map((a) => `${a.entity_id} ${a.rule_id}`))
    const unit = told?.unit ?? null
    return new Map(
      ids.map((id): readonly [string, Spark] => {
        const set = limits.get(id)
        const op = set === undefined ? null : isNegated(set.path) ? contrary[set.op] : set.op
        return [
          id,
          {
            metric,
            unit,
            limit: set?.limit ?? null,
            op,
            alert_open: set !== undefined && isOpen.has(`${id} ${set.rule}`),
            points: points.get(id) ?? []
          }
        ]
      })
    )
  }, Effect.orDie)

  return { read }
}
