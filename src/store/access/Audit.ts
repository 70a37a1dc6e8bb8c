// Writes the audit log: who changed what, in the transaction of the change. Append only: the database refuses
// updates and deletes.
import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { uuid7 } from "../sql/uuid7.ts"
import type { Author } from "../../domain/access/Actor.ts"

/** AuditAct is what an entry says about the change. */
export interface AuditAct {
  /** `<object>.<verb in the past>`: `entity.created` */
  readonly action: string
  readonly objectType: string
  readonly objectId: string | null
  readonly projectId?: string | null
  readonly detail?: unknown
}

/** Writes one entry; called inside the transaction of the change. */
export const audit = Effect.fnUntraced(function* (pg: PgClient.PgClient, author: Author, act: AuditAct) {
  yield* pg`
    insert into audit_log (
      id, actor_kind, actor_id, actor_name, action, object_type, object_id, project_id, detail, request_id
    )
    values (
      ${uuid7()}::uuid, ${author.kind}, ${author.id}::uuid, ${author.name}, ${act.action},
      ${act.objectType}, ${act.objectId}, ${act.projectId ?? null}::uuid, ${pg.json(act.detail ?? {})},
      ${author.requestId}
    )`
})
