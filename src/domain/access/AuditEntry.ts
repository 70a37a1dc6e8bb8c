// An entry of the audit log: who did what to what.
import * as Schema from "effect/Schema"
import { actorKinds } from "../event/Alert.ts"
import { Instant, Uuid } from "../schemas.ts"

/** AuditEntry is an entry of the audit log as the API shows it. */
export const AuditEntry = Schema.Struct({
  id: Uuid,
  at: Instant,
  actor: Schema.Struct({
    kind: Schema.Literals(actorKinds),
    id: Schema.NullOr(Uuid),
    name: Schema.NullOr(Schema.String)
  }),
  action: Schema.String,
  object: Schema.Struct({ type: Schema.String, id: Schema.NullOr(Schema.String) }),
  project_id: Schema.NullOr(Uuid),
  detail: Schema.Json,
  request_id: Schema.NullOr(Schema.String)
}).annotate({
  identifier: "AuditEntry",
  examples: [
    {
      id: "019a0c41-0c7e-7b2a-8d3f-5e4d3c2b1a09",
      at: "2026-05-01T05:00:02.114Z",
      actor: { kind: "user", id: "019a0c10-7b3e-7c55-8d90-1e2f3a4b5c6d", name: "Ines" },
      action: "feature.updated",
      object: { type: "feature", id: "019a0c22-1d4f-7e88-b3a6-9c0d5e7f1a2b" },
      project_id: "019a0c1d-91aa-7d04-a2c8-0d9e4b6f1c33",
      detail: { name: "Lower meadow" },
      request_id: "019a0c41-0c70-7d5e-9a1b-2c3d4e5f6071"
    }
  ]
})
/** The decoded form of an `AuditEntry`. */
export type AuditEntry = typeof AuditEntry.Type
