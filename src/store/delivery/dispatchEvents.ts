// Turns events of the outbox into deliveries, in one transaction.
import type { PgClient } from "@effect/sql-pg"
import { Clock, Effect } from "effect"
import type { Automation } from "../../domain/automation/Automation.ts"
import type { PlannedDelivery } from "../../domain/automation/planDeliveries.ts"
import type { Event } from "../../domain/event/Event.ts"
import { formatInstant } from "../../domain/time.ts"
import { texts, uuids } from "../sql/arrays.ts"
import { automationColumns } from "./automationRow.ts"
import { insertDeliveryTraces } from "./deliveryTraces.ts"
import { uuid7 } from "../sql/uuid7.ts"

/** EVENTS_PER_STEP is how many events are taken at a time; one event may concern many receivers. */
const EVENTS_PER_STEP = 200
/** ROWS_PER_INSERT is how many deliveries one statement inserts. */
const ROWS_PER_INSERT = 2000

/** PlanDeliveries returns the deliveries of an event. */
type PlanDeliveries = (
  event: Event,
  automations: ReadonlyArray<Automation>,
  isImported: boolean
) => ReadonlyArray<PlannedDelivery>

/**
 * Returns the ids of events whose record was imported as past: it counts as received at its own time. Of
 * events with an alert, the alert says so.
 */
export const importedOf = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  events: ReadonlyArray<Pick<Event, "id" | "alert" | "rule_id">>
) {
  const ids = events.filter(({ alert, rule_id }) => alert === null && rule_id !== null).map(({ id }) => id)
  if (ids.length === 0) return new Set<string>()
  const rows = yield* pg<{ readonly id: string }>`
    select e.id
    from events e
    where e.id = any(${uuids(ids)})
      and (e.receipt ->> 'received_at')::timestamptz = (e.receipt ->> 'taken_at')::timestamptz
      and exists (
        select
        from device_identities i
          join data_sources s on s.id = i.data_source_id
        where i.device_id = e.device_id and s.config -> 'history' = 'true'::jsonb
      )`
  return new Set(rows.map(({ id }) => id))
})

const write = Effect.fnUntraced(function* (pg: PgClient.PgClient, planned: ReadonlyArray<PlannedDelivery>) {
  const at = formatInstant(yield* Clock.currentTimeMillis)
  const rows = planned.map((p) => ({ ...p, id: uuid7(), traceId: p.skip === null ? null : uuid7() }))
  yield* pg`
    insert into deliveries (
      id, project_id, event_id, automation_id, automation_name, action_id, action_type, target, lane,
      status, code, error, finished_at, trace_id
    )
    select id, project_id, event_id, automation_id, automation_name, action_id, action_type, target, lane,
      case when code is null then 'queued' else 'skipped' end, code, error,
      case when code is not null then now() end, trace_id
    from unnest(
      ${uuids(rows.map((r) => r.id))}, ${uuids(rows.map((r) => r.event.project_id))},
      ${uuids(rows.map((r) => r.event.id))}, ${uuids(rows.map((r) => r.automationId))},
      ${texts(rows.map((r) => r.automationName))}, ${uuids(rows.map((r) => r.actionId))},
      ${texts(rows.map((r) => r.actionType))}, ${texts(rows.map((r) => r.target))},
      ${texts(rows.map((r) => r.receiverGroup))}, ${texts(rows.map((r) => r.skip?.code ?? null))},
      ${texts(rows.map((r) => r.skip?.error ?? null))}, ${uuids(rows.map((r) => r.traceId))}
    ) as v (
      id, project_id, event_id, automation_id, automation_name, action_id, action_type, target, lane, code,
      error, trace_id
    )
    on conflict (event_id, automation_id, action_id, target) do nothing`
  yield* insertDeliveryTraces(
    pg,
    rows.flatMap(({ actionType, automationId, automationName, event, skip, target, traceId }) =>
      skip === null || traceId === null
        ? []
        : [
            {
              traceId,
              projectId: event.project_id,
              event,
              automation: { id: automationId, name: automationName },
              actionType,
              target,
              tries: [],
              outcome: skip,
              at,
              durationMs: 0
            }
          ]
    )
  )
})

/**
 * Makes the step; it returns how many events were taken. `eventsOf` reads the events of ids, in the
 * transaction.
 */
export const dispatchEvents = (
  pg: PgClient.PgClient,
  eventsOf: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Event>>
) =>
  Effect.fn("DeliveryQueue.dispatch")(
    function* (decide: PlanDeliveries) {
      const claimedEvents = yield* pg<{ readonly event_id: string; readonly project_id: string }>`
        delete from automation_outbox o
        using (select id from automation_outbox order by id limit ${EVENTS_PER_STEP} for update skip locked) t
        where o.id = t.id
        returning o.event_id, o.project_id`
      if (claimedEvents.length === 0) return 0
      const automations = yield* pg<Automation>`
        select ${pg.literal(automationColumns)}
        from automations a
        where a.enabled and a.project_id = any(${uuids([...new Set(claimedEvents.map((t) => t.project_id))])})
        order by a.id
        for key share of a`
      const ofProject = Map.groupBy(automations, (a) => a.project_id)
      const events = automations.length === 0 ? [] : yield* eventsOf(claimedEvents.map((t) => t.event_id))
      const imported = yield* importedOf(pg, events)
      const planned = events.flatMap((event) =>
        decide(event, ofProject.get(event.project_id) ?? [], imported.has(event.id))
      )
      for (let at = 0; at < planned.length; at += ROWS_PER_INSERT)
        yield* write(pg, planned.slice(at, at + ROWS_PER_INSERT))
      return claimedEvents.length
    },
    pg.withTransaction,
    Effect.orDie
  )
