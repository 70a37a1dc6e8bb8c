// Alerts as rows and as records: an alert with what a list shows of its event, read in one statement, and the
// rule versions of a whole page in a second one.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import * as Schema from "effect/Schema"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Alert } from "../../domain/event/Alert.ts"
import { type Deciding, decisiveFigure } from "../../domain/event/decisiveFigure.ts"
import { ConditionNode } from "../../domain/rule/ConditionNode.ts"
import type { RuleState } from "../../domain/rule/RuleState.ts"
import { actorOf, actorWithKind } from "../access/whoDid.ts"
import { seenRecords } from "../access/visibilityConditions.ts"
import { ints, uuids } from "../sql/arrays.ts"
import { wireTime } from "../sql/keyset.ts"
import { meaning } from "../tracking/measurements/metricColumns.ts"
import { seconds } from "./eventRow.ts"

/** An alert, its event, and the description of the metric that the event names. */
export const alertTables = `alerts a
  join events e on e.id = a.event_id
  left join lateral (
    select count(*)::int4 as count, max(r.time) as last
    from events r
    where r.alert_id = a.id and not r.superseded
  ) reminders on true
  left join sent_metrics own on own.owner_id = e.project_id and own.key = e.context ->> 'metric'
  left join metrics general on general.key = e.context ->> 'metric' and own.key is null`

/** Columns of `alertTables`. */
export const alertColumns = `a.id, a.event_id, a.project_id, a.status, a.severity, a.title, a.entity_id,
  e.entity_name, a.device_id, e.device_name, e.event_type, ${wireTime("e.time")} as event_time, e.late,
  extract(epoch from a.created_at - e.time)::float8 as lag_seconds, a.history,
  reminders.count as reminder_count, ${wireTime("reminders.last")} as last_reminded_at,
  e.superseded, ${wireTime("a.created_at")} as created_at,
  ${wireTime("a.acknowledged_at")} as acknowledged_at,
  (select ${actorOf("s")} from alert_steps s
    where s.alert_id = a.id and s.at = a.acknowledged_at and s.to_status = 'acknowledged'
    order by s.id limit 1) as acknowledged_by,
  ${wireTime("a.resolved_at")} as resolved_at,
  coalesce((select jsonb_agg(jsonb_build_object('at', ${wireTime("s.at")}, 'actor',
    ${actorWithKind("s")}, 'from', s.from_status, 'to', s.to_status, 'note', s.note) order by s.id) from alert_steps s
      where s.alert_id = a.id), '[]') as steps,
  e.rule_id, e.source_name, e.rule_version, e.context, e.time as told_at, e.created_at as made_at,
  e.sample_time, e.evidence -> 'state_before' as state_before, ${meaning.label} as metric_label,
  ${meaning.unit} as metric_unit`

/** One alert of a project that the caller sees. */
export const oneAlert = (pg: PgClient.PgClient, projectId: string, visibility: Visibility, id: string) =>
  pg.and([pg`a.id = ${id}::uuid`, pg`a.project_id = ${projectId}::uuid`, ...seenRecords(pg, visibility, "a")])

/** AlertRow is an alert as it is selected. */
export interface AlertRow extends Omit<Alert, "rule" | "sample_age_seconds" | "headline"> {
  readonly rule_id: string | null
  readonly source_name: string | null
  readonly rule_version: number | null
  readonly context: Readonly<Record<string, unknown>>
  readonly state_before: Partial<RuleState> | null
  readonly told_at: Date
  readonly made_at: Date
  readonly sample_time: Date | null
  readonly metric_label: string | null
  readonly metric_unit: string | null
}

/** Returns the rule version of an alert; null: no rule made its event. */
const ruleOf = ({ rule_id: id, rule_version: version, source_name: name }: AlertRow): Alert["rule"] =>
  id === null || version === null ? null : { id, name: name ?? "", version }

const keyOf = ({ id, version }: NonNullable<Alert["rule"]>): string => `${id} ${version}`

const readConditions = Schema.decodeUnknownOption(ConditionNode)

interface VersionRow {
  readonly id: string
  readonly version: number
  readonly conditions: unknown
  readonly held: number
}

/** Reads the deciding conditions of rule versions, by `keyOf`. */
const decidingOf = Effect.fnUntraced(function* (pg: PgClient.PgClient, rows: ReadonlyArray<AlertRow>) {
  const rules = new Map(
    rows.flatMap((row) => {
      const rule = ruleOf(row)
      return rule === null ? [] : [[keyOf(rule), rule]]
    })
  )
  if (rules.size === 0) return new Map<string, Deciding>()
  const wanted = [...rules.values()]
  const versions = yield* pg<VersionRow>`
    select v.rule_id as id, v.version, v.document -> 'conditions' as conditions,
      coalesce((v.document ->> 'for_seconds')::float8, 0) as held
    from unnest(${uuids(wanted.map((r) => r.id))}, ${ints(wanted.map((r) => r.version))}) as w (id, version)
      join rule_versions v on v.rule_id = w.id and v.version = w.version`
  return new Map(
    versions.flatMap(({ conditions, held, id, version }) => {
      const read = readConditions(conditions)
      return read._tag === "None"
        ? []
        : [[`${id} ${version}`, { conditions: read.value, for_seconds: held }] as const]
    })
  )
})

/** Returns rows as alerts, in their order. */
export const alertsOf = Effect.fnUntraced(function* (pg: PgClient.PgClient, rows: ReadonlyArray<AlertRow>) {
  const deciding = yield* decidingOf(pg, rows)
  return rows.map((row): Alert => {
    const rule = ruleOf(row)
    const decidingRule = rule === null ? undefined : deciding.get(keyOf(rule))
    return {
      id: row.id,
      event_id: row.event_id,
      project_id: row.project_id,
      status: row.status,
      severity: row.severity,
      title: row.title,
      entity_id: row.entity_id,
      entity_name: row.entity_name,
      device_id: row.device_id,
      device_name: row.device_name,
      event_type: row.event_type,
      event_time: row.event_time,
      rule,
      sample_age_seconds: seconds(row.sample_time, row.made_at),
      lag_seconds: row.lag_seconds,
      history: row.history,
      reminder_count: row.reminder_count,
      last_reminded_at: row.last_reminded_at,
      late: row.late,
      superseded: row.superseded,
      headline:
        decidingRule === undefined
          ? null
          : decisiveFigure(
              decidingRule,
              { context: row.context, before: row.state_before, time: row.told_at.getTime() },
              { label: row.metric_label, unit: row.metric_unit }
            ),
      created_at: row.created_at,
      acknowledged_at: row.acknowledged_at,
      acknowledged_by: row.acknowledged_by,
      resolved_at: row.resolved_at,
      steps: row.steps,
      ...(row.repeats === undefined ? {} : { repeats: row.repeats })
    }
  })
})
