// The audit log: who changed what, written in the transaction of the change. Append only: the database refuses anything else.
import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { uuid7 } from "./uuid7.ts"
import type { Actor } from "../domain/access/Actor.ts"

export interface AuditEntry {
  /** `<object>.<what happened>`: `entity.created`. */
  readonly action: string
  readonly objectType: string
  readonly objectId: string
  readonly projectId?: string | null
  readonly detail?: unknown
}

/** Writes one entry; call it inside the transaction. */
export const audit = Effect.fnUntraced(function*(pg: PgClient.PgClient, actor: Actor, entry: AuditEntry) {
  yield* pg`
    insert into audit_log (id, actor_kind, actor_id, actor_name, action, object_type, object_id, project_id, detail, request_id)
    values (${uuid7()}::uuid, ${actor.kind}, ${actor.id}::uuid, ${actor.name}, ${entry.action}, ${entry.objectType}, ${entry.objectId},
      ${entry.projectId ?? null}::uuid, ${pg.json(entry.detail ?? {})}, ${actor.requestId})`
})
