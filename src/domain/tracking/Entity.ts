// An entity: an animal, a person, a vehicle. Its devices change over time.
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Attributes, Instant, Name, NewAttributes, Uuid } from "../schemas.ts"

/** entityStatuses are the statuses of an entity. */
export const entityStatuses = ["active", "inactive", "archived"] as const

/** At most one group; attributes may hold numbers that analyses use as weights. */
const written = {
  entity_type_id: Uuid,
  group_id: Schema.NullOr(Uuid),
  name: Name,
  status: Schema.Literals(entityStatuses),
  attributes: NewAttributes
}

/** NewEntity is a request to create an entity. */
export const NewEntity = Schema.Struct({
  entity_type_id: Uuid,
  name: Name,
  group_id: Schema.optionalKey(written.group_id),
  status: Schema.optionalKey(written.status),
  attributes: Schema.optionalKey(NewAttributes)
})
export type NewEntity = typeof NewEntity.Type

/** EntityChange is a request to change some members of an entity. */
export const EntityChange = Schema.Struct(written).mapFields(Struct.map(Schema.optionalKey))
export type EntityChange = typeof EntityChange.Type

/** Entity is a tracked animal, person or vehicle. */
export const Entity = Schema.Struct({
  id: Uuid,
  project_id: Uuid,
  ...written,
  attributes: Attributes,
  created_at: Instant,
  updated_at: Instant
}).annotate({ identifier: "Entity" })
export type Entity = typeof Entity.Type
