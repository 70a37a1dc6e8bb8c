// Creates and removes projects.
import { type Body, call } from "../api/call.ts"
import { queryClient } from "../queryClient.ts"
import { projects, session } from "../session.ts"

/** The body to create a project. */
type NewProject = Body<"POST", "/projects/">

/** readProjects refetches the projects and the user's permissions in each. */
const readProjects = async (): Promise<void> => {
  await Promise.all([
    queryClient.fetchQuery({ ...session, staleTime: 0 }),
    queryClient.fetchQuery({ ...projects, staleTime: 0 })
  ])
}

/** makeProject creates a project and returns its slug. @throws Refused */
export const makeProject = async (body: NewProject): Promise<string> => {
  const { slug } = await call("POST", "/projects/", { body })
  await readProjects()
  return slug
}

/**
 * removeProject removes a project with all its data; an `edition` of `*` matches any.
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
