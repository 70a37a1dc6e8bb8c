// Events: list, look up, and report. Events of rules are inserted by the journal, reported ones by
// `reportEvent.ts`.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Delivery } from "../../domain/automation/Delivery.ts"
import type { SourceKind } from "../../domain/event/Event.ts"
import type { Box } from "../../domain/geo/boxOf.ts"
import type { Severity } from "../../domain/rule/Document.ts"
import { uuids } from "../sql/arrays.ts"
import { deliveryColumns } from "../delivery/deliveryRow.ts"
import { claimOf } from "./claimOf.ts"
import { eventColumns, eventOf, type EventRow, eventTables } from "./eventRow.ts"
import { reportEvent } from "./reportEvent.ts"
import { after, placeTime, slice, type Window, withinPage } from "../sql/keyset.ts"
import { Missing } from "../sql/refusals.ts"
import { seenRecords } from "../access/visibilityConditions.ts"

/** EventFilter narrows a list of events. */
interface EventFilter {
  readonly event_type?: string
  readonly severity?: Severity
  readonly entity_id?: string
  readonly device_id?: string
  readonly rule_id?: string
  readonly source?: SourceKind
  /** of `time`, epoch ms, half-open */
  readonly from?: number
  readonly to?: number
  /** west, south, east, north; west > east crosses the antimeridian */
  readonly bbox?: Box
  readonly has_alert?: boolean
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(eventColumns)
  const from = pg.literal(eventTables)

  /**
   * A point must be in the box, another shape intersects it by its own box; either box may cross the
   * antimeridian.
   */
  const inside = ([west, south, east, north]: Box) => pg`case when e.box is null
    then ${pg.and([
      pg`e.lat between ${south} and ${north}`,
      west <= east
        ? pg`e.lon between ${west}
        and ${east}`
        : pg`(e.lon >= ${west} or e.lon <= ${east})`
    ])}
    else ${pg.and([
      pg`e.box[2] <= ${north} and e.box[4] >= ${south}`,
      west <= east
        ? pg`case when e.box[1] <= e.box[3] then e.box[1] <= ${east}
          and e.box[3] >= ${west} else e.box[1] <= ${east} or e.box[3] >= ${west} end`
        : pg`(e.box[1] > e.box[3] or e.box[1] <= ${east} or e.box[3] >= ${west})`
    ])} end`

  const list = Effect.fn("Events.list")(function* (
    projectId: string,
    visibility: Visibility,
    filter: EventFilter,
    window: Window
  ) {
    const rows = yield* pg<EventRow & { readonly place_time: string }>`${withinPage(
      pg,
      pg`
      select ${selected}, ${pg.literal(placeTime("e.time"))} as place_time
      from ${from}
      where ${pg.and([
        pg`e.project_id = ${projectId}::uuid`,
        ...seenRecords(pg, visibility, "e"),
        ...(filter.event_type === undefined ? [] : [pg`e.event_type = ${filter.event_type}`]),
        ...(filter.severity === undefined ? [] : [pg`e.severity = ${filter.severity}`]),
        ...(filter.entity_id === undefined ? [] : [pg`e.entity_id = ${filter.entity_id}::uuid`]),
        ...(filter.device_id === undefined ? [] : [pg`e.device_id = ${filter.device_id}::uuid`]),
        ...(filter.rule_id === undefined ? [] : [pg`e.rule_id = ${filter.rule_id}::uuid`]),
        ...(filter.source === undefined ? [] : [pg`e.source_kind = ${filter.source}`]),
        ...(filter.from === undefined ? [] : [pg`e.time >= ${new Date(filter.from)}`]),
        ...(filter.to === undefined ? [] : [pg`e.time < ${new Date(filter.to)}`]),
        ...(filter.bbox === undefined ? [] : [inside(filter.bbox)]),
        ...(filter.has_alert === undefined
          ? []
          : [pg.literal(filter.has_alert ? "a.id is not null" : "a.id is null")]),
        after(pg, window, "e.time", "e.id")
      ])}
      order by e.time desc, e.id desc
      limit ${window.limit + 1}`
    )}`
    const { items, next } = slice(window, rows, (row) => row.id)
    return { items: items.map(eventOf), next }
  }, Effect.orDie)

  const byIds = (ids: ReadonlyArray<string>) =>
    ids.length === 0
      ? Effect.succeed([])
      : pg<EventRow>`select ${selected} from ${from} where e.id = any(${uuids(ids)})`.pipe(
          Effect.map((rows) => rows.map(eventOf)),
          Effect.orDie
        )

  const get = Effect.fn("Events.get")(function* (projectId: string, visibility: Visibility, id: string) {
    const [row] = yield* Effect.orDie(
      pg<EventRow>`
        select ${selected}
        from ${from}
        where ${pg.and([
          pg`e.id = ${id}::uuid`,
          pg`e.project_id = ${projectId}::uuid`,
          ...seenRecords(pg, visibility, "e")
        ])}`
    )
    return row === undefined ? yield* new Missing() : eventOf(row)
  })

  const deliveries = Effect.fn("Events.deliveries")(function* (eventId: string) {
    return yield* pg<Delivery>`
      select ${pg.literal(deliveryColumns)}
      from deliveries d
      where d.event_id = ${eventId}::uuid
      order by d.created_at desc, d.id desc
      limit 500`
  }, Effect.orDie)

  return {
    list,
    get,
    /** The event with its evidence, so that its rule can evaluate it again; null: no rule made it. */
    claim: claimOf(pg),
    byIds,
    deliveries,
    /**
     * Reports an event. The same report of an integration about a device (time, type, title), or the same
     * key, returns the same event, which its reporter sees.
     */
    report: reportEvent(pg)
  }
})

/** Events lists and reports events. */
export class Events extends Context.Service<Events>()("store/Events", { make }) {
  static readonly layer = Layer.effect(Events, make)
}
