// The map as it is now: the last place of every subject, and recent events.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import type { MapEvents } from "../../../domain/tracking/Position.ts"
import { alertOfEvent } from "../../events/eventRow.ts"
import { after, placeTime, slice, type Window, wireTime } from "../../sql/keyset.ts"
import { seenRecords } from "../../access/visibilityConditions.ts"
import { makeMapNow } from "./mapNow.ts"
import type { Box } from "./mapRows.ts"
import { momentOf } from "../positions/newestFixes.ts"

/**
 * EventSpan is `[from, to)` in epoch ms, each optional; without `from` it begins `hours` before `to`, or
 * before now.
 */
interface EventSpan {
  readonly hours: number
  readonly from: number | null
  readonly to: number | null
}

type Row<A> = A extends { readonly features: ReadonlyArray<{ readonly properties: infer P }> }
  ? P & { readonly id: string; readonly lon: number; readonly lat: number }
  : never

type Placed = { readonly id: string; readonly lon: number; readonly lat: number }

const featureOf = <P extends Placed>({ id, lat, lon, ...properties }: P) => ({
  type: "Feature" as const,
  id,
  geometry: { type: "Point" as const, coordinates: [lon, lat] as const },
  properties
})

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  const read = makeMapNow(pg)
  /**
   * The last valid fix of every entity that is not archived, and of every device in the project that is on
   * no entity: now, or as of `at` (epoch ms). A caller who sees a device but not its entity sees the device
   * there. Counts do not depend on the box.
   */
  const now = Effect.fn("LiveMap.now")(
    (projectId: string, visibility: Visibility, box: Box | null, at: number | null = null) =>
      read({ projectId, visibility, box, at }),
    Effect.orDie
  )

  /** Events with a place, newest first. */
  const events = Effect.fn("LiveMap.events")(function* (
    projectId: string,
    visibility: Visibility,
    { from, hours, to }: EventSpan,
    window: Window
  ) {
    const begin =
      from === null
        ? pg`e.time >= ${momentOf(pg, to)} - make_interval(hours => ${hours}::int4)`
        : pg`e.time >= ${new Date(from)}`
    const rows = yield* pg<Row<MapEvents> & { readonly place_time: string }>`
      select e.id, e.lon, e.lat,
        ${pg.literal(wireTime("e.time"))} as time,
        e.event_type, e.severity, e.title, e.entity_id, e.entity_name, e.device_id, e.rule_id,
        a.id as alert_id,
        a.status as alert_status,
        ${pg.literal(placeTime("e.time"))} as place_time
      from events e
        ${pg.literal(alertOfEvent)}
      where ${pg.and([
        pg`e.project_id = ${projectId} and ${begin} and e.lon is not null`,
        ...(to === null ? [] : [pg`e.time < ${new Date(to)}`]),
        ...seenRecords(pg, visibility, "e"),
        after(pg, window, "e.time", "e.id")
      ])}
      order by e.time desc, e.id desc
      limit ${window.limit + 1}`
    const { items, next } = slice(window, rows, (row) => row.id)
    return { items: items.map(featureOf), next }
  }, Effect.orDie)

  return { now, events }
})

/** LiveMap reads the map of a project. */
export class LiveMap extends Context.Service<LiveMap>()("store/LiveMap", { make }) {
  static readonly layer = Layer.effect(LiveMap, make)
}
