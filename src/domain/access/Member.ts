// A member of a project: the user, their role, and the part of the project that they see.
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Instant, Uuid } from "../schemas.ts"
import { RoleKey } from "./Role.ts"
import { Email } from "./User.ts"

/** MAX_SCOPE_IDS is the most ids of one kind in a scope. */
const MAX_SCOPE_IDS = 1000

const ids = Schema.Array(Uuid).check(Schema.isMaxLength(MAX_SCOPE_IDS), Schema.isUnique())

const MemberScope = Schema.Struct({
  groups: ids.annotate({ description: "With the groups below them, and everybody in them" }),
  entities: ids,
  devices: ids.annotate({
    description: "What they record while they are in the project, whatever carries them"
  })
}).annotate({ identifier: "MemberScope" })

/** NewScope is a scope as it is sent; a missing list is empty. */
const NewScope = MemberScope.mapFields(Struct.map(Schema.optionalKey))
/** The decoded form of a `NewScope`. */
export type NewScope = typeof NewScope.Type

const written = {
  role: RoleKey.annotate({ description: "viewer, operator, analyst, admin, or a role of the project" }),
  scope: Schema.NullOr(NewScope).annotate({
    description: "What of the project they see; null: all of it. An empty scope shows nothing"
  })
}

/** NewMember is what adds a member; `user_id` or `email` names the user. */
export const NewMember = Schema.Struct({
  user_id: Schema.optionalKey(Uuid.annotate({ description: "Who; either this or email" })),
  email: Schema.optionalKey(Email.annotate({ description: "Who, by their e-mail address" })),
  role: written.role,
  scope: Schema.optionalKey(
    written.scope.annotate({ description: "What of the project they see; all of it unless given" })
  )
})
/** The decoded form of a `NewMember`. */
export type NewMember = typeof NewMember.Type

/** MemberChange is what updates a member; missing members stay as they are. */
export const MemberChange = Schema.Struct(written).mapFields(Struct.map(Schema.optionalKey))
/** The decoded form of a `MemberChange`. */
export type MemberChange = typeof MemberChange.Type

/** Member is a member as the API shows them. */
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
/** The decoded form of a `Member`. */
export type Member = typeof Member.Type
