// Projects: list, look up, make, update, remove.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { uuid7 } from "../../sql/uuid7.ts"
import type { Actor } from "../../../domain/access/Actor.ts"
import { permissionsIn } from "../../../domain/access/Membership.ts"
import {
  type NewProject,
  type Project,
  type ProjectChange,
  slugOf
} from "../../../domain/tracking/Project.ts"
import { uuids } from "../../sql/arrays.ts"
import { audit } from "../../access/Audit.ts"
import { after, placeTime, slice, type Window, wireTime, withinPage } from "../../sql/keyset.ts"
import { Memberships } from "../../access/Memberships.ts"
import { Visibilities } from "../../access/Visibilities.ts"
import { countProjects } from "./projectCounts.ts"
import { type Expected, Missing, refusing, StateConflict } from "../../sql/refusals.ts"
import { editionOf } from "../../../domain/edition.ts"
import { checkEdition } from "../../access/whoDid.ts"
import { changedColumns, writtenColumns } from "../../sql/writtenColumns.ts"

const columns =
  `id, slug, name, description, timezone, settings, ${wireTime("projects.created_at")} as ` +
  `created_at, ${wireTime("projects.updated_at")} as updated_at`

const slugTaken = {
  projects_slug_key: () => new StateConflict({ code: "SLUG_TAKEN", detail: "Another project has this slug." })
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const memberships = yield* Memberships
  const visibilities = yield* Visibilities
  const selected = pg.literal(columns)

  /** Reads the projects that the actor may read; `scoped` are those they see a part of. */
  const readable = Effect.fnUntraced(function* (actor: Actor) {
    const given = actor.projectIds === null ? [] : [pg`id = any(${uuids([...actor.projectIds])})`]
    if (actor.serverAdmin)
      return {
        where: actor.scopes === null || actor.scopes.has("project:read") ? given : [pg.literal("false")],
        scoped: []
      }
    const places = (yield* memberships.all(actor.userId)).filter((place) =>
      permissionsIn(actor, place.projectId, place).has("project:read")
    )
    return {
      where: [pg`id = any(${uuids(places.map((place) => place.projectId))})`],
      scoped: places.filter((place) => place.scoped).map((place) => place.projectId)
    }
  })

  /** Returns what the actor sees of projects; `scoped` are those in which they have a scope. */
  const reachOf = Effect.fnUntraced(function* (
    actor: Actor,
    ids: ReadonlyArray<string>,
    scoped: ReadonlyArray<string>
  ) {
    const inPart = new Set(ids.filter((id) => scoped.includes(id)))
    const limits = yield* visibilities.of(actor.userId, [...inPart])
    return ids.map((projectId) => ({
      projectId,
      visibility: inPart.has(projectId) ? limits(projectId) : null
    }))
  })

  /** The projects that the actor may read, with this slug if one is given, and how much of each they see. */
  const list = Effect.fn("Projects.list")(function* (actor: Actor, slug: string | null, window: Window) {
    const { scoped, where } = yield* readable(actor)
    const rows = yield* pg<Project & { place_time: string }>`${withinPage(
      pg,
      pg`
      select ${selected}, ${pg.literal(placeTime("projects.created_at"))} as place_time
      from projects
      where ${pg.and([
        ...where,
        ...(slug === null ? [] : [pg`slug = ${slug}`]),
        after(pg, window, "projects.created_at", "id")
      ])}
      order by projects.created_at desc, id desc
      limit ${window.limit + 1}`
    )}`
    const { items, next } = slice(window, rows, (row) => row.id)
    const reach = yield* reachOf(
      actor,
      items.map(({ id }) => id),
      scoped
    )
    const countsOf = yield* countProjects(pg, reach)
    return { items: items.map((project) => ({ ...project, ...countsOf(project.id) })), next }
  }, Effect.orDie)

  const get = Effect.fn("Projects.get")(function* (id: string) {
    const [row] = yield* Effect.orDie(pg<Project>`select ${selected} from projects where id = ${id}`)
    return row ?? (yield* new Missing())
  })

  /** Returns a slug of the name, with a part of the id if another project has it. */
  const makeSlug = Effect.fnUntraced(function* (name: string, id: string) {
    const slug = slugOf(name)
    const sameSlug = yield* pg`select from projects where slug = ${slug}`
    return sameSlug.length === 0 ? slug : `${slug.slice(0, 54)}-${id.slice(-8)}`
  })

  const create = Effect.fn("Projects.create")(
    function* (actor: Actor, input: NewProject) {
      const id = uuid7()
      const slug = input.slug ?? (yield* makeSlug(input.name, id))
      const [row] = yield* pg<Project>`
        insert into projects ${pg.insert({ id, timezone: "UTC", ...writtenColumns(pg, input), slug })}
        returning ${selected}`
      yield* audit(pg, actor, {
        action: "project.created",
        objectType: "project",
        objectId: id,
        projectId: id,
        detail: { name: input.name }
      })
      return row!
    },
    pg.withTransaction,
    refusing(slugTaken)
  )

  /** Locks the project until the transaction ends and checks that it is at the expected edition. */
  const check = Effect.fnUntraced(function* (id: string, expected: Expected) {
    if (expected === null) return
    yield* pg`select from projects where id = ${id} for no key update`
    yield* checkEdition(pg, expected, { type: "project", projectId: id, id }, editionOf(yield* get(id)))
  })

  const update = Effect.fn("Projects.update")(
    function* (actor: Actor, id: string, expected: Expected, change: ProjectChange) {
      yield* check(id, expected)
      const [row] = yield* pg<Project>`
        update projects set ${changedColumns(pg, change)} where id = ${id} returning ${selected}`
      if (row === undefined) return yield* new Missing()
      yield* audit(pg, actor, {
        action: "project.updated",
        objectType: "project",
        objectId: id,
        projectId: id,
        detail: change
      })
      return row
    },
    pg.withTransaction,
    refusing(slugTaken)
  )

  /** Removes the project with everything in it. */
  const remove = Effect.fn("Projects.remove")(
    function* (actor: Actor, id: string, expected: Expected) {
      yield* check(id, expected)
      const rows = yield* pg<{ name: string }>`delete from projects where id = ${id} returning name`
      if (rows[0] === undefined) return yield* new Missing()
      yield* audit(pg, actor, {
        action: "project.removed",
        objectType: "project",
        objectId: id,
        projectId: id,
        detail: { name: rows[0].name }
      })
    },
    pg.withTransaction,
    refusing({})
  )

  return { list, get, create, update, remove }
})

/** Projects stores projects. */
export class Projects extends Context.Service<Projects>()("store/Projects", { make }) {
  static readonly layer = Layer.effect(Projects, make)
}
