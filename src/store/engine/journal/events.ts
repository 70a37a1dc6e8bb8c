// Inserts events, once each by their key, with their alerts.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { contextOf } from "../../../domain/event/context.ts"
import { bools, byteas, floats, instants, ints, serialised, texts, uuids } from "../../sql/columns.ts"
import { type StoredReceipt, withReceptionTime, withSource } from "../../events/receipt.ts"
import { evidenceOf, firingOf, receiptOfEvent, type StoredEvent, openedAlert } from "../eventRecord.ts"
import { packTexts } from "../../sql/wire.ts"
import { historyColumns, historyLateral } from "./history.ts"
import { type Encoded, encodeEach, type KeyedEvent, noStatement, type CommitSize, utf8 } from "./encode.ts"

/** EncodedEvent is an event with its encoded texts. */
export interface EncodedEvent {
  readonly event: StoredEvent
  readonly key: Buffer
  readonly context: Uint8Array
  readonly evidence: Uint8Array
  /** null: it was evaluated on no record */
  readonly receipt: StoredReceipt | null
  /** what its trace keeps of its steps */
  readonly steps: Uint8Array
}

/**
 * Inserted is what an insertion did. `known` maps the id of an event in this batch to the id of the stored
 * event with the same key.
 */
interface Inserted {
  readonly fresh: ReadonlyArray<EncodedEvent>
  readonly known: ReadonlyMap<string, string>
  /** whether every event was new and none was snoozed */
  readonly allInserted: boolean
}

/** Encodes the texts of events. */
export const encodeEvents = Effect.fnUntraced(function* (
  size: CommitSize,
  events: ReadonlyArray<KeyedEvent>
) {
  const entries = yield* encodeEach(size, events, ({ event, key }): EncodedEvent => {
    size.add(event.title)
    size.add(event.rule.document.event.description)
    const evidence = evidenceOf(event)
    return {
      event,
      key,
      context: size.json(contextOf(event)),
      evidence: size.json(evidence),
      receipt: receiptOfEvent(event, evidence.records),
      steps: size.json(firingOf(event))
    }
  })
  // packs the texts of each column into one buffer, from which the column is sent: no second copy in memory
  const contexts = packTexts(entries.map((e) => e.context)),
    evidences = packTexts(entries.map((e) => e.evidence)),
    steps = packTexts(entries.map((e) => e.steps))
  return entries.map((e, i): EncodedEvent => ({
    ...e,
    context: contexts[i]!,
    evidence: evidences[i]!,
    steps: steps[i]!
  }))
})

const withoutAlert = (entry: EncodedEvent, snoozedUntil: number): EncodedEvent => {
  const event: StoredEvent = { ...entry.event, alertId: null, snoozedUntil }
  return { ...entry, event, steps: utf8(firingOf(event)) }
}

/** Inserts the events, without their alert where the rule is snoozed. */
export const insertEvents = (sql: SqlClient.SqlClient, entries: ReadonlyArray<EncodedEvent>) => {
  const events = entries.map((e) => e.event)
  const receipts = entries.map((e) => e.receipt)
  const isReceived = receipts.every((r) => r === null || r.received_at !== undefined)
  const receipt = withSource(isReceived ? "e.receipt" : withReceptionTime("e.receipt"), "e.device_id")
  const insert = sql<{
    made: ReadonlyArray<string> | null
    snoozed: ReadonlyArray<string> | null
    snoozedUntils: ReadonlyArray<Date> | null
  }>`
    with e as materialized (
      select e.*, z.until as snoozed_until
      from unnest(
        ${uuids(events.map((e) => e.id))}, ${uuids(events.map((e) => e.subject.projectId))},
        ${byteas(entries.map((e) => e.key))}, ${instants(events.map((e) => e.at))},
        ${instants(events.map((e) => e.createdAt))},
        ${texts(events.map((e) => e.rule.document.event.event_type))},
        ${texts(events.map((e) => e.severity))}, ${texts(events.map((e) => e.title))},
        ${texts(events.map((e) => e.rule.document.event.description))},
        ${floats(events.map((e) => e.fix?.lon ?? null))}, ${floats(events.map((e) => e.fix?.lat ?? null))},
        ${uuids(events.map((e) => e.who.entity?.id ?? null))},
        ${texts(events.map((e) => e.who.entity?.name ?? null))},
        ${uuids(events.map((e) => e.who.device.id))}, ${texts(events.map((e) => e.who.device.name))},
        ${uuids(events.map((e) => e.feature?.id ?? null))}, ${uuids(events.map((e) => e.rule.id))},
        ${texts(events.map((e) => e.rule.name))}, ${ints(events.map((e) => e.rule.version))},
        ${instants(events.map((e) => e.sampleAt))}, ${bools(events.map((e) => e.kind === "reminder"))},
        ${bools(events.map((e) => e.late))}, ${serialised(entries.map((e) => e.context))}::jsonb[],
        ${serialised(entries.map((e) => e.evidence))}::jsonb[], ${uuids(events.map((e) => e.traceId))},
        ${serialised(receipts.map((r) => (r === null ? null : utf8(r))))}::jsonb[]
      ) as e (
        id, project_id, event_key, time, created_at, event_type, severity, title, description, lon, lat,
        entity_id, entity_name, device_id, device_name, feature_id, rule_id, rule_name, rule_version,
        sample_time, reminder, late, context, evidence, trace_id, receipt
      )
        left join rule_snoozes z
          on z.rule_id = e.rule_id and z.subject_id = coalesce(e.entity_id, e.device_id)
            and z.until > e.created_at
      -- This limit limits nothing: it hides the number of events from the planner, which would otherwise make
      -- a new plan for each commit. It then expects one row, so nothing may be joined with e below: the planner
      -- would choose a nested loop.
      limit (select null::int8)
    ), made as (
      insert into events (
        id, project_id, event_key, time, created_at, event_type, severity, title, description, lon, lat,
        entity_id, entity_name, device_id, device_name, feature_id, source_kind, source_id, source_name,
        rule_id, rule_version, sample_time, reminder, late, snoozed, context, evidence, trace_id, receipt
      )
      select id, project_id, event_key, time, created_at, event_type, severity, title, description, lon,
        lat, entity_id, entity_name, device_id, device_name, feature_id, 'rule', rule_id, rule_name,
        rule_id, rule_version, sample_time, reminder, late, snoozed_until is not null, context, evidence,
        trace_id, ${sql.literal(receipt)}
      from e
      on conflict (event_key) do nothing
      returning id
    )
    select (select array_agg(id) from made) as made, array_agg(id) as snoozed,
      array_agg(snoozed_until) as "snoozedUntils"
    from e
    where snoozed_until is not null`
  return Effect.gen(function* () {
    const allNew: Inserted = { fresh: entries, known: new Map(), allInserted: true }
    if (entries.length === 0) return allNew
    const [inserted] = yield* insert
    const { snoozed, snoozedUntils } = inserted!,
      made = new Set(inserted!.made)
    if (made.size === entries.length && snoozed === null) return allNew
    const snoozes = new Map(snoozed?.map((id, i) => [id, snoozedUntils![i]!.getTime()]))
    const isNew = (e: EncodedEvent) => made.has(e.event.id)
    const fresh = entries.filter(isNew).map((e) => {
      const until = snoozes.get(e.event.id)
      return until === undefined ? e : withoutAlert(e, until)
    })
    const repeated = entries.filter((e) => !isNew(e))
    return { fresh, known: yield* findEvents(sql, repeated), allInserted: false } satisfies Inserted
  })
}

/** Returns the ids of events whose keys exist. */
const findEvents = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  entries: ReadonlyArray<EncodedEvent>
) {
  if (entries.length === 0) return new Map<string, string>()
  const rows = yield* sql<{
    id: string
    event_key: Uint8Array
  }>`select id, event_key from events where event_key = any(${byteas(entries.map((e) => e.key))})`
  const byKey = new Map(rows.map((r) => [Buffer.from(r.event_key).toString("hex"), r.id]))
  return new Map(
    entries.flatMap(({ event, key }) => {
      const id = byKey.get(key.toString("hex"))
      return id === undefined ? [] : [[event.id, id]]
    })
  )
})

/**
 * Inserts the alerts of events that open one. The alert of an event about the past is inserted as resolved,
 * with a step whose note gives the reason.
 */
export const insertAlerts = (sql: SqlClient.SqlClient, entries: ReadonlyArray<EncodedEvent>): Encoded => {
  const events = entries.map((e) => e.event).filter((e) => openedAlert(e) !== null)
  if (events.length === 0) return noStatement
  const { ageHours, mayBeImport } = historyColumns(events)
  return sql`
    with made as (
      select v.*, h.history, h.note
      from unnest(
        ${uuids(events.map((e) => e.alertId))}, ${uuids(events.map((e) => e.id))},
        ${uuids(events.map((e) => e.subject.projectId))}, ${texts(events.map((e) => e.severity))},
        ${texts(events.map((e) => e.title))}, ${uuids(events.map((e) => e.who.entity?.id ?? null))},
        ${uuids(events.map((e) => e.who.device.id))}, ${instants(events.map((e) => e.createdAt))},
        ${uuids(events.map((e) => e.episodeId ?? null))}, ${uuids(events.map((e) => e.rule.id))},
        ${ageHours}, ${mayBeImport}
      ) as v (
        id, event_id, project_id, severity, title, entity_id, device_id, created_at, episode_id, rule_id,
        age_hours, may_be_import
      )
        left join projects p on p.id = v.project_id
        cross join ${sql.literal(historyLateral)} h
    ), inserted as (
      insert into alerts (
        id, event_id, project_id, severity, title, entity_id, device_id, created_at, episode_id, rule_id,
        history, status, resolved_at
      )
      select id, event_id, project_id, severity, title, entity_id, device_id, created_at, episode_id, rule_id,
        history, case when history is null then 'open' else 'resolved' end,
        case when history is not null then created_at end
      from made
    )
    insert into alert_steps (alert_id, at, actor_kind, from_status, to_status, note)
    select id, created_at, 'system', 'open', 'resolved', note from made where history is not null`
}
