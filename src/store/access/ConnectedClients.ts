// AI clients that people have let in: granting, listing with their activity, and revoking.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import { type ClientScope, clientScopes } from "../../domain/access/ClientAccess.ts"
import { type ConnectedClient, GRANT_DAYS } from "../../domain/access/ConnectedClient.ts"
import type { Consent } from "../../domain/access/Consent.ts"
import { permissionsIn } from "../../domain/access/Membership.ts"
import { permissionsOfRole } from "../../domain/access/Role.ts"
import { texts, uuids } from "../sql/arrays.ts"
import { after, placeTime, slice, type Window, wireTime } from "../sql/keyset.ts"
import { ConstraintViolated, Missing, refusing } from "../sql/refusals.ts"
import { uuid7 } from "../sql/uuid7.ts"
import { audit } from "./Audit.ts"
import { endGrants } from "./endAccess.ts"
import { hashOfId } from "./OauthEntries.ts"

/** Agreement is what a person agrees to. */
interface Agreement {
  readonly clientId: string
  readonly clientName: string
  readonly redirectHost: string
  readonly scopes: ReadonlyArray<ClientScope>
  readonly projectIds: ReadonlyArray<string>
}

type Place = Consent["projects"][number]

const columns = `
  g.id, g.user_id, g.client_id, g.client_name as name, g.redirect_host, g.scopes, g.project_ids,
  ${wireTime("g.created_at")} as created_at,
  ${wireTime("g.expires_at")} as expires_at,
  ${wireTime("g.revoked_at")} as revoked_at,
  ${wireTime("g.last_used_at")} as last_used_at,
  d.did, ${placeTime("g.created_at")} as place_time`

/** The last act of a client and its number of acts in a week; token requests do not count. */
const didJoin = `
  left join lateral (
    select jsonb_build_object(
      'action', l.action,
      'at', ${wireTime("l.at")},
      'week', (
        select count(*)
        from audit_log w
        where w.actor_id = g.id and w.actor_kind = 'mcp' and w.at > now() - interval '7 days'
          and w.action <> 'client.token_issued'
      )
    ) as did
    from audit_log l
    where l.actor_id = g.id and l.actor_kind = 'mcp' and l.action <> 'client.token_issued'
    order by l.at desc, l.id desc
    limit 1
  ) d on true`

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /**
   * The projects that a user can give access to, by name, with the permissions of `asked` that they have in
   * each.
   */
  const projectsOf = Effect.fn("ConnectedClients.projectsOf")(function* (
    actor: Actor,
    asked: ReadonlyArray<ClientScope>
  ) {
    const rows = yield* pg<{
      readonly id: string
      readonly name: string
      readonly role: string | null
      readonly permissions: ReadonlyArray<string> | null
      readonly scoped: boolean
    }>`
      select p.id, p.name, m.role, r.permissions, m.scope_groups is not null as scoped
      from projects p
        left join members m on m.project_id = p.id and m.user_id = ${actor.userId}::uuid
        left join roles r on r.project_id = m.project_id and r.key = m.role
      where m.user_id is not null or ${actor.serverAdmin}
      order by lower(p.name), p.id
      limit 100`
    return rows.flatMap(({ id, name, permissions, role, scoped }): ReadonlyArray<Place> => {
      const membership =
        role === null ? null : { projectId: id, permissions: permissionsOfRole(role, permissions), scoped }
      const may = permissionsIn(actor, id, membership)
      const scopes = clientScopes.filter((scope) => asked.includes(scope) && may.has(scope))
      return scopes.length === 0 ? [] : [{ id, name, role: actor.serverAdmin ? null : role, scopes }]
    })
  }, Effect.orDie)

  /** Takes a consent request; of any number of concurrent decisions one succeeds. */
  const useUp = Effect.fnUntraced(function* (consentId: string) {
    const won = yield* pg`
      update oauth_entries set consumed_at = now()
      where kind = 'Interaction' and id_hash = ${hashOfId(consentId)} and consumed_at is null
        and expires_at > now()
      returning 1 as won`
    if (won.length === 0) return yield* new Missing()
  })

  /**
   * Grants access by the consent request of this id, which is used up, and returns the id of the grant. A
   * project that the person does not have is refused; a request that has expired or was decided is missing.
   */
  const allow = Effect.fn("ConnectedClients.allow")(
    function* (actor: Actor, consentId: string, agreement: Agreement) {
      const { clientId, clientName, projectIds, redirectHost, scopes } = agreement
      const theirs = new Set((yield* projectsOf(actor, scopes)).map((place) => place.id))
      const unknown = projectIds.findIndex((id) => !theirs.has(id))
      if (unknown !== -1)
        return yield* new ConstraintViolated({
          pointer: `/project_ids/${unknown}`,
          code: "PROJECT_UNKNOWN",
          detail: "You have no such project, or may do nothing of this there."
        })
      yield* useUp(consentId)
      const id = uuid7()
      yield* pg`
        insert into client_grants (
          id, user_id, client_id, client_name, redirect_host, scopes, project_ids, expires_at
        )
        values (
          ${id}::uuid, ${actor.userId}::uuid, ${clientId}, ${clientName}, ${redirectHost}, ${texts(scopes)},
          ${uuids(projectIds)}, now() + make_interval(days => ${GRANT_DAYS}::int4)
        )`
      yield* pg`update oauth_clients set last_used_at = now() where id = ${clientId}`
      yield* audit(pg, actor, {
        action: "client.allowed",
        objectType: "client",
        objectId: id,
        detail: {
          client_id: clientId,
          name: clientName,
          redirect_host: redirectHost,
          scopes,
          project_ids: projectIds
        }
      })
      return id
    },
    pg.withTransaction,
    refusing({})
  )

  /** Uses a consent request up without granting access. */
  const deny = Effect.fn("ConnectedClients.deny")(
    function* (
      actor: Actor,
      consentId: string,
      { clientId, clientName }: Pick<Agreement, "clientId" | "clientName">
    ) {
      yield* useUp(consentId)
      yield* audit(pg, actor, {
        action: "client.denied",
        objectType: "client",
        objectId: null,
        detail: { client_id: clientId, name: clientName }
      })
    },
    pg.withTransaction,
    refusing({})
  )

  /** The grants of a user, or of all users, with those that have ended. */
  const list = Effect.fn("ConnectedClients.list")(function* (userId: string | null, window: Window) {
    const rows = yield* pg<ConnectedClient & { readonly place_time: string }>`
      select ${pg.literal(columns)}
      from client_grants g ${pg.literal(didJoin)}
      where ${userId === null ? pg.literal("true") : pg`g.user_id = ${userId}::uuid`}
        and ${after(pg, window, "g.created_at", "g.id")}
      order by g.created_at desc, g.id desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.id)
  }, Effect.orDie)

  /** Revokes one of the actor's own grants, for a server admin any. Revoking again changes nothing. */
  const revoke = Effect.fn("ConnectedClients.revoke")(
    function* (actor: Actor, id: string) {
      const seen = pg`id = ${id}::uuid
        and ${actor.serverAdmin ? pg.literal("true") : pg`user_id = ${actor.userId}::uuid`}`
      if ((yield* pg`select 1 as here from client_grants where ${seen}`).length === 0)
        return yield* new Missing()
      for (const ended of yield* endGrants(pg, seen))
        yield* audit(pg, actor, {
          action: "client.revoked",
          objectType: "client",
          objectId: ended.id,
          detail: { client_id: ended.client_id, name: ended.client_name, user_id: ended.user_id }
        })
    },
    pg.withTransaction,
    refusing({})
  )

  return { projectsOf, allow, deny, list, revoke }
})

/** ConnectedClients stores the grants that people give to AI clients. */
export class ConnectedClients extends Context.Service<ConnectedClients>()("store/ConnectedClients", {
  make
}) {
  static readonly layer = Layer.effect(ConnectedClients, make)
}
