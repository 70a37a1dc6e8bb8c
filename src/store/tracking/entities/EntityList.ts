// Lists of entities: filtered by name, by whether they report, by the feature they are in; sorted by name,
// newest fix or alerts; with their current state beside each.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import type { Entity } from "../../../domain/tracking/Entity.ts"
import type { EntityShown } from "../../../domain/tracking/EntityNow.ts"
import type { Reporting } from "../../../domain/tracking/reporting.ts"
import { seenOnes } from "../../access/visibilityConditions.ts"
import { uuids } from "../../sql/arrays.ts"
import { after, placeTime, slice, type Window, withinPage } from "../../sql/keyset.ts"
import { Entities, entityColumns, type EntityFilter } from "./Entities.ts"
import { entitiesNow, gravity } from "./entitiesNow.ts"
import { ProjectAreas } from "../features/ProjectAreas.ts"
import { newestFixes } from "../positions/newestFixes.ts"
import { reportingAt } from "./reporting.ts"
import { sparks } from "./sparks.ts"

/** entityOrders are the sort orders of a list. */
const entityOrders = ["name", "last_fix", "alert"] as const

/** EntityQuery narrows and sorts a list of entities. */
interface EntityQuery extends EntityFilter {
  /** part of the name, of the name of a worn device, or of a text among the attributes */
  readonly q?: string
  readonly reporting?: Reporting
  /** the feature that contains the newest fix */
  readonly inside?: string
  /** name ascending; newest fix, or most severe open alert, first. Default: newest entity first */
  readonly sort?: (typeof entityOrders)[number]
}

/** EntityDetail is what is read in addition to the entities. */
export type EntityDetail = "now" | "spark"

/** MAX_EARLIER_FIXES is how many fixes before today are read: of each entity of a list, and of one alone. */
const MAX_EARLIER_FIXES = { list: 1000, one: 20_000 }

/** LAST_FIX_SQL is the time of the newest fix; an entity without one comes before all others. */
const LAST_FIX_SQL = "coalesce(l.at, timestamptz '1990-01-01T00:00:00Z')"

/** The highest severity of an entity's open alerts, as a digit, and when the newest of these was made. */
const gravest = `
  left join lateral (
    select ${gravity("a.severity")}::text as rank, a.created_at
    from alerts a
    where a.entity_id = e.id and a.project_id = e.project_id and a.status = 'open'
    order by ${gravity("a.severity")} desc, a.created_at desc
    limit 1
  ) w on true`
/** NAME_SQL is the name in small letters, in the order of code points: the same on every machine. */
const NAME_SQL = `lower(e.name) collate "C"`
/**
 * URGENCY_SQL is a text for the order of alerts: the most severe first, among these the newest; entities
 * without alerts by name.
 */
const URGENCY_SQL = `(
  case when w.rank is null then '9' || lower(e.name)
    else 9 - w.rank::int || lpad((1e17::bigint - floor(extract(epoch from w.created_at) * 1e6)::bigint)::text, 17, '0')
  end
) collate "C"`

/** Returns a keyset order by a text. */
const byText = (pg: PgClient.PgClient, window: Window, text: string) => ({
  place: `${placeTime("e.created_at")} as place_time, ${text} as place_text`,
  order: `${text}, e.id`,
  next:
    window.after === null
      ? pg.literal("true")
      : pg`(${pg.literal(text)}, e.id) > (${window.after.text ?? ""} collate "C", ${window.after.id}::uuid)`
})

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const entities = yield* Entities
  const areas = yield* ProjectAreas
  const now = entitiesNow(pg, areas.get)
  const spark = sparks(pg)

  const named = (q: string) => pg`(
    strpos(lower(e.name), lower(${q})) > 0
    or exists (
      select from jsonb_each_text(e.attributes) x where strpos(lower(x.value), lower(${q})) > 0
    )
    or exists (
      select from entity_assignments x join devices d on d.id = x.device_id
      where x.entity_id = e.id and x.valid_from <= now() and (x.valid_to is null or x.valid_to > now())
        and strpos(lower(d.name), lower(${q})) > 0
    )
  )`

  const conditions = (projectId: string, visibility: Visibility, query: EntityQuery): Array<Fragment> => [
    pg`e.project_id = ${projectId}::uuid`,
    ...seenOnes(pg, visibility, "entities", "e.id"),
    ...(query.entity_type_id === undefined ? [] : [pg`e.entity_type_id = ${query.entity_type_id}::uuid`]),
    ...(query.group_id === undefined ? [] : [pg`e.group_id = ${query.group_id}::uuid`]),
    ...(query.status === undefined ? [] : [pg`e.status = ${query.status}`]),
    ...(query.q === undefined ? [] : [named(query.q)])
  ]

  /** Reads which of the entities were last in the feature. */
  const idsInside = Effect.fnUntraced(function* (projectId: string, featureId: string, those: Fragment) {
    const { features, index } = yield* areas.get(projectId)
    const place = features.findIndex((f) => f.id === featureId)
    if (place < 0) return []
    const rows = yield* pg<{ readonly id: string; readonly lon: number; readonly lat: number }>`
      select l.id, l.lon, l.lat from (${newestFixes(pg, projectId, null, those, { key: "p.entity_id" })}) l`
    return rows.flatMap(({ id, lat, lon }) => (index.at(lon, lat).includes(place) ? [id] : []))
  })

  /** Returns the keyset condition and the order of a list. */
  const orderOf = (sort: EntityQuery["sort"], window: Window) => {
    switch (sort) {
      case "name":
        return byText(pg, window, NAME_SQL)
      case "last_fix":
        return {
          place: `${placeTime(LAST_FIX_SQL)} as place_time`,
          order: `${LAST_FIX_SQL} desc, e.id desc`,
          next: after(pg, window, LAST_FIX_SQL, "e.id")
        }
      case "alert":
        return byText(pg, window, URGENCY_SQL)
      default:
        return {
          place: `${placeTime("e.created_at")} as place_time`,
          order: "e.created_at desc, e.id desc",
          next: after(pg, window, "e.created_at", "e.id")
        }
    }
  }

  const withBeside = Effect.fnUntraced(function* (
    projectId: string,
    items: ReadonlyArray<Entity>,
    beside: ReadonlyArray<EntityDetail>,
    earlier: number
  ) {
    const ids = items.map((e) => e.id)
    const states = beside.includes("now") ? yield* now.read(projectId, ids, earlier) : null
    const lines = beside.includes("spark") ? yield* spark.read(projectId, ids) : null
    return items.map((entity): EntityShown => {
      const state = states?.get(entity.id)
      const line = lines?.get(entity.id)
      return {
        ...entity,
        ...(state === undefined ? {} : { now: state }),
        ...(line === undefined ? {} : { spark: line })
      }
    })
  })

  const list = Effect.fn("EntitiesShown.list")(function* (
    projectId: string,
    visibility: Visibility,
    query: EntityQuery,
    beside: ReadonlyArray<EntityDetail>,
    window: Window
  ) {
    const those = conditions(projectId, visibility, query)
    const subjects = pg`select e.id from entities e where ${pg.and(those)}`
    const inside = query.inside === undefined ? null : yield* idsInside(projectId, query.inside, subjects)
    const { next, order, place } = orderOf(query.sort, window)
    const asksFix = query.reporting !== undefined || query.sort === "last_fix"
    const fixes = pg`left join (
      ${newestFixes(pg, projectId, null, subjects, { key: "p.entity_id" })}
    ) l on l.id = e.id`
    const reporting = reportingAt(
      pg,
      projectId,
      { key: "p.entity_id", id: "e.id", at: "l.at" },
      pg.literal("now()")
    )
    const rows = yield* pg<
      Entity & { readonly place_time: string; readonly place_text?: string }
    >`${withinPage(
      pg,
      pg`
      select ${pg.literal(`${entityColumns}, ${place}`)}
      from entities e ${asksFix ? fixes : pg.literal("")}
        ${pg.literal(query.sort === "alert" ? gravest : "")}
      where ${pg.and([
        ...those,
        ...(inside === null ? [] : [pg`e.id = any(${uuids(inside)})`]),
        ...(query.reporting === undefined ? [] : [pg`(${reporting}) = ${query.reporting}`]),
        next
      ])}
      order by ${pg.literal(order)}
      limit ${window.limit + 1}`
    )}`.unprepared
    const page = slice(window, rows, (row) => row.id)
    return { ...page, items: yield* withBeside(projectId, page.items, beside, MAX_EARLIER_FIXES.list) }
  }, Effect.orDie)

  const get = Effect.fn("EntitiesShown.get")(function* (
    projectId: string,
    visibility: Visibility,
    id: string,
    beside: ReadonlyArray<EntityDetail>
  ) {
    const entity = yield* entities.get(projectId, visibility, id)
    return (yield* withBeside(projectId, [entity], beside, MAX_EARLIER_FIXES.one))[0]!
  })

  return { list, get }
})

/** EntitiesShown lists entities with their state. */
export class EntityList extends Context.Service<EntityList>()("store/EntitiesShown", { make }) {
  static readonly layer = Layer.effect(EntityList, make).pipe(
    Layer.provide([Entities.layer, ProjectAreas.layer])
  )
}
