// The circumstances of an event: other entities nearby, earlier events of the rule, whether it still holds, and
// how the deciding record was received. The caller has checked that the event is seen.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Struct } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { distance } from "../../domain/geo/distance.ts"
import type { EventEvidence } from "../../domain/event/EventEvidence.ts"
import { seenOnes, seenRecords } from "../access/visibilityConditions.ts"
import { wireTime } from "../sql/keyset.ts"
import { placeableFix } from "../tracking/entities/reporting.ts"
import { receiptOf, type StoredReceipt, withReceptionTime, withSource } from "./receipt.ts"

/** MAX_NEARBY_ENTITIES bounds the entities near the event that are returned, the nearest first. */
const MAX_NEARBY_ENTITIES = 20
/** NEARBY_RADIUS_DEGREES is their greatest distance, in degrees of latitude. */
const NEARBY_RADIUS_DEGREES = 0.5
/** MAX_EVENTS is how many events of the same rule are returned, the newest. */
const MAX_EVENTS = 50

/** Sighting is a place at a moment, epoch ms. */
interface Sighting {
  readonly at: number
  readonly lon: number
  readonly lat: number
}

/** DecidingFix is a fix with what tells its quality. */
interface DecidingFix {
  readonly time: string
  readonly accuracy_m: number | null
  readonly satellites: number | null
}

interface Judged {
  readonly receipt: StoredReceipt | null
  readonly device_id: string | null
  readonly trigger: { readonly record_id: number | null } | null
  readonly records: ReadonlyArray<{ readonly kind: string; readonly id: number; readonly at?: string }> | null
}

interface Neighbour extends Sighting {
  readonly id: string
  readonly name: string
  /** key of its type */
  readonly type: string
  readonly time: string
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /** Entities with a fix in the twelve hours before, within some 50 km; the nearest first. */
  const others = Effect.fn("EventContext.others")(function* (
    projectId: string,
    visibility: Visibility,
    except: string | null,
    { at, lat, lon }: Sighting
  ) {
    const moment = pg`${new Date(at)}::timestamptz`
    const rows = yield* pg<Neighbour>`
      select e.id, e.name, t.key as type, l.lon, l.lat, ${pg.literal(wireTime("l.at"))} as time
      from entities e
        join entity_types t on t.id = e.entity_type_id
        cross join lateral (
          select coalesce(p.curated_lon, p.lon) as lon, coalesce(p.curated_lat, p.lat) as lat,
            p.original_time as at
          from positions p
          where p.entity_id = e.id and (p.project_id = ${projectId}::uuid) is true and ${pg.literal(placeableFix)}
            and p.curated_time is null and p.original_time <= ${moment}
            and p.original_time > ${moment} - interval '12 hours'
          order by p.original_time desc, p.id desc
          limit 1
        ) l
      where ${pg.and([
        pg`e.project_id = ${projectId}::uuid and e.id is distinct from ${except}::uuid`,
        pg`l.lat between ${lat - NEARBY_RADIUS_DEGREES}::float8 and ${lat + NEARBY_RADIUS_DEGREES}::float8`,
        ...seenOnes(pg, visibility, "entities", "e.id")
      ])}`
    return rows
      .map((r) => ({
        entity: { id: r.id, name: r.name },
        entity_type: r.type,
        time: r.time,
        lon: r.lon,
        lat: r.lat,
        distance_m: Math.round(distance(lon, lat, r.lon, r.lat))
      }))
      .filter((r) => r.distance_m <= NEARBY_RADIUS_DEGREES * 111_195)
      .toSorted((a, b) => a.distance_m - b.distance_m)
      .slice(0, MAX_NEARBY_ENTITIES)
  }, Effect.orDie)

  /** The rule's other events of the thirty days up to this one. */
  const sameRule = Effect.fn("EventContext.sameRule")(function* (
    projectId: string,
    visibility: Visibility,
    eventId: string
  ) {
    type Row = NonNullable<EventEvidence["same_rule_30d"]>["events"][number]
    const rows = yield* pg<Row & { readonly count: number }>`
      select e.id, ${pg.literal(wireTime("e.time"))} as time, e.title, e.severity, e.entity_id,
        coalesce(e.entity_name, e.device_name) as name, (count(*) over ())::int4 as count
      from events o
        join events e on e.rule_id = o.rule_id and e.id <> o.id and not e.superseded
          and e.time <= o.time and e.time > o.time - interval '30 days'
      where ${pg.and([
        pg`o.id = ${eventId}::uuid and e.project_id = ${projectId}::uuid`,
        ...seenRecords(pg, visibility, "e")
      ])}
      order by e.time desc, e.id desc
      limit ${MAX_EVENTS}`
    return { count: rows[0]?.count ?? 0, events: rows.map((row) => Struct.omit(row, ["count"])) }
  }, Effect.orDie)

  /**
   * Whether the rule's condition still holds for the subject; null: it was a crossing, or no rule made the
   * event.
   */
  const stillActive = Effect.fn("EventContext.stillActive")(function* (eventId: string) {
    const [row] = yield* pg<{ readonly active: boolean | null }>`
      select case
          when e.rule_id is null or e.context ->> 'kind' not in ('rise', 'reminder') then null
          else e.ended_at is null and not e.superseded and exists (
            select from rule_states s
            where s.rule_id = e.rule_id and s.subject_id = coalesce(e.entity_id, e.device_id) and s.active
              and s.since <= e.time
          )
        end as active
      from events e
      where e.id = ${eventId}::uuid`
    return row?.active ?? null
  }, Effect.orDie)

  /** null: it was not evaluated on a record, or the record is gone */
  const receipt = Effect.fn("EventContext.receipt")(function* (eventId: string) {
    const [row] = yield* pg<Judged>`
      select receipt, device_id, context -> 'trigger' as trigger, evidence -> 'records' as records
      from events
      where id = ${eventId}::uuid`
    if (row === undefined) return null
    if (row.receipt !== null) return row.receipt
    // an event of before receipts were stored: as far as it can be found
    const receipt = receiptOf(row.records ?? [], row.trigger?.record_id ?? null)
    if (receipt === null || row.device_id === null) return null
    const completeReceipt = withSource(withReceptionTime("v.receipt"), "v.device_id")
    const [found] = yield* pg<{ readonly receipt: StoredReceipt }>`
      select ${pg.literal(completeReceipt)} as receipt
      from (select ${JSON.stringify(receipt)}::jsonb as receipt, ${row.device_id}::uuid as device_id) v`
    return found?.receipt ?? null
  }, Effect.orDie)

  /** The quality of a fix; null: the record is none, or is gone or hidden. */
  const fix = Effect.fn("EventContext.fix")(function* (
    projectId: string,
    visibility: Visibility,
    { record_id, record_kind, taken_at }: StoredReceipt
  ) {
    if (record_kind !== "position") return null
    const [row] = yield* pg<DecidingFix>`
      select ${pg.literal(wireTime("coalesce(p.curated_time, p.original_time)"))} as time,
        p.accuracy_m, p.satellites
      from positions p
      where ${pg.and([
        pg`p.id = ${String(record_id)}::int8 and p.original_time = ${new Date(taken_at)}::timestamptz`,
        pg`p.project_id = ${projectId}::uuid`,
        ...seenRecords(pg, visibility, "p")
      ])}`
    return row ?? null
  }, Effect.orDie)

  return { others, sameRule, stillActive, receipt, fix }
})

/** EventContext reads the circumstances of an event. */
export class EventContext extends Context.Service<EventContext>()("store/EventContext", { make }) {
  static readonly layer = Layer.effect(EventContext, make)
}
