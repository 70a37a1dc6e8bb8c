// Checks what an entity refers to: its type, and a group that the caller sees.
import { Effect } from "effect"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import { ConstraintViolated } from "../../sql/refusals.ts"

/** The refusals by constraint. */
export const unknownReference = {
  entities_entity_type_id_fkey: () =>
    new ConstraintViolated({
      pointer: "/entity_type_id",
      code: "ENTITY_TYPE_UNKNOWN",
      detail: "There is no such entity type."
    }),
  entities_project_id_group_id_fkey: () =>
    new ConstraintViolated({
      pointer: "/group_id",
      code: "GROUP_UNKNOWN",
      detail: "The project has no such group."
    })
}

/**
 * Refuses a group outside the caller's scope: a group they do not see counts as missing, and one seen only
 * because of an entity in it takes no other.
 */
export const checkGroup = (visibility: Visibility, groupId: string | null | undefined) => {
  if (
    visibility === null ||
    (groupId !== undefined && groupId !== null && visibility.folders.includes(groupId))
  )
    return Effect.void
  return Effect.fail(
    groupId === undefined || groupId === null || visibility.groups.includes(groupId)
      ? new ConstraintViolated({
          pointer: "/group_id",
          code: "OUTSIDE_SCOPE",
          detail: "Choose a group of your scope."
        })
      : unknownReference.entities_project_id_group_id_fkey()
  )
}
