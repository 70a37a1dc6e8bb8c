// Writes which device an animal wore, one assignment at a time: put on, ended, its dates corrected, removed.
// The caller reads again what pages show of it.
import { type Body, call } from "../../api/call.ts"
import { queryClient } from "../queryClient.ts"
import { rereadHerd } from "./rereadHerd.ts"

export type NewWorn = Body<"POST", "/projects/:project_id/entity-assignments/">
export type WornChange = Body<"PATCH", "/projects/:project_id/entity-assignments/:assignment_id">

/** rereadWorn makes every page that shows who wears what read it again. */
export const rereadWorn = async (projectId: string): Promise<void> => {
  await Promise.all([
    rereadHerd(projectId),
    queryClient.invalidateQueries({ queryKey: ["device jobs"] }),
    queryClient.invalidateQueries({ queryKey: ["device days", projectId] })
  ])
}

/** putOn puts a device on an animal. @throws Refused: 409 where another animal wears it in that span */
export const putOn = async (projectId: string, body: NewWorn): Promise<void> => {
  await call("POST", "/projects/:project_id/entity-assignments/", { params: { project_id: projectId }, body })
}

/** changeWornSpan changes when a device was on an animal. @throws Refused as the server said */
export const changeWornSpan = async (
  projectId: string,
  assignmentId: string,
  body: WornChange
): Promise<void> => {
  await call("PATCH", "/projects/:project_id/entity-assignments/:assignment_id", {
    params: { project_id: projectId, assignment_id: assignmentId },
    body
  })
}

/** removeWorn removes an assignment that never was. @throws Refused as the server said */
export const removeWorn = async (projectId: string, assignmentId: string): Promise<void> => {
  await call("DELETE", "/projects/:project_id/entity-assignments/:assignment_id", {
    params: { project_id: projectId, assignment_id: assignmentId }
  })
}
