// Changes of groups and entity types.
import { type Body, call } from "../api/call.ts"
import { queryClient } from "../queryClient.ts"
import { rereadHerd } from "./rereadHerd.ts"

/** The changed members of a group. */
type GroupChange = Body<"PATCH", "/projects/:project_id/groups/:group_id">

/** makeGroup creates a group and returns its id. @throws Refused */
export const makeGroup = async (
  projectId: string,
  name: string,
  parentId: string | null
): Promise<string> => {
  const made = await call("POST", "/projects/:project_id/groups/", {
    params: { project_id: projectId },
    body: { name, parent_id: parentId }
  })
  await rereadHerd(projectId)
  return made.id
}

/** changeGroup renames or moves a group. @throws Refused */
export const changeGroup = async (projectId: string, groupId: string, body: GroupChange): Promise<void> => {
  await call("PATCH", "/projects/:project_id/groups/:group_id", {
    params: { project_id: projectId, group_id: groupId },
    body
  })
  await rereadHerd(projectId)
}

/** removeGroup removes an empty group. @throws Refused */
export const removeGroup = async (projectId: string, groupId: string): Promise<void> => {
  await call("DELETE", "/projects/:project_id/groups/:group_id", {
    params: { project_id: projectId, group_id: groupId }
  })
  await rereadHerd(projectId)
}

const rereadTypes = () => queryClient.invalidateQueries({ queryKey: ["entity types"] })

/** makeType creates an entity type and returns its id. @throws Refused */
export const makeType = async (key: string, label: string): Promise<string> => {
  const made = await call("POST", "/entity-types/", { body: { key, label } })
  await rereadTypes()
  return made.id
}

/** renameType changes the label of an entity type. @throws Refused */
export const renameType = async (typeId: string, label: string): Promise<void> => {
  await call("PATCH", "/entity-types/:entity_type_id", {
    params: { entity_type_id: typeId },
    body: { label }
  })
  await rereadTypes()
}

/** removeType removes an entity type without entities. @throws Refused */
export const removeType = async (typeId: string): Promise<void> => {
  await call("DELETE", "/entity-types/:entity_type_id", { params: { entity_type_id: typeId } })
  await rereadTypes()
}
