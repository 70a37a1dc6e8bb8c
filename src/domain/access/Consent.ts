// What the consent page shows to the person who decides, and what they decide.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../schemas.ts"
import { clientScopes } from "./ClientAccess.ts"
import { GRANT_DAYS } from "./ConnectedClient.ts"

/** MAX_PROJECTS is the most projects that one consent names. */
const MAX_PROJECTS = 100

/** ConsentId is the id in the address of the consent page: a new random one for each request of a client. */
export const ConsentId = Schema.String.check(
  Schema.isPattern(/^[\w-]{16,64}$/u, { expected: "the id of a request of a client" })
)

const Scopes = Schema.Array(Schema.Literals(clientScopes))

/** Consent is what the consent page shows: the client, what it requests, and the person's projects. */
export const Consent = Schema.Struct({
  client: Schema.Struct({
    id: Schema.String,
    name: Schema.String.annotate({ description: "As it calls itself; nobody has checked it" }),
    document_host: Schema.NullOr(Schema.String).annotate({
      description: "Whose site describes the client; null: it registered itself"
    })
  }),
  redirect_host: Schema.String.annotate({ description: "Where the answer goes" }),
  loopback: Schema.Boolean.annotate({
    description: "The answer stays on the person's own machine, where any program may call itself so"
  }),
  scopes: Scopes.annotate({ description: "What the client asks for; nothing else can be given" }),
  projects: Schema.Array(
    Schema.Struct({
      id: Uuid,
      name: Schema.String,
      role: Schema.NullOr(Schema.String).annotate({ description: "null: as an admin of the server" }),
      scopes: Scopes.annotate({ description: "What of it the person may do there" })
    })
  ).annotate({ description: `The person's projects, by their names, at most ${MAX_PROJECTS}` }),
  days: Schema.Int.annotate({ description: "For how long the client would be let in" }),
  expires_at: Instant.annotate({ description: "Until when this can be decided" })
}).annotate({
  identifier: "Consent",
  examples: [
    {
      client: {
        id: "https://assistant.example.com/client.json",
        name: "Field Assistant",
        document_host: null
      },
      redirect_host: "assistant.example.com",
      loopback: false,
      scopes: ["project:read", "traces:read"],
      projects: [
        {
          id: "019a0c1d-91aa-7d04-a2c8-0d9e4b6f1c33",
          name: "Alpine herds",
          role: "viewer",
          scopes: ["project:read", "traces:read"]
        }
      ],
      days: GRANT_DAYS,
      expires_at: "2026-05-01T08:10:00.000Z"
    }
  ]
})
/** The decoded form of a `Consent`. */
export type Consent = typeof Consent.Type

/** ConsentDecision is what the person decides: whether to allow, and which scopes in which projects. */
export const ConsentDecision = Schema.Struct({
  allow: Schema.Boolean,
  scopes: Schema.optionalKey(
    Scopes.check(Schema.isUnique()).annotate({ description: "What of it is given; of what was asked for" })
  ),
  project_ids: Schema.optionalKey(
    Schema.Array(Uuid)
      .check(Schema.isMaxLength(MAX_PROJECTS), Schema.isUnique())
      .annotate({ description: "Where it is given" })
  )
})
/** The decoded form of a `ConsentDecision`. */
export type ConsentDecision = typeof ConsentDecision.Type

/** Decided is the answer to a decision: where the browser goes next. */
export const Decided = Schema.Struct({
  redirect_to: Schema.String.annotate({ description: "Where the browser goes now: a path of this service" })
}).annotate({ identifier: "Decided", examples: [{ redirect_to: "/oauth/authorize/3hQm7Zr0bY2cVx9KfT1aL" }] })
