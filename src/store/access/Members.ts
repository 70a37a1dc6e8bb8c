// Members: the users of a project, their roles, and the part of it that each sees.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Member, MemberChange, NewMember } from "../../domain/access/Member.ts"
import { permissionsOfRole } from "../../domain/access/Role.ts"
import { audit } from "./Audit.ts"
import { after, placeTime, slice, type Window, wireTime } from "../sql/keyset.ts"
import { ConstraintViolated, type Expected, Missing, refusing, StateConflict } from "../sql/refusals.ts"
import { checkEdition } from "./whoDid.ts"
import { checkScope, isSameScope, scopeColumns, wholeScope } from "./memberScope.ts"
import { checkBeyond, holdRole, type May } from "./Roles.ts"

/** MemberEdition is a member with their edition, which counts their changes. */
export interface MemberEdition {
  readonly member: Member
  readonly etag: string
}

const columns = `
  m.user_id, u.email, u.name, u.enabled, m.role,
  case
    when m.scope_groups is not null then jsonb_build_object(
      'groups', to_jsonb(m.scope_groups),
      'entities', to_jsonb(m.scope_entities),
      'devices', to_jsonb(m.scope_devices)
    )
  end as scope,
  ${wireTime("m.created_at")} as created_at,
  ${wireTime("m.updated_at")} as updated_at,
  m.revision::text as etag`

type Row = Member & { readonly etag: string }

const editionOf = ({ etag, ...member }: Row): MemberEdition => ({ member, etag })

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(columns)

  const list = Effect.fn("Members.list")(function* (projectId: string, window: Window) {
    const rows = yield* pg<Row & { readonly place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("m.created_at"))} as place_time
      from members m
        join users u on u.id = m.user_id
      where m.project_id = ${projectId}::uuid and ${after(pg, window, "m.created_at", "m.user_id")}
      order by m.created_at desc, m.user_id desc
      limit ${window.limit + 1}`
    const { items, next } = slice(window, rows, (row) => row.user_id)
    return { items: items.map((row) => editionOf(row).member), next }
  }, Effect.orDie)

  const find = Effect.fnUntraced(function* (projectId: string, userId: string) {
    const [row] = yield* pg<Row>`
      select ${selected}
      from members m
        join users u on u.id = m.user_id
      where m.project_id = ${projectId}::uuid and m.user_id = ${userId}::uuid`
    return row === undefined ? yield* new Missing() : editionOf(row)
  })

  const get = Effect.fn("Members.get")(function* (projectId: string, userId: string) {
    return yield* find(projectId, userId)
  }, refusing({}))

  const userOf = Effect.fnUntraced(function* ({ email, user_id }: NewMember) {
    const [user] = yield* pg<{ readonly id: string }>`
      select id
      from users
      where ${user_id === undefined ? pg`email = ${email ?? ""}` : pg`id = ${user_id}::uuid`} and enabled
      for share`
    return (
      user?.id ??
      (yield* new ConstraintViolated({
        pointer: user_id === undefined ? "/email" : "/user_id",
        code: "USER_UNKNOWN",
        detail: "There is no such user, or they are disabled."
      }))
    )
  })

  /** Checks a role: it has no permission that the caller lacks. */
  const checkRole = Effect.fnUntraced(function* (may: May, projectId: string, key: string) {
    const permissions = yield* holdRole(pg, projectId, key)
    if (permissions === null)
      return yield* new ConstraintViolated({
        pointer: "/role",
        code: "ROLE_UNKNOWN",
        detail: "The project has no such role."
      })
    yield* checkBeyond(may, permissions)
  })

  /** Adds a member; `user_id` or `email` names the user. */
  const create = Effect.fn("Members.create")(
    function* (actor: Actor, may: May, projectId: string, input: NewMember) {
      const scope = wholeScope(input.scope ?? null)
      const userId = yield* userOf(input)
      yield* checkRole(may, projectId, input.role)
      yield* checkScope(pg, projectId, scope)
      const made = yield* pg`
        insert into members (project_id, user_id, role)
        values (${projectId}::uuid, ${userId}::uuid, ${input.role})
        on conflict do nothing
        returning 1 as made`
      if (made.length === 0)
        return yield* new StateConflict({
          code: "ALREADY_MEMBER",
          detail: "This user is a member already: change that.",
          id: userId
        })
      yield* pg`
        update members set ${scopeColumns(pg, scope)}
        where project_id = ${projectId}::uuid and user_id = ${userId}::uuid`
      yield* audit(pg, actor, {
        action: "member.added",
        objectType: "member",
        objectId: userId,
        projectId,
        detail: { role: input.role, scope }
      })
      return yield* Effect.orDie(find(projectId, userId))
    },
    pg.withTransaction,
    refusing({})
  )

  /**
   * Locks a member until the transaction ends and checks that they are at the expected edition and have no
   * permission that the caller lacks.
   */
  const hold = Effect.fnUntraced(function* (may: May, projectId: string, userId: string, expected: Expected) {
    const held = yield* pg`
      select from members where project_id = ${projectId}::uuid and user_id = ${userId}::uuid for update`
    if (held.length === 0) return yield* new Missing()
    const { etag, member } = yield* find(projectId, userId)
    yield* checkEdition(pg, expected, { type: "member", projectId, id: userId }, etag)
    const [own] = yield* pg<{
      readonly permissions: ReadonlyArray<string>
    }>`select permissions from roles where project_id = ${projectId}::uuid and key = ${member.role}`
    yield* checkBeyond(may, permissionsOfRole(member.role, own?.permissions ?? null))
    return member
  })

  /** An update that changes nothing is no new edition. */
  const update = Effect.fn("Members.update")(
    function* (
      actor: Actor,
      may: May,
      projectId: string,
      userId: string,
      expected: Expected,
      change: MemberChange
    ) {
      if (change.role !== undefined) yield* checkRole(may, projectId, change.role)
      if (change.scope !== undefined) yield* checkScope(pg, projectId, wholeScope(change.scope))
      const was = yield* hold(may, projectId, userId, expected)
      const role = change.role ?? was.role,
        scope = change.scope === undefined ? was.scope : wholeScope(change.scope)
      if (role !== was.role || !isSameScope(scope, was.scope)) {
        yield* pg`
          update members set
            role = ${role},
            ${scopeColumns(pg, scope)},
            revision = revision + 1,
            updated_at = now()
          where project_id = ${projectId}::uuid and user_id = ${userId}::uuid`
        yield* audit(pg, actor, {
          action: "member.updated",
          objectType: "member",
          objectId: userId,
          projectId,
          detail: { role, scope, before: { role: was.role, scope: was.scope } }
        })
      }
      return yield* find(projectId, userId)
    },
    pg.withTransaction,
    refusing({})
  )

  const remove = Effect.fn("Members.remove")(
    function* (actor: Actor, may: May, projectId: string, userId: string, expected: Expected) {
      const { role, scope } = yield* hold(may, projectId, userId, expected)
      yield* pg`delete from members where project_id = ${projectId}::uuid and user_id = ${userId}::uuid`
      yield* audit(pg, actor, {
        action: "member.removed",
        objectType: "member",
        objectId: userId,
        projectId,
        detail: { role, scope }
      })
    },
    pg.withTransaction,
    refusing({})
  )

  return { list, get, create, update, remove }
})

/** Members stores the members of projects. */
export class Members extends Context.Service<Members>()("store/Members", { make }) {
  static readonly layer = Layer.effect(Members, make)
}
