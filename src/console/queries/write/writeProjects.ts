// Makes projects and removes them.
import { type Body, call } from "../../api/call.ts"
import { queryClient } from "../queryClient.ts"
import { projects, session } from "../session.ts"

export type NewProject = Body<"POST", "/projects/">

/** readProjects reads which projects there are, and what one may do in each. */
const readProjects = async (): Promise<void> => {
  await Promise.all([
    queryClient.fetchQuery({ ...session, staleTime: 0 }),
    queryClient.fetchQuery({ ...projects, staleTime: 0 })
  ])
}

/** makeProject makes a project and returns its address. @throws Refused as the server said */
export const makeProject = async (body: NewProject): Promise<string> => {
  const { slug } = await call("POST", "/projects/", { body })
  await readProjects()
  return slug
}

/**
 * removeProject removes a project with everything in it; an `edition` of `*` is any.
 *
 * @throws Refused: 412 where it was changed meanwhile
 */
export const removeProject = async (projectId: string, edition: string): Promise<void> => {
  await call("DELETE", "/projects/:project_id", {
    params: { project_id: projectId },
    headers: { "if-match": edition }
  })
  await readProjects()
}
