// A user as records name them, to every member who sees the record.
import * as Schema from "effect/Schema"
import { Uuid } from "../schemas.ts"

/** Person is a user by their name, without the e-mail address, which only members who manage members see. */
export const Person = Schema.Struct({
  id: Uuid,
  name: Schema.NullOr(Schema.String).annotate({ description: "null: they gave none" })
}).annotate({ identifier: "Person" })
/** The decoded form of a `Person`. */
export type Person = typeof Person.Type

/** Doer is who acted: a user, or a token by its own name. */
export const Doer = Schema.Struct({
  id: Schema.NullOr(Uuid).annotate({ description: "null: the program itself" }),
  name: Schema.NullOr(Schema.String).annotate({ description: "null: they gave none" })
}).annotate({ identifier: "Doer", description: "A user, or a token by its own name" })
/** The decoded form of a `Doer`. */
export type Doer = typeof Doer.Type
