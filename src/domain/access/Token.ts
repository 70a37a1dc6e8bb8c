// A token: how a program authenticates, in the name of a user and with a part of the user's permissions.
import * as Schema from "effect/Schema"
import { Instant, InstantInput, Name, Uuid } from "../schemas.ts"
import { permissions } from "./Permission.ts"

/** FULL_SCOPE is the scope of the start-up token: all permissions of its user. */
export const FULL_SCOPE = "*"

const Scope = Schema.Literals(permissions)

/**
 * NewToken is what makes a token: its scopes and projects; `user_id` is for server admins who make one for
 * another user.
 */
export const NewToken = Schema.Struct({
  name: Name,
  scopes: Schema.Array(Scope).check(
    Schema.isMinLength(1),
    Schema.isMaxLength(permissions.length),
    Schema.isUnique()
  ),
  project_ids: Schema.optionalKey(
    Schema.Array(Uuid)
      .check(Schema.isMinLength(1), Schema.isMaxLength(200))
      .annotate({ description: "The projects it is for; all of its user's unless given" })
  ),
  expires_at: Schema.optionalKey(
    InstantInput.pipe(
      Schema.annotateEncoded({ description: "It opens nothing from this moment on; never ends unless given" })
    )
  ),
  user_id: Schema.optionalKey(
    Uuid.annotate({ description: "In whose name; the caller unless given, which is for server admins" })
  )
})
/** The decoded form of a `NewToken`. */
export type NewToken = typeof NewToken.Type

const fields = {
  id: Uuid,
  user_id: Uuid,
  name: Name,
  kind: Schema.Literals(["api", "mcp"]),
  scopes: Schema.Array(Schema.Literals([FULL_SCOPE, ...permissions])).annotate({
    description:
      "What of its user's permissions it carries; *: everything, which only the start-up token does"
  }),
  project_ids: Schema.NullOr(Schema.Array(Uuid)),
  created_at: Instant,
  expires_at: Schema.NullOr(Instant),
  revoked_at: Schema.NullOr(Instant),
  last_used_at: Schema.NullOr(Instant).annotate({ description: "To the minute" })
}

const example = {
  id: "019a0c30-2a4c-7d11-9e5f-7a6b5c4d3e2f",
  user_id: "019a0c10-7b3e-7c55-8d90-1e2f3a4b5c6d",
  name: "Herd dashboard",
  kind: "api",
  scopes: ["project:read"],
  project_ids: null,
  created_at: "2026-04-01T08:00:00.000Z",
  expires_at: "2027-04-01T08:00:00.000Z",
  revoked_at: null,
  last_used_at: null
} as const

/** Token is a token as the API lists it, without its secret. */
export const Token = Schema.Struct(fields).annotate({ identifier: "Token", examples: [example] })
/** The decoded form of a `Token`. */
export type Token = typeof Token.Type

/** OpenedToken is the one answer that contains the secret. */
export const OpenedToken = Schema.Struct({
  ...fields,
  token: Schema.String.annotate({ description: "Shown this once" })
}).annotate({
  identifier: "OpenedToken",
  examples: [{ ...example, token: "pug_tRtPbGUHq4rDy0mBPw1YyXbqK9m8mX0c3d7Jf1hC2aE" }]
})
/** The decoded form of an `OpenedToken`. */
export type OpenedToken = typeof OpenedToken.Type
