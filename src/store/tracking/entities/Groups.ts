// Groups: a project's tree of folders of entities.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { uuid7 } from "../../sql/uuid7.ts"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import type { Group, GroupChange, NewGroup } from "../../../domain/tracking/Group.ts"
import { audit } from "../../access/Audit.ts"
import { bumpRosters } from "../projects/editions.ts"
import { after, placeTime, slice, type Window, wireTime } from "../../sql/keyset.ts"
import { ConstraintViolated, Missing, refusing, StateConflict } from "../../sql/refusals.ts"
import { seenOnes } from "../../access/visibilityConditions.ts"
import { changedColumns } from "../../sql/writtenColumns.ts"

/** GroupFilter narrows a list of groups. */
interface GroupFilter {
  readonly parent_id?: string
}

const unknownParent = {
  groups_project_id_parent_id_fkey: () =>
    new ConstraintViolated({
      pointer: "/parent_id",
      code: "GROUP_UNKNOWN",
      detail: "The project has no such group."
    })
}
const notEmpty = () =>
  new StateConflict({ code: "IN_USE", detail: "There are groups or entities in this group." })

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const times = pg.literal(
    `${wireTime("g.created_at")} as created_at, ${wireTime("g.updated_at")} as updated_at`
  )
  /** Returns the columns of a group; a parent that is not seen counts as none. */
  const selected = (visibility: Visibility) => {
    const [seen] = seenOnes(pg, visibility, "groups", "g.parent_id")
    return pg`g.id, g.project_id,
      ${
        seen === undefined
          ? pg.literal("g.parent_id")
          : pg`case
        when ${seen} then g.parent_id end as parent_id`
      }, g.name, ${times}`
  }

  const one = (projectId: string, visibility: Visibility, of: "groups" | "folders", id: string) =>
    pg.and([pg`g.project_id = ${projectId}`, pg`g.id = ${id}`, ...seenOnes(pg, visibility, of, "g.id")])

  /** Refuses a parent that the caller does not see. */
  const checkParent = (visibility: Visibility, parentId: string | null | undefined) => {
    if (
      visibility === null ||
      (parentId !== undefined && parentId !== null && visibility.folders.includes(parentId))
    )
      return Effect.void
    return Effect.fail(
      parentId === undefined || parentId === null || visibility.groups.includes(parentId)
        ? new ConstraintViolated({
            pointer: "/parent_id",
            code: "OUTSIDE_SCOPE",
            detail: "Choose a group of your scope."
          })
        : unknownParent.groups_project_id_parent_id_fkey()
    )
  }

  const list = Effect.fn("Groups.list")(function* (
    projectId: string,
    visibility: Visibility,
    filter: GroupFilter,
    window: Window
  ) {
    const rows = yield* pg<Group & { place_time: string }>`
      select ${selected(visibility)}, ${pg.literal(placeTime("g.created_at"))} as place_time
      from groups g
      where ${pg.and([
        pg`g.project_id = ${projectId}`,
        ...seenOnes(pg, visibility, "groups", "g.id"),
        ...(filter.parent_id === undefined
          ? []
          : [pg`g.parent_id = ${filter.parent_id}`, ...seenOnes(pg, visibility, "groups", "g.parent_id")]),
        after(pg, window, "g.created_at", "g.id")
      ])}
      order by g.created_at desc, g.id desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.id)
  }, Effect.orDie)

  const get = Effect.fn("Groups.get")(function* (projectId: string, visibility: Visibility, id: string) {
    const [row] = yield* Effect.orDie(
      pg<Group>`
        select ${selected(visibility)} from groups g where ${one(projectId, visibility, "groups", id)}`
    )
    return row ?? (yield* new Missing())
  })

  /** A caller with a scope can make groups only in the groups of the scope. */
  const create = Effect.fn("Groups.create")(
    function* (actor: Actor, projectId: string, visibility: Visibility, input: NewGroup) {
      yield* checkParent(visibility, input.parent_id)
      yield* bumpRosters(pg, [projectId])
      const [row] = yield* pg<Group>`
        insert into groups as g ${pg.insert({ id: uuid7(), project_id: projectId, ...input })}
        returning ${selected(visibility)}`
      yield* audit(pg, actor, {
        action: "group.created",
        objectType: "group",
        objectId: row!.id,
        projectId,
        detail: input
      })
      return row!
    },
    pg.withTransaction,
    refusing(unknownParent)
  )

  const isBelow = (projectId: string, id: string, ancestor: string) =>
    Effect.map(
      pg`
        with recursive up as (
          select id, parent_id
          from groups
          where id = ${id} and project_id = ${projectId}
          union
          select g.id, g.parent_id
          from groups g
            join up on g.id = up.parent_id
        )
        select from up
        where id = ${ancestor}`,
      (rows) => rows.length > 0
    )

  /**
   * Refuses to move a group into itself, at any depth. A group that is seen only because of an entity in it
   * cannot be changed.
   */
  const update = Effect.fn("Groups.update")(
    function* (actor: Actor, projectId: string, visibility: Visibility, id: string, change: GroupChange) {
      const isMoved =
        visibility !== null &&
        change.parent_id !== undefined &&
        change.parent_id !== (yield* get(projectId, visibility, id)).parent_id
      if (isMoved) yield* checkParent(visibility, change.parent_id)
      yield* bumpRosters(pg, [projectId])
      if (
        change.parent_id !== undefined &&
        change.parent_id !== null &&
        (yield* isBelow(projectId, change.parent_id, id))
      ) {
        return yield* new ConstraintViolated({
          pointer: "/parent_id",
          code: "GROUP_CYCLE",
          detail: "A group cannot lie in itself."
        })
      }
      const [row] = yield* pg<Group>`
        update groups g set ${changedColumns(pg, change)}
        where ${one(projectId, visibility, "folders", id)}
        returning ${selected(visibility)}`
      if (row === undefined) return yield* new Missing()
      yield* audit(pg, actor, {
        action: "group.updated",
        objectType: "group",
        objectId: id,
        projectId,
        detail: change
      })
      return row
    },
    pg.withTransaction,
    refusing(unknownParent)
  )

  /** Refused while the group contains anything. */
  const remove = Effect.fn("Groups.remove")(
    function* (actor: Actor, projectId: string, visibility: Visibility, id: string) {
      yield* bumpRosters(pg, [projectId])
      const [row] = yield* pg<{
        name: string
      }>`delete from groups g where ${one(projectId, visibility, "folders", id)} returning name`
      if (row === undefined) return yield* new Missing()
      yield* audit(pg, actor, {
        action: "group.removed",
        objectType: "group",
        objectId: id,
        projectId,
        detail: row
      })
    },
    pg.withTransaction,
    refusing({ groups_project_id_parent_id_fkey: notEmpty, entities_project_id_group_id_fkey: notEmpty })
  )

  return { list, get, create, update, remove }
})

/** Groups stores groups of projects. */
export class Groups extends Context.Service<Groups>()("store/Groups", { make }) {
  static readonly layer = Layer.effect(Groups, make)
}
