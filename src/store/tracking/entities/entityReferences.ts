// What an entity refers to: its type, and a group that whoever puts it there sees.
import { Effect } from "effect"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import { ConstraintViolated } from "../../sql/refusals.ts"

/** Refusals by the constraint that was broken. */
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
 * An entity stays where whoever puts it sees it: a group they do not see is no group, and one of a single
 * entity of theirs is none of theirs.
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
