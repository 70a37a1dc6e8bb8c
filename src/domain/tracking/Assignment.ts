// Assignments of a device to projects and to entities over time: half-open spans that never overlap.
import * as Schema from "effect/Schema"
import { Instant, InstantInput, Uuid } from "../schemas.ts"

/** `[valid_from, valid_to)`; `valid_to` null or left out: until further notice. */
const span = { valid_from: InstantInput, valid_to: Schema.optionalKey(Schema.NullOr(InstantInput)) }

/** AssignmentChange usually ends an assignment; it may correct its beginning too. */
export const AssignmentChange = Schema.Struct({
  valid_from: Schema.optionalKey(InstantInput),
  valid_to: span.valid_to
})
export type AssignmentChange = typeof AssignmentChange.Type

/** NewProjectAssignment is a request to put a device into a project. */
export const NewProjectAssignment = Schema.Struct({ project_id: Uuid, ...span })
export type NewProjectAssignment = typeof NewProjectAssignment.Type

/** NewEntityAssignment is a request to put a device on an entity. */
export const NewEntityAssignment = Schema.Struct({ device_id: Uuid, entity_id: Uuid, ...span })
export type NewEntityAssignment = typeof NewEntityAssignment.Type

const stored = { valid_from: Instant, valid_to: Schema.NullOr(Instant), created_at: Instant }

/** ProjectAssignment says to which project a device belongs, and when. */
export const ProjectAssignment = Schema.Struct({
  id: Uuid,
  device_id: Uuid,
  project_id: Uuid,
  ...stored
}).annotate({ identifier: "ProjectAssignment" })
export type ProjectAssignment = typeof ProjectAssignment.Type

/** EntityAssignment says on which entity a device is, and when. */
export const EntityAssignment = Schema.Struct({
  id: Uuid,
  device_id: Uuid,
  project_id: Uuid,
  entity_id: Uuid,
  ...stored
}).annotate({ identifier: "EntityAssignment" })
export type EntityAssignment = typeof EntityAssignment.Type
