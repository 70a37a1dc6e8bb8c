// A person who may log in, or in whose name programs come.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Struct from "effect/Struct"
import { Instant, Uuid } from "../fields.ts"
import { permissions } from "./Permission.ts"
import { Preferences, PreferencesChange } from "./Preferences.ts"

/** Accounts are told apart by it; capitals are read as small letters, so that two spellings are one account. */
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

/** A password as somebody chooses it: 8 characters to 1,024 bytes, nothing else is asked of it. */
export const Password = Schema.String.check(Schema.isMinLength(8), ofBytes).annotate({ format: "password" })

/** A password as somebody claims it to be. */
export const Claimed = Schema.String.check(ofBytes).annotate({ format: "password" })

/** What people are called; may be empty, then the e-mail address is shown. */
const PersonName = Schema.String.check(Schema.isMaxLength(200))

/** A telephone number as people write it, with what they put between its digits. */
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

/** Without a password nobody logs in as this user; tokens may be made for it. */
export const NewUser = Schema.Struct({
  email: Email,
  ...Struct.map(Struct.omit(written, ["enabled"]), Schema.optionalKey)
})
export type NewUser = typeof NewUser.Type

export const UserChange = Schema.Struct(written).mapFields(Struct.map(Schema.optionalKey))
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
export type User = typeof User.Type

/** What people change of themselves. */
export const MyChange = Schema.Struct({
  name: PersonName,
  phone: Schema.NullOr(Phone).annotate({ description: "null: none" }),
  share_phone: Schema.Boolean.annotate({
    description: "Whether the members of your projects are told the number"
  }),
  preferences: PreferencesChange.annotate({ description: "Those that are sent; the others stay" })
}).mapFields(Struct.map(Schema.optionalKey))
export type MyChange = typeof MyChange.Type

/** The caller as they see themselves. What a token does not carry is not among the permissions. */
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
export type Me = typeof Me.Type
