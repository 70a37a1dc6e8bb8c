// Query parameters that choose the entities whose fixes are counted by week.
import { InstantInput, Uuid } from "../../domain/schemas.ts"
import { optionalParameter, OneOrMany } from "../http/paging.ts"

/** weekMembers choose the counted entities (exactly one of the three), and the last week. */
export const weekMembers = {
  entity_ids: optionalParameter(
    OneOrMany(Uuid, { type: "string", format: "uuid" }),
    "Entities; repeat the key"
  ),
  group_id: optionalParameter(Uuid, "A group, with those below it"),
  entity_type_id: optionalParameter(Uuid, "Entities of this type"),
  to: optionalParameter(InstantInput, "The last week is that of this moment; now unless given")
}
