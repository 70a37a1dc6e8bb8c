// What somebody is in a project, read anew for every request: what was changed holds from the next one on, in
// every process.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Membership } from "../../domain/access/Membership.ts"
import type { Permission } from "../../domain/access/Permission.ts"
import { builtInRoles, builtInWith, permissionsOfRole } from "../../domain/access/Role.ts"
import { texts } from "../sql/arrays.ts"

/** So many are named to whom a permission is missing. */
const HOLDERS = 3

/** A project as somebody comes to it. */
export interface ProjectAccess {
  /** null: they are no member */
  readonly membership: Membership | null
  /** stands for what they are there; another text: something has changed */
  readonly print: string
  /** the edition of who and what is in the project, by which a scope is worked out */
  readonly roster: number
}

export class Memberships extends Context.Service<
  Memberships,
  {
    /** Null: there is no such project. */
    readonly accessTo: (userId: string, projectId: string) => Effect.Effect<ProjectAccess | null>
    /** Everything somebody is a member of, the newest project first. */
    readonly all: (userId: string) => Effect.Effect<ReadonlyArray<Membership>>
    /**
     * The names of up to three others who may do something and see the whole project, those who were there
     * first: whom to ask. Who gave no name is not told: their e-mail address is not for everybody.
     */
    readonly holders: (
      projectId: string,
      permission: Permission,
      userId: string
    ) => Effect.Effect<ReadonlyArray<string>>
  }
>()("store/Memberships") {
  static readonly layer = Layer.effect(
    Memberships,
    Effect.suspend(() => make)
  )
}

/** What a user `u` is in a project `p`, to stand behind both in a `from`. */
export const membershipJoin =
  "left join members m on m.project_id = p.id and m.user_id = u.id left join roles r on r.project_id " +
  "= m.project_id and r.key = m.role"

/** The print of `membershipJoin`. */
export const membershipPrint =
  "jsonb_build_array(u.server_admin, m.role, r.permissions, m.scope_groups, m.scope_entities, " +
  "m.scope_devices)::text"

interface Row {
  readonly role: string
  readonly permissions: ReadonlyArray<string> | null
  readonly scoped: boolean
}

const membershipOf = (projectId: string, { permissions, role, scoped }: Row): Membership => ({
  projectId,
  permissions: permissionsOfRole(role, permissions),
  scoped
})

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  const accessTo = Effect.fn("Memberships.accessTo")(function* (userId: string, projectId: string) {
    const [row] = yield* pg<
      Omit<Row, "role"> & { readonly role: string | null; readonly print: string; readonly roster: number }
    >`
      select m.role, r.permissions,
        m.scope_groups is not null as scoped,
        ${pg.literal(membershipPrint)} as print,
        p.roster_version::float8 as roster
      from projects p
        cross join users u ${pg.literal(membershipJoin)}
      where p.id = ${projectId}::uuid and u.id = ${userId}::uuid`
    if (row === undefined) return null
    const { print, role, roster, ...rest } = row
    return { membership: role === null ? null : membershipOf(projectId, { role, ...rest }), print, roster }
  }, Effect.orDie)

  const all = Effect.fn("Memberships.all")(function* (userId: string) {
    const rows = yield* pg<Row & { readonly project_id: string }>`
      select m.project_id, m.role, r.permissions, m.scope_groups is not null as scoped
      from members m
        join projects p on p.id = m.project_id
        left join roles r on r.project_id = m.project_id and r.key = m.role
      where m.user_id = ${userId}::uuid
      order by p.created_at desc, p.id desc`
    return rows.map((row) => membershipOf(row.project_id, row))
  }, Effect.orDie)

  const holders = Effect.fn("Memberships.holders")(function* (
    projectId: string,
    permission: Permission,
    userId: string
  ) {
    const rows = yield* pg<{ readonly name: string }>`
      select u.name
      from members m
        join users u on u.id = m.user_id and u.enabled and u.name <> ''
        left join roles r on r.project_id = m.project_id and r.key = m.role
      where m.project_id = ${projectId}::uuid and m.user_id <> ${userId}::uuid and m.scope_groups is null
        and case when m.role = any(${texts(builtInRoles.map((role) => role.key))})
          then m.role = any(${texts(builtInWith(permission))})
          else ${permission}::text = any(r.permissions) end
      order by m.created_at, m.user_id
      limit ${HOLDERS}`
    return rows.map((row) => row.name)
  }, Effect.orDie)

  return Memberships.of({ accessTo, all, holders })
})
