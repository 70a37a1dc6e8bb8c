// Changes of single assignments of devices to animals: create, end, correct dates, remove. The caller refetches
// what pages show of them.
import { type Body, call } from "../api/call.ts"
import { queryClient } from "../queryClient.ts"
import { rereadHerd } from "./rereadHerd.ts"

/** The body to create an assignment. */
type NewWorn = Body<"POST", "/projects/:project_id/entity-assignments/">
/** The changed members of an assignment. */
export type WornChange = Body<"PATCH", "/projects/:project_id/entity-assignments/:assignment_id">

/** rereadWorn refetches all queries that show assignments. */
export const rereadWorn = async (projectId: string): Promise<void> => {
  await Promise.all([
    rereadHerd(projectId),
    queryClient.invalidateQueries({ queryKey: ["device jobs"] }),
    queryClient.invalidateQueries({ queryKey: ["device days", projectId] })
  ])
}

/** putOn assigns a device to an animal. @throws Refused: 409 where another animal wears it in that span */
export const putOn = async (projectId: string, body: NewWorn): Promise<void> => {
  await call("POST", "/projects/:project_id/entity-assignments/", { params: { project_id: projectId }, body })
}

/** changeWornSpan changes when an animal wore a device. @throws Refused */
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

/** removeWorn removes an assignment that was made by mistake. @throws Refused */
export const removeWorn = async (projectId: string, assignmentId: string): Promise<void> => {
  await call("DELETE", "/projects/:project_id/entity-assignments/:assignment_id", {
    params: { project_id: projectId, assignment_id: assignmentId }
  })
}
