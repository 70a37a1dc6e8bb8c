// A group: a nested folder of entities, also called a herd (spec 2.3).
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Instant, Name, Uuid } from "../schemas.ts"

/** `parent_id` null: at the top. */
const written = { parent_id: Schema.NullOr(Uuid), name: Name }

/** NewGroup is a request to create a group. */
export const NewGroup = Schema.Struct({ name: Name, parent_id: Schema.optionalKey(written.parent_id) })
export type NewGroup = typeof NewGroup.Type

/** GroupChange is a request to rename or move a group. */
export const GroupChange = Schema.Struct(written).mapFields(Struct.map(Schema.optionalKey))
export type GroupChange = typeof GroupChange.Type

/** Group is a folder of entities and other groups. */
export const Group = Schema.Struct({
  id: Uuid,
  project_id: Uuid,
  ...written,
  created_at: Instant,
  updated_at: Instant
}).annotate({ identifier: "Group" })
export type Group = typeof Group.Type
