// Exports as the API requests them: list, look up, order, remove, and download. The worker's side is in
// `ExportFilesSql.ts`. Members who see the whole project see all exports; a member with a scope sees their own,
// while all that it covers is still in the scope.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option, Stream } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Export, Order } from "../../domain/export/Export.ts"
import type { Place } from "../../domain/export/Row.ts"
import { audit } from "../access/Audit.ts"
import { exportColumns, seesExport } from "./exportRow.ts"
import { exportOrders } from "./orderExports.ts"
import { readRows } from "./readRows.ts"
import { after, placeTime, slice, type Window } from "../sql/keyset.ts"
import { Missing, refusing } from "../sql/refusals.ts"

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(exportColumns)
  const one = (actor: Actor, projectId: string, visibility: Visibility, id: string) =>
    pg.and([pg`j.id = ${id}::uuid`, ...seesExport(pg, actor, projectId, visibility)])

  /** Newest first. */
  const list = Effect.fn("Exports.list")(function* (
    actor: Actor,
    projectId: string,
    visibility: Visibility,
    window: Window
  ) {
    const rows = yield* pg<Export & { readonly place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("j.created_at"))} as place_time
      from jobs j
      where ${pg.and([
        ...seesExport(pg, actor, projectId, visibility),
        after(pg, window, "j.created_at", "j.id")
      ])}
      order by j.created_at desc, j.id desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.id)
  }, Effect.orDie)

  const get = Effect.fn("Exports.get")(function* (
    actor: Actor,
    projectId: string,
    visibility: Visibility,
    id: string
  ) {
    const [row] =
      yield* pg<Export>`select ${selected} from jobs j where ${one(actor, projectId, visibility, id)}`
    return row ?? (yield* new Missing())
  }, refusing({}))

  const { checkIds, create, start } = exportOrders(pg, get)

  /** Cancels a queued or running export; removes one that has ended, with its file. */
  const remove = Effect.fn("Exports.remove")(
    function* (actor: Actor, projectId: string, visibility: Visibility, id: string) {
      // its worker loses the job and stores nothing
      const cancelled = yield* pg`
        update jobs j set status = 'cancelled', finished_at = now(), lease_until = null
        where ${one(actor, projectId, visibility, id)} and j.status in ('queued', 'running')
        returning j.id`
      if (cancelled.length > 0) yield* pg`delete from export_chunks where job_id = ${id}::uuid`
      else if (
        (yield* pg`delete from jobs j where ${one(actor, projectId, visibility, id)} returning j.id`)
          .length === 0
      )
        return yield* new Missing()
      yield* audit(pg, actor, {
        action: cancelled.length > 0 ? "export.cancelled" : "export.removed",
        objectType: "export",
        objectId: id,
        projectId
      })
    },
    pg.withTransaction,
    refusing({})
  )

  /** Returns the bytes of a finished file; a piece is read when it is needed. */
  const bytes = (id: string) =>
    Stream.paginate(0, (n) =>
      pg<{ bytes: Uint8Array; more: boolean }>`
        select bytes,
          exists (select from export_chunks m where m.job_id = c.job_id and m.n = c.n + 1) as more
        from export_chunks c
        where job_id = ${id}::uuid and n = ${n}::int4`.pipe(
        Effect.flatMap(([piece]) =>
          piece === undefined
            ? Effect.die(new Error("the file was taken away while it was read"))
            : Effect.succeed([[piece.bytes], piece.more ? Option.some(n + 1) : Option.none()] as const)
        ),
        Effect.orDie
      )
    )

  /**
   * The current rows of an order: their number (up to `most`), and a page of them. Unknown and unseen ids
   * are refused.
   */
  const open = Effect.fn("Exports.open")(function* (projectId: string, visibility: Visibility, order: Order) {
    const slug = yield* checkIds(projectId, visibility, order)
    const { count, page } = readRows(pg, { projectId, order, seen: [visibility] })
    return {
      slug,
      count: (most: number) => Effect.orDie(count(most)),
      page: (after: Place | null, limit: number) => Effect.orDie(page(after, limit))
    }
  }, refusing({}))

  return {
    list,
    get,
    /** Queues an export; the same key returns the same export. */
    create,
    /** Queues an export, unless the same one of the same caller is queued or running: then that one. */
    start,
    remove,
    bytes,
    open
  }
})

/** Exports stores orders of exports and their files. */
export class Exports extends Context.Service<Exports>()("store/Exports", { make }) {
  static readonly layer = Layer.effect(Exports, make)
}
