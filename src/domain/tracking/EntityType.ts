// Kinds of entities: cow, sheep, vehicle … shared by all projects.
import * as Schema from "effect/Schema"
import { Instant, Name, Uuid } from "../schemas.ts"

const key = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9_]{0,62}$/u, {
    expected: "1 to 63 small letters, digits and underscores, beginning with a letter"
  })
)

/** NewEntityType is a request to create a kind of entities. */
export const NewEntityType = Schema.Struct({ key, label: Name })
export type NewEntityType = typeof NewEntityType.Type

/** EntityTypeChange renames a kind. Its key stays: clients and rules refer to it. */
export const EntityTypeChange = Schema.Struct({ label: Schema.optionalKey(Name) })
export type EntityTypeChange = typeof EntityTypeChange.Type

/** EntityType is a kind of entities. */
export const EntityType = Schema.Struct({ id: Uuid, key, label: Name, created_at: Instant }).annotate({
  identifier: "EntityType"
})
export type EntityType = typeof EntityType.Type
