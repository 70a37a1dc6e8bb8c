// A user's membership in a project, read for every request: a change holds from the next request on, in every
// process.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Membership } from "../../domain/access/Membership.ts"
import type { Permission } from "../../domain/access/Permission.ts"
import { builtInRoles, builtInWith, permissionsOfRole } from "../../domain/access/Role.ts"
import { texts } from "../sql/arrays.ts"

/** MAX_HOLDERS is how many members with a missing permission are named. */
const MAX_HOLDERS = 3

/** ProjectAccess is a project with the access of a user to it. */
export interface ProjectAccess {
  /** null: the user is no member */
  readonly membership: Membership | null
  /** a fingerprint of the access: it changes with the access */
  readonly print: string
  /** the edition of the members, assignments and groups that a scope is resolved by */
  readonly roster: number
}

/** Join of the membership of a user `u` in a project `p`; both stand before it in `from`. */
export const membershipJoin =
  "left join members m on m.project_id = p.id and m.user_id = u.id left join roles r on r.project_id " +
  "= m.project_id and r.key = m.role"

/** The fingerprint of `membershipJoin`. */
export const membershipFingerprint =
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

  /** Null: there is no such project. */
  const accessTo = Effect.fn("Memberships.accessTo")(function* (userId: string, projectId: string) {
    const [row] = yield* pg<
      Omit<Row, "role"> & { readonly role: string | null; readonly print: string; readonly roster: number }
    >`
      select m.role, r.permissions,
        m.scope_groups is not null as scoped,
        ${pg.literal(membershipFingerprint)} as print,
        p.roster_version::float8 as roster
      from projects p
        cross join users u ${pg.literal(membershipJoin)}
      where p.id = ${projectId}::uuid and u.id = ${userId}::uuid`
    if (row === undefined) return null
    const { print, role, roster, ...rest } = row
    return { membership: role === null ? null : membershipOf(projectId, { role, ...rest }), print, roster }
  }, Effect.orDie)

  /** All memberships of a user, the newest project first. */
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

  /**
   * The names of up to three other members with a permission who see the whole project, the earliest
   * members first: those to ask. Members without a name are left out, because not every member may see
   * their e-mail address.
   */
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
      limit ${MAX_HOLDERS}`
    return rows.map((row) => row.name)
  }, Effect.orDie)

  return { accessTo, all, holders }
})

/** Memberships reads memberships and access. */
export class Memberships extends Context.Service<Memberships>()("store/Memberships", { make }) {
  static readonly layer = Layer.effect(Memberships, make)
}
