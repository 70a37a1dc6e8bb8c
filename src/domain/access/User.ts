// A user: a person who may log in, or in whose name programs act.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Struct from "effect/Struct"
import { Instant, Uuid } from "../schemas.ts"
import { permissions } from "./Permission.ts"
import { Preferences, PreferencesChange } from "./Preferences.ts"

/** Email identifies an account; capitals are read as small letters, so that two spellings are one account. */
export const Email = Schema.String.check(
  Schema.isMinLength(3),
  Schema.isMaxLength(254),
  Schema.isPattern(/^[^\s@]+@[^\s@]+$/u, { expected: "an e-mail address" })
).pipe(Schema.decode(SchemaTransformation.toLowerCase()))

const MAX_BYTES = 1024
const encoder = new TextEncoder()
const ofBytes = Schema.makeFilter((text: string) => encoder.encode(text).length <= MAX_BYTES, {
  expected: `at most ${MAX_BYTES} bytes`
})

/** Password is a new password: 8 characters to 1,024 bytes, with no other requirement. */
export const Password = Schema.String.check(Schema.isMinLength(8), ofBytes).annotate({ format: "password" })

/** A password that a login claims, which may be shorter than a new one. */
export const ClaimedPassword = Schema.String.check(ofBytes).annotate({ format: "password" })

/** PersonName is a user's name; where it is empty, the e-mail address is shown. */
const PersonName = Schema.String.check(Schema.isMaxLength(200))

/** Phone is a telephone number as people write it, with separators between its digits. */
const Phone = Schema.String.check(
  Schema.isMaxLength(32),
  Schema.isPattern(/^\+?(?:[ ()./-]*\d){5,20}[ )]*$/u, {
    expected: "a telephone number of 5 to 20 digits, such as +49 170 1234567"
  })
)

const written = {
  name: PersonName,
  enabled: Schema.Boolean,
  server_admin: Schema.Boolean,
  password: Password
}

/** NewUser is what makes a user. Without a password the user cannot log in; tokens may be made for them. */
export const NewUser = Schema.Struct({
  email: Email,
  ...Struct.map(Struct.omit(written, ["enabled"]), Schema.optionalKey)
})
/** The decoded form of a `NewUser`. */
export type NewUser = typeof NewUser.Type

/** UserChange is what an admin updates; missing members stay as they are. */
export const UserChange = Schema.Struct(written).mapFields(Struct.map(Schema.optionalKey))
/** The decoded form of a `UserChange`. */
export type UserChange = typeof UserChange.Type

const example = {
  id: "019a0c10-7b3e-7c55-8d90-1e2f3a4b5c6d",
  email: "ines@example.org",
  name: "Ines",
  server_admin: false,
  enabled: true,
  has_password: true,
  created_at: "2026-04-01T08:00:00.000Z",
  updated_at: "2026-04-01T08:00:00.000Z"
}

/** User is a user as the API shows them to admins. */
export const User = Schema.Struct({
  id: Uuid,
  email: Schema.String,
  name: PersonName,
  server_admin: Schema.Boolean,
  enabled: Schema.Boolean,
  has_password: Schema.Boolean.annotate({ description: "Whether the user can log in; tokens work without" }),
  created_at: Instant,
  updated_at: Instant
}).annotate({ identifier: "User", examples: [example] })
/** The decoded form of a `User`. */
export type User = typeof User.Type

/** MyChange is what users update of themselves. */
export const MyChange = Schema.Struct({
  name: PersonName,
  phone: Schema.NullOr(Phone).annotate({ description: "null: none" }),
  share_phone: Schema.Boolean.annotate({
    description: "Whether the members of your projects are told the number"
  }),
  preferences: PreferencesChange.annotate({ description: "Those that are sent; the others stay" })
}).mapFields(Struct.map(Schema.optionalKey))
/** The decoded form of a `MyChange`. */
export type MyChange = typeof MyChange.Type

/** Me is the caller as they see themselves. Permissions that a token does not include are left out. */
export const Me = Schema.Struct({
  id: Uuid,
  email: Schema.String,
  name: PersonName,
  phone: Schema.NullOr(Schema.String).annotate({ description: "A telephone number; null: none is known" }),
  share_phone: Schema.Boolean.annotate({
    description: "Whether the members of their projects are told the number"
  }),
  preferences: Preferences,
  server_admin: Schema.Boolean.annotate({
    description: "Whether the caller may do what only server admins may, now and with these credentials"
  }),
  session_expires_at: Schema.NullOr(Instant).annotate({
    description: "The end of the session, however busy; null: came with a token"
  }),
  permissions: Schema.Record(Uuid, Schema.Array(Schema.Literals(permissions))).annotate({
    description: "Permission keys by the id of the project they hold in"
  }),
  start_project_id: Schema.NullOr(Uuid).annotate({
    description:
      "The project that the console opens: the one opened last, else the newest with an open alert, else the " +
      "newest; null: there is none for the caller"
  })
}).annotate({
  identifier: "Me",
  examples: [
    {
      id: example.id,
      email: example.email,
      name: example.name,
      phone: "+49 170 1234567",
      share_phone: true,
      preferences: {
        single_keys: true,
        theme: "system",
        language: null,
        sound: false,
        units: "metric",
        last_project_id: "019a0c1d-91aa-7d04-a2c8-0d9e4b6f1c33"
      },
      server_admin: false,
      session_expires_at: "2026-05-08T08:00:00.000Z",
      permissions: {
        "019a0c1d-91aa-7d04-a2c8-0d9e4b6f1c33": ["project:read", "traces:read", "alerts:write"]
      },
      start_project_id: "019a0c1d-91aa-7d04-a2c8-0d9e4b6f1c33"
    }
  ]
})
/** The decoded form of `Me`. */
export type Me = typeof Me.Type
