// Kinds of entities.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { uuid7 } from "../../sql/uuid7.ts"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { EntityType, EntityTypeChange, NewEntityType } from "../../../domain/tracking/EntityType.ts"
import { audit } from "../../access/Audit.ts"
import { after, placeTime, slice, type Window, wireTime } from "../../sql/keyset.ts"
import { Missing, refusing, StateConflict } from "../../sql/refusals.ts"

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(`id, key, label, ${wireTime("entity_types.created_at")} as created_at`)

  const list = Effect.fn("EntityTypes.list")(function* (window: Window) {
    const rows = yield* pg<EntityType & { place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("entity_types.created_at"))} as place_time
      from entity_types
      where ${after(pg, window, "entity_types.created_at", "id")}
      order by entity_types.created_at desc, id desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.id)
  }, Effect.orDie)

  const get = Effect.fn("EntityTypes.get")(function* (id: string) {
    const [row] = yield* Effect.orDie(pg<EntityType>`select ${selected} from entity_types where id = ${id}`)
    return row ?? (yield* new Missing())
  })

  const create = Effect.fn("EntityTypes.create")(
    function* (actor: Actor, input: NewEntityType) {
      const [row] = yield* pg<EntityType>`
        insert into entity_types ${pg.insert({ id: uuid7(), ...input })} returning ${selected}`
      yield* audit(pg, actor, {
        action: "entity_type.created",
        objectType: "entity_type",
        objectId: row!.id,
        detail: input
      })
      return row!
    },
    pg.withTransaction,
    refusing({
      entity_types_key_key: () =>
        new StateConflict({ code: "KEY_TAKEN", detail: "Another entity type has this key." })
    })
  )

  const update = Effect.fn("EntityTypes.update")(
    function* (actor: Actor, id: string, change: EntityTypeChange) {
      const [row] = yield* pg<EntityType>`
        update entity_types set label = coalesce(${change.label ?? null}, label)
        where id = ${id}
        returning ${selected}`
      if (row === undefined) return yield* new Missing()
      yield* audit(pg, actor, {
        action: "entity_type.updated",
        objectType: "entity_type",
        objectId: id,
        detail: change
      })
      return row
    },
    pg.withTransaction,
    refusing({})
  )

  /** Refused while an entity has the type. */
  const remove = Effect.fn("EntityTypes.remove")(
    function* (actor: Actor, id: string) {
      const [row] = yield* pg<{ key: string }>`delete from entity_types where id = ${id} returning key`
      if (row === undefined) return yield* new Missing()
      yield* audit(pg, actor, {
        action: "entity_type.removed",
        objectType: "entity_type",
        objectId: id,
        detail: row
      })
    },
    pg.withTransaction,
    refusing({
      entities_entity_type_id_fkey: () =>
        new StateConflict({ code: "IN_USE", detail: "There are entities of this type." })
    })
  )

  return { list, get, create, update, remove }
})

/** EntityTypes stores the types of entities. */
export class EntityTypes extends Context.Service<EntityTypes>()("store/EntityTypes", { make }) {
  static readonly layer = Layer.effect(EntityTypes, make)
}
