// Finds the matters of a project that need attention in its tables: one statement for each kind.
import type { PgClient } from "@effect/sql-pg"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { MAX_RULES } from "../../domain/rule/limits.ts"
import { RECENT_HOURS, STUCK_MINUTES } from "../../domain/system/Attention.ts"
import { seenOnes, seenRecords, seenSubjects } from "../access/visibilityConditions.ts"
import { waitingLanes } from "../engine/awaitedRows.ts"
import { PARKED_PREFIX } from "../engine/journal/parkings.ts"
import { silentDevices } from "./silentDevices.ts"
import { wrongClocks } from "./wrongClocks.ts"

/**
 * MAX_SILENT_DEVICES is how many silent devices a list has. The search for matters that ended uses ALL_ROWS,
 * because one that was left out is not over.
 */
const MAX_SILENT_DEVICES = "500"
const ALL_ROWS = "all"

/**
 * Makes the statements. Each row is `code, since, type, object_id, name, count, said`; for the worker also
 * `entity_id, device_id`: the subject of a part, which members with another scope may not see.
 */
export const makeMatterKinds = (pg: PgClient.PgClient) => {
  const recent = pg.literal(`now() - interval '${RECENT_HOURS} hours'`),
    stuck = pg.literal(`now() - interval '${STUCK_MINUTES} minutes'`)

  const rules = (project: string, visibility: Visibility) => pg`
    select 'RULE_FAILING' as code,
      coalesce(r.last_error_at, r.updated_at) as since,
      'rule' as type,
      r.id::text as object_id,
      r.name,
      1::float8 as count,
      r.last_error as said
    from rules r
    where ${pg.and([
      pg`r.project_id = ${project}::uuid and r.archived_at is null and r.enabled
        and r.last_error is not null and not starts_with(r.last_error, ${PARKED_PREFIX})`,
      ...seenSubjects(pg, visibility, "r.last_error_subject_id")
    ])}`

  const here = (project: string, visibility: Visibility) => pg`
    select d.id, d.name, d.status, p.valid_from
    from project_assignments p
      join devices d on d.id = p.device_id
    where ${pg.and([
      pg`p.project_id = ${project}::uuid and p.valid_from <= now()
      and (p.valid_to is null or p.valid_to > now())`,
      ...seenOnes(pg, visibility, "gear", "d.id")
    ])}`

  const devices = (project: string, visibility: Visibility) =>
    silentDevices(pg, project, here(project, visibility), MAX_SILENT_DEVICES)

  const clocks = (project: string, visibility: Visibility) =>
    wrongClocks(pg, here(project, visibility), recent)

  /** Of a job `j`: the matter, since when, and how often; `said` is beside it. */
  const trouble = pg.literal(
    "case j.status when 'failed' then 'JOB_FAILED' else 'JOB_STUCK' end, coalesce(j.finished_at, " +
      "j.started_at, j.created_at)"
  )
  const said = pg.literal("1, case j.status when 'failed' then j.error else j.kind end")
  const isTroubled = pg`((j.status = 'failed' and j.finished_at > ${recent})
    or (j.status = 'running' and j.lease_until < ${stuck}) or (j.status = 'queued' and j.due_at < ${stuck}))`

  const jobs = (project: string, visibility: Visibility) => pg`
    select ${trouble}, 'device', d.id::text, d.name, ${said}
    from (${here(project, visibility)}) d
      join jobs j on j.device_id = d.id
    where ${isTroubled}`

  const failed = (project: string, visibility: Visibility, part: string) => pg`
    select 'DELIVERIES_FAILED', max(v.finished_at), 'automation',
      coalesce(v.automation_id::text, v.automation_name), v.automation_name, count(*),
      (array_agg(v.error order by v.finished_at desc))[1]${pg.literal(part)}
    from deliveries v
      join events e on e.id = v.event_id
    where ${pg.and([
      pg`v.project_id = ${project}::uuid and v.status = 'failed'
      and v.created_at > ${recent} - interval '1 day'
      and v.finished_at > ${recent}`,
      ...seenRecords(pg, visibility, "e")
    ])}
    group by v.automation_id, v.automation_name${pg.literal(part)}`
  const deliveries = (project: string, visibility: Visibility) => failed(project, visibility, "")

  const ofTheWhole = (project: string) => [
    pg`
      select ${trouble}, 'export', j.id::text, j.parameters ->> 'file_name', ${said}
      from jobs j
      where j.kind = 'export' and j.project_id = ${project}::uuid and ${isTroubled}`,
    pg`
      select 'UNKNOWN_IDENTITIES', max(u.last_seen_at), 'data_source', s.id::text, s.name, count(*), null
      from unknown_identities u
        join data_sources s on s.id = u.data_source_id
      where u.ignored_at is null and s.project_ids @> array[${project}::uuid]
      group by s.id, s.name`,
    pg`
      select 'METRIC_UNDEFINED', m.created_at, 'metric', m.key, m.key, 1, null
      from sent_metrics m
      where m.owner_id = ${project}::uuid and not m.defined`,
    pg`
      select 'METRIC_LIMIT', max(t.started_at), 'project', p.id::text, p.name, count(*),
        (array_agg(t.error order by t.started_at desc))[1]
      from projects p
        join processing_traces t on t.project_id = p.id
      where p.id = ${project}::uuid and t.code = 'METRIC_LIMIT' and t.started_at > ${recent}
      group by p.id, p.name`,
    pg`
      select 'PAYLOADS_REFUSED', max(t.started_at), 'data_source', s.id::text, s.name, count(*), null
      from data_sources s
        join processing_traces t on t.data_source_id = s.id
      where s.project_ids @> array[${project}::uuid] and t.code = 'PAYLOAD_DECODE_FAILED'
        and t.started_at > ${recent}
      group by s.id, s.name`,
    pg`
      select 'POSITIONS_WITHOUT_FIX', max(c.minute), 'data_source', s.id::text, s.name,
        sum(c.without_fix)::float8, null
      from data_sources s
        join data_source_counts c on c.data_source_id = s.id
      where s.project_ids @> array[${project}::uuid] and c.without_fix > 0 and c.minute > ${recent}
      group by s.id, s.name`,
    pg`
      select 'SOURCE_DISCONNECTED', least(o.began_at, c.since), 'data_source', s.id::text, s.name, 1, c.error
      from data_sources s
        join data_source_connections c on c.data_source_id = s.id
        left join outages o on o.source_id = s.id and o.ended_at is null
      where s.enabled and (c.status = 'failed' or o.id is not null)
        and s.project_ids @> array[${project}::uuid]`,
    // since the first of them above the limit
    pg`
      select 'RULES_OVER_LIMIT', (array_agg(r.created_at order by r.created_at))[${MAX_RULES + 1}::int],
        'project', p.id::text, p.name, count(*), null
      from projects p
        join rules r on r.project_id = p.id
      where p.id = ${project}::uuid and r.archived_at is null
      group by p.id, p.name
      having count(*) > ${MAX_RULES}::int`,
    pg`
      select 'RULE_SET_UNUSABLE', k.since, 'project', p.id::text, p.name, 1, k.detail
      from parked_projects k
        join projects p on p.id = k.project_id
      where k.project_id = ${project}::uuid`,
    // an archived or removed rule is named as it was, because what it left behind may still wait
    pg`
      select 'RULE_STORM', s.opened_at, case when s.rule_id is null then 'project' else 'rule' end,
        coalesce(s.rule_id, p.id)::text, case when s.rule_id is null then p.name else r.name end, s.unread,
        case
          when s.rule_id is null then null
          when r.id is null then 'deleted'
          when r.archived_at is not null then 'archived'
          when not r.enabled then 'disabled'
        end
      from (
        select min(l.opened_at) as opened_at,
          mode() within group (order by l.rule_id) as rule_id,
          sum(w.unread) as unread
        from ${pg.literal(waitingLanes)}
        where l.project_id = ${project}::uuid
          and not exists (select from parked_projects k where k.project_id = l.project_id)
        having count(*) > 0
      ) s
        join projects p on p.id = ${project}::uuid
        left join rules r on r.id = s.rule_id`
  ]

  const union = (statements: ReadonlyArray<Fragment>) =>
    statements.reduce((one, other) => pg`${one} union all ${other}`)

  /** What the caller sees of a project; matters of its sources and metrics only if they see it as a whole. */
  const seenBy = (project: string, visibility: Visibility) =>
    union([
      ...[rules, devices, clocks, jobs, deliveries].map((kind) => kind(project, visibility)),
      ...(visibility === null ? ofTheWhole(project) : [])
    ])

  /** Returns all matters of a project, part by part. */
  const inParts = (project: string) =>
    union([
      pg`
        select k.*, r.last_error_subject_id as entity_id, r.last_error_subject_id as device_id
        from (${rules(project, null)}) k
          join rules r on r.id = k.object_id::uuid`,
      failed(project, null, ", e.entity_id, e.device_id"),
      ...[
        silentDevices(pg, project, here(project, null), ALL_ROWS),
        ...[clocks, jobs].map((kind) => kind(project, null)),
        ...ofTheWhole(project)
      ].map((kind) => pg`select k.*, null::uuid, null::uuid from (${kind}) k`)
    ])

  return { seenBy, inParts }
}
