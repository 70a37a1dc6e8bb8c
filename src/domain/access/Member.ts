// A member: somebody in a project, what they may do there, and what of it they see.
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Instant, Uuid } from "../fields.ts"
import { RoleKey } from "./Role.ts"
import { Email } from "./User.ts"

/** Most ids of one kind in a scope. */
export const MAX_SCOPE = 1000

const ids = Schema.Array(Uuid).check(Schema.isMaxLength(MAX_SCOPE), Schema.isUnique())

const MemberScope = Schema.Struct({
  groups: ids.annotate({ description: "With the groups below them, and everybody in them" }),
  entities: ids,
  devices: ids.annotate({
    description: "What they record while they are in the project, whatever carries them"
  })
}).annotate({ identifier: "MemberScope" })

/** A scope as it is sent: what is left out is empty. */
const NewScope = MemberScope.mapFields(Struct.map(Schema.optionalKey))
export type NewScope = typeof NewScope.Type

const written = {
  role: RoleKey.annotate({ description: "viewer, operator, analyst, admin, or a role of the project" }),
  scope: Schema.NullOr(NewScope).annotate({
    description: "What of the project they see; null: all of it. An empty scope shows nothing"
  })
}

export const NewMember = Schema.Struct({
  user_id: Schema.optionalKey(Uuid.annotate({ description: "Who; either this or email" })),
  email: Schema.optionalKey(Email.annotate({ description: "Who, by their e-mail address" })),
  role: written.role,
  scope: Schema.optionalKey(
    written.scope.annotate({ description: "What of the project they see; all of it unless given" })
  )
})
export type NewMember = typeof NewMember.Type

export const MemberChange = Schema.Struct(written).mapFields(Struct.map(Schema.optionalKey))
export type MemberChange = typeof MemberChange.Type

export const Member = Schema.Struct({
  user_id: Uuid,
  email: Schema.String,
  name: Schema.String,
  enabled: Schema.Boolean.annotate({ description: "Whether they can come in at all" }),
  role: RoleKey,
  scope: Schema.NullOr(MemberScope),
  created_at: Instant,
  updated_at: Instant
}).annotate({
  identifier: "Member",
  examples: [
    {
      user_id: "019a0c10-7b3e-7c55-8d90-1e2f3a4b5c6d",
      email: "ines@example.org",
      name: "Ines",
      enabled: true,
      role: "operator",
      scope: { groups: ["019a0c1e-3c1b-7a67-9f0e-6b7c8d9e0f1a"], entities: [], devices: [] },
      created_at: "2026-04-01T08:00:00.000Z",
      updated_at: "2026-04-01T08:00:00.000Z"
    }
  ]
})
export type Member = typeof Member.Type
