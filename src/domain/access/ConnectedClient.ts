// An AI client that a person has let in: what they agreed to, and what it has done with it.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../schemas.ts"
import { clientScopes } from "./ClientAccess.ts"

/** GRANT_DAYS is how long a client stays connected; after that it asks again. */
export const GRANT_DAYS = 30

/** ConnectedClient is a connected client as the API shows it. */
export const ConnectedClient = Schema.Struct({
  id: Uuid,
  user_id: Uuid,
  client_id: Schema.String.annotate({
    description: "As it registered, or the address of its metadata document"
  }),
  name: Schema.String.annotate({ description: "As it calls itself; nobody has checked it" }),
  redirect_host: Schema.String.annotate({ description: "Where it was answered" }),
  scopes: Schema.Array(Schema.Literals(clientScopes)),
  project_ids: Schema.Array(Uuid),
  created_at: Instant,
  expires_at: Instant,
  revoked_at: Schema.NullOr(Instant),
  last_used_at: Schema.NullOr(Instant).annotate({ description: "To the minute" }),
  did: Schema.NullOr(
    Schema.Struct({
      action: Schema.String.annotate({ description: "What it did last, as the audit log names it" }),
      at: Instant,
      week: Schema.Int.annotate({ description: "Entries of it in the audit log in the last seven days" })
    })
  ).annotate({ description: "null: nothing yet" })
}).annotate({
  identifier: "ConnectedClient",
  examples: [
    {
      id: "019a0c33-5d6e-7f80-9a1b-2c3d4e5f6a7b",
      user_id: "019a0c10-7b3e-7c55-8d90-1e2f3a4b5c6d",
      client_id: "https://assistant.example.com/client.json",
      name: "Field Assistant",
      redirect_host: "assistant.example.com",
      scopes: ["project:read", "traces:read"],
      project_ids: ["019a0c1d-91aa-7d04-a2c8-0d9e4b6f1c33"],
      created_at: "2026-05-01T08:00:00.000Z",
      expires_at: "2026-05-31T08:00:00.000Z",
      revoked_at: null,
      last_used_at: "2026-05-01T08:04:00.000Z",
      did: { action: "mcp.explain_event", at: "2026-05-01T08:04:12.000Z", week: 14 }
    }
  ]
})
/** The decoded form of a `ConnectedClient`. */
export type ConnectedClient = typeof ConnectedClient.Type
