// The matters of a project that need attention, and those that ended lately.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { type Attention, type Matter, RECENT_HOURS } from "../../domain/system/Attention.ts"
import { inWords } from "../../domain/system/matterWords.ts"
import { seenOnes, seenRecords } from "../access/visibilityConditions.ts"
import { after, placeTime, type Slice, slice, type Window, wireTime } from "../sql/keyset.ts"
import { silentAfter } from "../tracking/entities/reporting.ts"
import { makeMatterKinds } from "./matterKinds.ts"

type Listing = (projectId: string, visibility: Visibility, window: Window) => Effect.Effect<Slice<Attention>>

interface Row extends Matter {
  readonly place_time: string
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const { seenBy } = makeMatterKinds(pg)
  const id = pg.literal("md5(code || ' ' || object_id || ' ' || coalesce(said, ''))")

  /** Returns the entity that carries a silent device, where a person looks for it. */
  const carrier = (project: string, visibility: Visibility) => pg`
    case when code = 'DEVICE_SILENT' then (
      select jsonb_build_object('id', e.id, 'name', e.name)
      from entity_assignments a
        join entities e on e.id = a.entity_id
      where ${pg.and([
        pg`a.device_id = object_id::uuid and a.project_id = ${project}::uuid and a.valid_from <= now()
          and (a.valid_to is null or a.valid_to > now())`,
        ...seenOnes(pg, visibility, "entities", "e.id")
      ])}
      limit 1
    ) end`

  /** Newest first. Matters of sources and metrics are for members who see the whole project. */
  const list = Effect.fn("NeedsAttention.list")(function* (
    projectId: string,
    visibility: Visibility,
    window: Window
  ) {
    // ordered by the table's own time: the selected column has the same name and only milliseconds
    const rows = yield* pg<Row>`
      with found as (${seenBy(projectId, visibility)}), named as (
        select ${id} as id, found.* from found
      )
      select id, code, ${pg.literal(`${wireTime("since")} as since`)}, type, object_id, name,
        count::float8 as count,
        said,
        (extract(epoch from ${silentAfter(pg, projectId)}) / 3600)::float8 as silent_hours,
        ${carrier(projectId, visibility)} as carrier,
        ${pg.literal(wireTime(`(now() - interval '${RECENT_HOURS} hours')`))} as recent_since,
        null as ended_at,
        ${pg.literal(placeTime("since"))} as place_time
      from named
      where ${after(pg, window, "since", "id", "text")}
      order by named.since desc, named.id desc
      limit ${window.limit + 1}`
    const { items, next } = slice(window, rows, (row) => row.id)
    return { items: items.map((matter) => inWords(projectId, matter)), next }
  }, Effect.orDie)

  /** Seen parts `m` of matters, as in the list itself; parts name their subjects. */
  const seenParts = (visibility: Visibility) =>
    visibility === null
      ? []
      : [
          pg.or([
            ...seenRecords(pg, visibility, "m"),
            pg.and([pg`m.object_type = 'device'`, ...seenGear(visibility)])
          ])
        ]
  const seenGear = (visibility: Visibility) =>
    seenOnes(pg, visibility, "gear", "case when m.object_type = 'device' then m.object_id::uuid end")

  /**
   * Matters that ended at `since` (epoch ms) or later and have not returned, the last that ended first, as
   * the worker recorded them: stored for seven days.
   */
  const ended = (since: number): Listing =>
    Effect.fn("NeedsAttention.ended")(function* (projectId: string, visibility: Visibility, window: Window) {
      // a matter is over when each part that the caller sees is; the row is the part that ended last
      const rows = yield* pg<Row>`
        with parts as (
          select m.*, bool_and(m.ended_at is not null) over whole as is_over, max(m.ended_at) over whole as last
          from matters m
          where ${pg.and([pg`m.project_id = ${projectId}::uuid`, ...seenParts(visibility)])}
          window whole as (partition by m.code, m.object_id)
        ), told as (
          select code, object_type as type, object_id, last, min(since) as since, sum(count) as count,
            (array_agg(name order by since desc))[1] as name,
            (array_agg(said order by since desc))[1] as said,
            max(silent_hours) as silent_hours
          from parts
          where is_over and ended_at = last and last >= ${new Date(since)}
          group by code, object_type, object_id, last
        ), named as (
          select ${id} as id, told.* from told
        )
        select id, code, ${pg.literal(`${wireTime("since")} as since`)}, type, object_id, name, count, said,
          silent_hours,
          null as carrier,
          null as recent_since,
          ${pg.literal(`${wireTime("last")} as ended_at, ${placeTime("last")} as place_time`)}
        from named
        where ${after(pg, window, "last", "id", "text")}
        order by last desc, id desc
        limit ${window.limit + 1}`
      const { items, next } = slice(window, rows, (row) => row.id)
      return { items: items.map((matter) => inWords(projectId, matter)), next }
    }, Effect.orDie)

  return { list, ended }
})

/** NeedsAttention lists matters. */
export class NeedsAttention extends Context.Service<NeedsAttention>()("store/NeedsAttention", { make }) {
  static readonly layer = Layer.effect(NeedsAttention, make)
}
