// An event of a rule with its alert, written straight into the database as the journal leaves it.
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import type { Farm } from "./farm.ts"

/** What the event is, where that matters. */
interface Firing {
  readonly context?: object
  readonly eventType?: string
  readonly evidence?: object
  readonly late?: boolean
}

/** A speeding of the animal, whose episode ended, with an alert and a trace; the ids of the three. */
export const fire = Effect.fnUntraced(function* (
  farm: Farm,
  rule: string,
  {
    context = { values: { speed_kmh: 50 } },
    eventType = "SPEEDING",
    evidence = {},
    late = false
  }: Firing = {}
) {
  const sql = yield* SqlClient.SqlClient
  const id = v7(),
    trace = v7(),
    alert = v7()
  yield* sql`
    insert into events (id, project_id, event_key, time, created_at, event_type, severity, title, lon, lat,
      entity_id, entity_name, device_id, device_name, source_kind, source_id, source_name, rule_id,
      rule_version, sample_time, late, ended_at, context, evidence, trace_id)
    values (${id}::uuid, ${farm.project}::uuid,
      ${Buffer.from(id.padEnd(64, "0").replaceAll("-", "").padEnd(64, "0"), "hex")}, '2026-05-01T12:00:00Z',
      '2026-05-01T12:00:03.5Z', ${eventType}, 'warning', 'Alma too fast', 10.5, 53.25,
      ${farm.animal}::uuid, 'Alma', ${farm.collar}::uuid, 'Collar 1', 'rule', ${rule}::uuid, 'Speed',
      ${rule}::uuid, 1, '2026-05-01T12:00:00Z', ${late}, '2026-05-01T12:01:30Z',
      ${JSON.stringify(context)}::jsonb, ${JSON.stringify(evidence)}::jsonb, ${trace}::uuid)`
  yield* sql`insert into alerts (id, event_id, project_id, severity, title, entity_id, device_id)
    values (${alert}::uuid, ${id}::uuid, ${farm.project}::uuid, 'warning', 'Alma too fast',
    ${farm.animal}::uuid, ${farm.collar}::uuid)`
  yield* sql`
    insert into processing_traces (id, kind, status, started_at, project_id, entity_id, rule_id, rule_version,
      event_id, alert_id, steps)
    values (${trace}::uuid, 'rule', 'ok', now(), ${farm.project}::uuid, ${farm.animal}::uuid, ${rule}::uuid,
      1, ${id}::uuid, ${alert}::uuid, '[{"name": "evaluate", "status": "ok"}]')`
  return { id, alert, trace }
})
