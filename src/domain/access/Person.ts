// Somebody as records name them: to those who see the record, not only to those who manage members.
import * as Schema from "effect/Schema"
import { Uuid } from "../fields.ts"

/** A user by the name they gave; e-mail addresses are for those who manage members. */
export const Person = Schema.Struct({
  id: Uuid,
  name: Schema.NullOr(Schema.String).annotate({ description: "null: they gave none" })
}).annotate({ identifier: "Person" })
export type Person = typeof Person.Type

/** Whoever did something: a user, or a token by its own name. */
export const Doer = Schema.Struct({
  id: Schema.NullOr(Uuid).annotate({ description: "null: the program itself" }),
  name: Schema.NullOr(Schema.String).annotate({ description: "null: they gave none" })
}).annotate({ identifier: "Doer", description: "A user, or a token by its own name" })
export type Doer = typeof Doer.Type
