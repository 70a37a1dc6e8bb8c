// Reads the audit log, and writes entries about acts that changed nothing: refusals, and logins that failed.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Author } from "../../domain/access/Actor.ts"
import type { AuditEntry } from "../../domain/access/AuditEntry.ts"
import { type AuditAct, audit } from "./Audit.ts"
import { after, placeTime, slice, type Window, wireTime } from "../sql/keyset.ts"

/**
 * AuditFilter narrows a list. `actor`: a user, one of their tokens, or the grant of a client. Times in epoch
 * ms, `[from, to)`.
 */
interface AuditFilter {
  readonly actor?: string
  readonly action?: string
  readonly object_type?: string
  readonly object_id?: string
  readonly from?: number
  readonly to?: number
}

const columns = `
  id,
  ${wireTime("at")} as at,
  jsonb_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name) as actor,
  action,
  jsonb_build_object('type', object_type, 'id', object_id) as object,
  project_id, detail, request_id,
  ${placeTime("at")} as place_time`

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /** Entries of a project, or of all projects and none. */
  const list = Effect.fn("AuditLog.list")(function* (
    projectId: string | null,
    filter: AuditFilter,
    window: Window
  ) {
    const rows = yield* pg<AuditEntry & { readonly place_time: string }>`
      select ${pg.literal(columns)}
      from audit_log
      where ${pg.and([
        ...(projectId === null ? [] : [pg`project_id = ${projectId}::uuid`]),
        ...(filter.actor === undefined
          ? []
          : [
              pg`(actor_id = ${filter.actor}::uuid
                or actor_id in (select id from api_tokens where user_id = ${filter.actor}::uuid)
                or actor_id in (select id from client_grants where user_id = ${filter.actor}::uuid))`
            ]),
        ...(filter.action === undefined ? [] : [pg`action = ${filter.action}`]),
        ...(filter.object_type === undefined ? [] : [pg`object_type = ${filter.object_type}`]),
        ...(filter.object_id === undefined ? [] : [pg`object_id = ${filter.object_id}`]),
        ...(filter.from === undefined ? [] : [pg`at >= ${new Date(filter.from)}`]),
        ...(filter.to === undefined ? [] : [pg`at < ${new Date(filter.to)}`]),
        after(pg, window, "at", "id")
      ])}
      order by audit_log.at desc, id desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.id)
  }, Effect.orDie)

  const note = Effect.fn("AuditLog.note")(function* (author: Author, act: AuditAct) {
    yield* audit(pg, author, act)
  }, Effect.orDie)

  return { list, note }
})

/** AuditLog lists entries and notes acts without a change. */
export class AuditLog extends Context.Service<AuditLog>()("store/AuditLog", { make }) {
  static readonly layer = Layer.effect(AuditLog, make)
}
