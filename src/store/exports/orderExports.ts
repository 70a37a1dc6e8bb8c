// Orders exports: checks what they name, and queues them while the project has room.
import type { PgClient } from "@effect/sql-pg"
import { Data, Effect } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import {
  type Export,
  fileNameOf,
  FILE_RETENTION_DAYS,
  MAX_PROJECT_BYTES,
  MAX_QUEUED_EXPORTS,
  orderOf,
  type NewExport,
  type Order,
  type VisibleRecords
} from "../../domain/export/Export.ts"
import { formatInstant } from "../../domain/time.ts"
import { audit } from "../access/Audit.ts"
import { seenOnes } from "../access/visibilityConditions.ts"
import { uuids } from "../sql/arrays.ts"
import { once, type OnceKey } from "../sql/once.ts"
import { ConstraintViolated, type Missing, refusing } from "../sql/refusals.ts"
import { uuid7 } from "../sql/uuid7.ts"

/** TooManyWaiting means that the project has as many queued exports as it may. */
export class TooManyWaiting extends Data.TaggedError("TooManyWaiting")<{ readonly queued: number }> {}

/**
 * TooMuchKept means that the project stores as many bytes as it may; the next file expires in so many
 * seconds.
 */
export class TooMuchKept extends Data.TaggedError("TooMuchKept")<{ readonly seconds: number }> {}

/** Makes the ordering half of `Exports`; `get` reads an export back. */
export const exportOrders = (
  pg: PgClient.PgClient,
  get: (actor: Actor, projectId: string, visibility: Visibility, id: string) => Effect.Effect<Export, Missing>
) => {
  /** Refuses ids that are not in the project, or not seen, alike. */
  const checkIds = Effect.fnUntraced(function* (
    projectId: string,
    visibility: Visibility,
    { device_ids, entity_ids }: Pick<Order, "entity_ids" | "device_ids">
  ) {
    const [known] = yield* pg<{
      entities: ReadonlyArray<string>
      devices: ReadonlyArray<string>
      slug: string
    }>`
      select slug,
        array(
          select e.id
          from entities e
          where ${pg.and([
            pg`e.project_id = p.id and e.id = any(${uuids(entity_ids ?? [])})`,
            ...seenOnes(pg, visibility, "entities", "e.id")
          ])}
        ) as entities,
        array(
          select distinct a.device_id
          from project_assignments a
          where ${pg.and([
            pg`a.project_id = p.id and a.device_id = any(${uuids(device_ids ?? [])})`,
            ...seenOnes(pg, visibility, "gear", "a.device_id")
          ])}
        ) as devices
      from projects p
      where p.id = ${projectId}::uuid`
    const places = [
      ["entity_ids", entity_ids, known!.entities, "entity"],
      ["device_ids", device_ids, known!.devices, "device"]
    ] as const
    for (const [name, asked, found, what] of places) {
      const unknown = asked?.findIndex((id) => !found.includes(id)) ?? -1
      if (unknown !== -1)
        return yield* new ConstraintViolated({
          pointer: `/${name}/${unknown}`,
          code: "UNKNOWN_REFERENCE",
          detail: `There is no such ${what} in this project.`
        })
    }
    return known!.slug
  })

  const insert = Effect.fnUntraced(function* (
    actor: Actor,
    projectId: string,
    visibility: Visibility,
    asked: NewExport,
    same: "again" | "once"
  ) {
    // one at a time in a project, so that the counts are exact
    yield* pg`select pg_advisory_xact_lock(hashtextextended(${projectId}, 3))`
    const { from, to, ...order } = orderOf(asked)
    const slug = yield* checkIds(projectId, visibility, order)
    const seen: VisibleRecords | null =
      visibility === null ? null : { entities: visibility.entities, devices: visibility.devices }
    const file_name = fileNameOf(
      slug,
      order,
      formatInstant(from).slice(0, 10),
      formatInstant(to).slice(0, 10)
    )
    const parameters = pg.json({ ...order, file_name, seen })
    const [known] =
      same === "again"
        ? []
        : yield* pg<{ id: string }>`
          select id
          from jobs
          where project_id = ${projectId}::uuid and kind = 'export' and status in ('queued', 'running')
            and created_by_user_id = ${actor.userId}::uuid and time_from = ${new Date(from)}
            and time_to = ${new Date(to)} and parameters = ${parameters}
          limit 1`
    if (known !== undefined) return yield* Effect.orDie(get(actor, projectId, null, known.id))
    const [room] = yield* pg<{ queued: number; kept: number; seconds: number | null }>`
      select count(*) filter (where status = 'queued')::int as queued,
        coalesce(sum((result ->> 'size_bytes')::float8) filter (where status = 'completed'), 0) as kept,
        extract(epoch from min(expires_at) filter (where status = 'completed') - now())::float8 as seconds
      from jobs
      where project_id = ${projectId}::uuid and kind = 'export'`
    if (room!.queued >= MAX_QUEUED_EXPORTS) return yield* new TooManyWaiting({ queued: room!.queued })
    if (room!.kept >= MAX_PROJECT_BYTES)
      return yield* new TooMuchKept({
        seconds: Math.max(1, Math.ceil(room!.seconds ?? FILE_RETENTION_DAYS * 86_400))
      })
    const id = uuid7()
    yield* pg`
      insert into jobs (id, kind, project_id, time_from, time_to, parameters, created_by_user_id)
      values (
        ${id}::uuid, 'export', ${projectId}::uuid, ${new Date(from)}, ${new Date(to)}, ${parameters},
        ${actor.userId}::uuid
      )`
    yield* audit(pg, actor, {
      action: "export.created",
      objectType: "export",
      objectId: id,
      projectId,
      detail: { ...order, from: formatInstant(from), to: formatInstant(to) }
    })
    return yield* Effect.orDie(get(actor, projectId, null, id))
  })

  const create = Effect.fn("Exports.create")(
    (
      actor: Actor,
      projectId: string,
      visibility: Visibility,
      asked: NewExport,
      key: Omit<OnceKey, "actorId">
    ) =>
      pg
        .withTransaction(
          once(pg, { ...key, actorId: actor.id }, insert(actor, projectId, visibility, asked, "again"))
        )
        .pipe(refusing({}))
  )

  const start = Effect.fn("Exports.start")(
    (actor: Actor, projectId: string, visibility: Visibility, asked: NewExport) =>
      pg.withTransaction(insert(actor, projectId, visibility, asked, "once")).pipe(refusing({}))
  )

  return { checkIds, create, start }
}
