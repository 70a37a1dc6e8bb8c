// Entities of a project, one by one; lists of them are in EntitiesShown.ts.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { uuid7 } from "../../sql/uuid7.ts"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import type { Entity, EntityChange, NewEntity } from "../../../domain/tracking/Entity.ts"
import { audit } from "../../access/Audit.ts"
import { bumpRosters } from "../projects/editions.ts"
import { wireTime } from "../../sql/keyset.ts"
import { checkGroup, unknownReference } from "./entityReferences.ts"
import { type Expected, Missing, refusing, StateConflict } from "../../sql/refusals.ts"
import { editionOf } from "../../../domain/edition.ts"
import { checkEdition } from "../../access/whoDid.ts"
import { seenOnes } from "../../access/visibilityConditions.ts"
import { changedColumns, writtenColumns } from "../../sql/writtenColumns.ts"

/** EntityFilter narrows a list of entities. */
export interface EntityFilter {
  readonly entity_type_id?: string
  readonly group_id?: string
  readonly status?: Entity["status"]
}

/** The columns of an entity `e` for the API. */
export const entityColumns = `e.id, e.project_id, e.entity_type_id, e.group_id, e.name, e.status, e.attributes,
  ${wireTime("e.created_at")} as created_at, ${wireTime("e.updated_at")} as updated_at`

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(entityColumns)

  const one = (projectId: string, visibility: Visibility, id: string) =>
    pg.and([
      pg`e.project_id = ${projectId}`,
      pg`e.id = ${id}`,
      ...seenOnes(pg, visibility, "entities", "e.id")
    ])

  const get = Effect.fn("Entities.get")(function* (projectId: string, visibility: Visibility, id: string) {
    const [row] = yield* Effect.orDie(
      pg<Entity>`select ${selected} from entities e where ${one(projectId, visibility, id)}`
    )
    return row ?? (yield* new Missing())
  })

  /** A caller with a scope can make entities only in the groups of the scope. */
  const create = Effect.fn("Entities.create")(
    function* (actor: Actor, projectId: string, visibility: Visibility, input: NewEntity) {
      yield* checkGroup(visibility, input.group_id)
      yield* bumpRosters(pg, [projectId])
      const [row] = yield* pg<Entity>`
        insert into entities as e ${pg.insert({ id: uuid7(), project_id: projectId, ...writtenColumns(pg, input) })}
        returning ${selected}`
      yield* audit(pg, actor, {
        action: "entity.created",
        objectType: "entity",
        objectId: row!.id,
        projectId,
        detail: input
      })
      return row!
    },
    pg.withTransaction,
    refusing(unknownReference)
  )

  /** Checks that the entity is at the expected edition; called under the project's lock. */
  const check = (projectId: string, visibility: Visibility, id: string, expected: Expected) =>
    expected === null
      ? Effect.void
      : Effect.flatMap(get(projectId, visibility, id), (entity) =>
          checkEdition(pg, expected, { type: "entity", projectId, id }, editionOf(entity))
        )

  const update = Effect.fn("Entities.update")(
    function* (
      actor: Actor,
      projectId: string,
      visibility: Visibility,
      id: string,
      expected: Expected,
      change: EntityChange
    ) {
      const isMoved =
        visibility !== null &&
        change.group_id !== undefined &&
        change.group_id !== (yield* get(projectId, visibility, id)).group_id
      if (isMoved) yield* checkGroup(visibility, change.group_id)
      yield* bumpRosters(pg, [projectId])
      yield* check(projectId, visibility, id, expected)
      const [row] = yield* pg<Entity>`
        update entities e set ${changedColumns(pg, change)}
        where ${one(projectId, visibility, id)}
        returning ${selected}`
      if (row === undefined) return yield* new Missing()
      yield* audit(pg, actor, {
        action: "entity.updated",
        objectType: "entity",
        objectId: id,
        projectId,
        detail: change
      })
      return row
    },
    pg.withTransaction,
    refusing(unknownReference)
  )

  /**
   * Removes the entity with its assignments; refused once it has records: such an entity is archived
   * instead.
   */
  const remove = Effect.fn("Entities.remove")(
    function* (actor: Actor, projectId: string, visibility: Visibility, id: string, expected: Expected) {
      // its assignments are removed with it, and those change under the locks of their devices
      yield* pg`
        select from devices
        where id in (select device_id from entity_assignments where entity_id = ${id})
        order by id
        for update`
      yield* bumpRosters(pg, [projectId])
      yield* check(projectId, visibility, id, expected)
      const [row] = yield* pg<{
        name: string
      }>`delete from entities e where ${one(projectId, visibility, id)} returning name`
      if (row === undefined) return yield* new Missing()
      const [kept] = yield* pg`
        select from positions
        where entity_id = ${id}
        union all
        select from measurements
        where entity_id = ${id}
        limit 1`
      if (kept !== undefined)
        return yield* new StateConflict({
          code: "HAS_RECORDS",
          detail: "Records belong to this entity; archive it instead (status: archived)."
        })
      yield* audit(pg, actor, {
        action: "entity.removed",
        objectType: "entity",
        objectId: id,
        projectId,
        detail: row
      })
    },
    pg.withTransaction,
    refusing({})
  )

  return { get, create, update, remove }
})

/** Entities stores entities of projects. */
export class Entities extends Context.Service<Entities>()("store/Entities", { make }) {
  static readonly layer = Layer.effect(Entities, make)
}
