// Roles of a project: the built-in ones, which are code, and its own. Permissions of a role are read at every
// request of its members.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Actor } from "../../domain/access/Actor.ts"
import { firstNotHeld } from "../../domain/access/Membership.ts"
import type { Permission } from "../../domain/access/Permission.ts"
import {
  builtInRoles,
  type NewRole,
  permissionsOfRole,
  type Role,
  type RoleChange
} from "../../domain/access/Role.ts"
import { texts } from "../sql/arrays.ts"
import { audit } from "./Audit.ts"
import { after, placeTime, slice, type Window } from "../sql/keyset.ts"
import { PrivilegeExceeded, Missing, refusing, StateConflict } from "../sql/refusals.ts"
import { uuid7 } from "../sql/uuid7.ts"

/** May says whether the caller has a permission. */
export type May = (permission: Permission) => boolean

const keyTaken = () =>
  new StateConflict({ code: "ROLE_TAKEN", detail: "The project has a role of this key." })
const builtIn = () =>
  new StateConflict({
    code: "ROLE_BUILT_IN",
    detail: "Built-in roles stay as they are: make a role of the project's own."
  })

const builtInOnes: ReadonlyArray<Role> = builtInRoles.map((role) => ({ ...role, built_in: true }))

/**
 * BUILT_IN_PLACES are the places of the built-in roles in lists: older than any other, the least permitted
 * the oldest.
 */
const BUILT_IN_PLACES = builtInRoles.map((_, n) => ({
  time: new Date(Date.UTC(2000, 0, 1 + n)),
  id: `00000000-0000-7000-8000-00000000030${n}`
}))

/** Refuses permissions that the caller does not have, because no caller grants or takes more than they have. */
export const checkBeyond = (may: May, ...sets: ReadonlyArray<ReadonlyArray<Permission>>) => {
  const permission = firstNotHeld(sets.flat(), may)
  return permission === null ? Effect.void : Effect.fail(new PrivilegeExceeded({ permission }))
}

/** Returns the permissions of a role and locks it until the transaction ends; null: there is no such role. */
export const holdRole = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  projectId: string,
  key: string
) {
  if (builtInRoles.some((role) => role.key === key)) return permissionsOfRole(key, null)
  const [row] = yield* sql<{
    readonly permissions: ReadonlyArray<string>
  }>`select permissions from roles where project_id = ${projectId}::uuid and key = ${key} for share`
  return row === undefined ? null : permissionsOfRole(key, row.permissions)
})

interface Row {
  readonly key: string
  readonly label: string
  readonly permissions: ReadonlyArray<string>
}

const roleOf = ({ key, label, permissions }: Row): Role => ({
  key,
  label,
  permissions: permissionsOfRole(key, permissions),
  built_in: false
})

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  const list = Effect.fn("Roles.list")(function* (projectId: string, window: Window) {
    const rows = yield* pg<Row & { readonly id: string; readonly place_time: string }>`
      select l.key, l.label, l.permissions, l.id, ${pg.literal(placeTime("l.created_at"))} as place_time
      from (
        select id, key, label, permissions, created_at
        from roles
        where project_id = ${projectId}::uuid
        union all
        select id::uuid, key, '', '{}', at::timestamptz
        from unnest(
          ${texts(BUILT_IN_PLACES.map((a) => a.id))}, ${texts(builtInRoles.map((r) => r.key))},
          ${texts(BUILT_IN_PLACES.map((a) => a.time.toISOString()))}
        ) as b (id, key, at)
      ) l
      where ${after(pg, window, "l.created_at", "l.id")}
      order by l.created_at desc, l.id desc
      limit ${window.limit + 1}`
    const { items, next } = slice(window, rows, (row) => row.id)
    return {
      items: items.map((row) => builtInOnes.find((role) => role.key === row.key) ?? roleOf(row)),
      next
    }
  }, Effect.orDie)

  const get = Effect.fn("Roles.get")(function* (projectId: string, key: string) {
    const builtInRole = builtInOnes.find((role) => role.key === key)
    if (builtInRole !== undefined) return builtInRole
    const [row] = yield* pg<Row>`
      select key, label, permissions from roles where project_id = ${projectId}::uuid and key = ${key}`
    return row === undefined ? yield* new Missing() : roleOf(row)
  }, refusing({}))

  /** Locks one of the project's own roles, if the caller has all of its permissions. */
  const own = Effect.fnUntraced(function* (may: May, projectId: string, key: string) {
    if (builtInOnes.some((role) => role.key === key)) return yield* builtIn()
    const [row] = yield* pg<Row>`
      select key, label, permissions
      from roles
      where project_id = ${projectId}::uuid and key = ${key}
      for update`
    if (row === undefined) return yield* new Missing()
    const role = roleOf(row)
    yield* checkBeyond(may, role.permissions)
    return role
  })

  const create = Effect.fn("Roles.create")(
    function* (actor: Actor, may: May, projectId: string, input: NewRole) {
      if (builtInOnes.some((role) => role.key === input.key)) return yield* keyTaken()
      yield* checkBeyond(may, input.permissions)
      yield* pg`
        insert into roles (id, project_id, key, label, permissions)
        values (
          ${uuid7()}::uuid, ${projectId}::uuid, ${input.key}, ${input.label}, ${texts(input.permissions)}
        )`
      yield* audit(pg, actor, {
        action: "role.created",
        objectType: "role",
        objectId: input.key,
        projectId,
        detail: input
      })
      return roleOf(input)
    },
    pg.withTransaction,
    refusing({ roles_project_id_key_key: keyTaken })
  )

  const update = Effect.fn("Roles.update")(
    function* (actor: Actor, may: May, projectId: string, key: string, change: RoleChange) {
      const role = yield* own(may, projectId, key)
      yield* checkBeyond(may, change.permissions ?? [])
      const next = { ...role, ...change }
      yield* pg`
        update roles set label = ${next.label}, permissions = ${texts(next.permissions)}
        where project_id = ${projectId}::uuid and key = ${key}`
      yield* audit(pg, actor, {
        action: "role.updated",
        objectType: "role",
        objectId: key,
        projectId,
        detail: { ...change, before: { label: role.label, permissions: role.permissions } }
      })
      return next
    },
    pg.withTransaction,
    refusing({})
  )

  /** Refused while a member has the role. */
  const remove = Effect.fn("Roles.remove")(
    function* (actor: Actor, may: May, projectId: string, key: string) {
      const { label, permissions } = yield* own(may, projectId, key)
      const [user] = yield* pg<{ readonly user_id: string; readonly count: number }>`
        select user_id, (count(*) over ())::int4 as count
        from members
        where project_id = ${projectId}::uuid and role = ${key}
        limit 1`
      if (user !== undefined) {
        return yield* new StateConflict({
          code: "IN_USE",
          detail:
            user.count === 1
              ? "A member has this role: give them another one first."
              : `${user.count} members have this role: give them another one first.`,
          id: user.user_id
        })
      }
      yield* pg`delete from roles where project_id = ${projectId}::uuid and key = ${key}`
      yield* audit(pg, actor, {
        action: "role.removed",
        objectType: "role",
        objectId: key,
        projectId,
        detail: { label, permissions }
      })
    },
    pg.withTransaction,
    refusing({})
  )

  return { list, get, create, update, remove }
})

/** Roles stores the roles of projects. */
export class Roles extends Context.Service<Roles>()("store/Roles", { make }) {
  static readonly layer = Layer.effect(Roles, make)
}
