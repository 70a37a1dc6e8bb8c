// A member of a project who can be called, because they share their number.
import * as Schema from "effect/Schema"
import { Uuid } from "../schemas.ts"

/**
 * USER_ATTRIBUTE is the attribute of an entity that names its user: a ranger with a tracker or a phone that
 * reports.
 */
export const USER_ATTRIBUTE = "user_id"

/** Contact is such a member as the API shows them. */
export const Contact = Schema.Struct({
  user_id: Uuid,
  name: Schema.NullOr(Schema.String).annotate({ description: "null: they gave none" }),
  phone: Schema.String,
  entity_id: Schema.NullOr(Uuid).annotate({
    description:
      `Who they are on the map: the entity whose attribute \`${USER_ATTRIBUTE}\` is their id; null: they are ` +
      "not on it"
  })
}).annotate({
  identifier: "Contact",
  examples: [
    {
      user_id: "019a0c10-7b3e-7c55-8d90-1e2f3a4b5c6d",
      name: "Ines",
      phone: "+49 170 1234567",
      entity_id: "019a0c1e-6d2f-7c31-9b43-5b1f0e6a2d10"
    }
  ]
})
/** The decoded form of a `Contact`. */
export type Contact = typeof Contact.Type
