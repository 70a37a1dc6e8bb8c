// The caller's own record: who they are, their permissions, and the project they start with.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { type Actor, isUnrestricted } from "../../domain/access/Actor.ts"
import { type Membership, permissionsIn } from "../../domain/access/Membership.ts"
import { permissions } from "../../domain/access/Permission.ts"
import { preferencesOf } from "../../domain/access/Preferences.ts"
import type { Me } from "../../domain/access/User.ts"
import { uuids } from "../sql/arrays.ts"
import type { Memberships } from "./Memberships.ts"

/** Makes the reader of the caller's own record, without the end of their session. */
export const makeMe = (pg: PgClient.PgClient, memberships: Memberships["Service"]) => {
  /** Returns the memberships of the caller; server admins have one in every project. */
  const placesOf = Effect.fnUntraced(function* ({
    serverAdmin,
    userId
  }: Actor): Effect.fn.Return<ReadonlyArray<Membership>, SqlError> {
    if (!serverAdmin) return yield* memberships.all(userId)
    const rows = yield* pg<{ readonly id: string }>`select id from projects order by created_at desc, id desc`
    return rows.map(({ id }) => ({ projectId: id, permissions, scoped: false }))
  })

  /**
   * Returns the project to start with: `last`, if it is among the places, else the first with an open alert,
   * else the first. Alerts of partly seen projects do not count, because they may be about unseen subjects.
   */
  const startOf = Effect.fnUntraced(function* (places: ReadonlyArray<Membership>, last: string | null) {
    if (last !== null && places.some(({ projectId }) => projectId === last)) return last
    const wholeProjectIds = places.filter(({ scoped }) => !scoped).map(({ projectId }) => projectId)
    const [alarmed] = yield* pg<{ readonly id: string }>`
      select p.id
      from unnest(${uuids(wholeProjectIds)}) with ordinality p (id, place)
      where exists (select from alerts a where a.project_id = p.id and a.status = 'open')
      order by p.place
      limit 1`
    return alarmed?.id ?? places[0]?.projectId ?? null
  })

  return Effect.fn("Users.me")(function* (actor: Actor) {
    const [user] = yield* pg<
      Pick<Me, "id" | "email" | "name" | "phone" | "share_phone" | "preferences">
    >`select id, email, name, phone, share_phone, preferences from users where id = ${actor.userId}::uuid`
    const places = yield* placesOf(actor)
    const held = places.map(
      (place) => [place.projectId, [...permissionsIn(actor, place.projectId, place)]] as const
    )
    const readable = new Set(held.flatMap(([id, keys]) => (keys.includes("project:read") ? [id] : [])))
    const preferences = preferencesOf(user!.preferences)
    return {
      ...user!,
      preferences,
      start_project_id: yield* startOf(
        places.filter(({ projectId }) => readable.has(projectId)),
        preferences.last_project_id
      ),
      server_admin: actor.serverAdmin && isUnrestricted(actor),
      permissions: Object.fromEntries(held.filter(([, keys]) => keys.length > 0))
    }
  }, Effect.orDie)
}
