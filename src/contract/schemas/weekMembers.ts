// Whose fixes are counted week by week, in a query.
import { InstantInput, Uuid } from "../../domain/fields.ts"
import { perhaps, Several } from "../http/paging.ts"

/** Who is counted, exactly one of the three, and up to when. */
export const weekMembers = {
  entity_ids: perhaps(Several(Uuid, { type: "string", format: "uuid" }), "Entities; repeat the key"),
  group_id: perhaps(Uuid, "A group, with those below it"),
  entity_type_id: perhaps(Uuid, "Entities of this type"),
  to: perhaps(InstantInput, "The last week is that of this moment; now unless given")
}
