// A project's own record and its members.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call, callEdited, type Edited } from "./api/call.ts"
import { queryClient } from "./queryClient.ts"
import { projects } from "./session.ts"

/** A project with its settings. */
export type ProjectRecord = Answer<"GET", "/projects/:project_id">
/** The changed members of a project. */
export type ProjectChange = Body<"PATCH", "/projects/:project_id">
/** A member of a project. */
export type Member = Answer<"GET", "/projects/:project_id/members/">["items"][number]

const ALL = { limit: 500 } as const

/** A project's own record with its edition. */
export const projectRecord = (projectId: string) =>
  queryOptions({
    queryKey: ["project", projectId],
    queryFn: ({ signal }) =>
      callEdited("GET", "/projects/:project_id", { params: { project_id: projectId }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: false
  })

/**
 * Changes a project against the edition that was read.
 *
 * @throws Refused: 412 where it was changed meanwhile
 */
export const changeProject = async (
  projectId: string,
  edition: string,
  body: ProjectChange
): Promise<Edited<ProjectRecord>> => {
  const changed = await callEdited("PATCH", "/projects/:project_id", {
    params: { project_id: projectId },
    headers: { "if-match": edition },
    body
  })
  queryClient.setQueryData(projectRecord(projectId).queryKey, changed)
  await queryClient.fetchQuery({ ...projects, staleTime: 0 }) // every page shows its name and units
  return changed
}

/** The members of a project; needs permission to manage members. */
export const members = (projectId: string) =>
  queryOptions({
    queryKey: ["members", projectId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      return (await call("GET", "/projects/:project_id/members/", { params, query: ALL, signal })).items
    }
  })

/** Names of the project's roles and groups by id or key. */
export const namesIn = (projectId: string) =>
  queryOptions({
    queryKey: ["names", projectId],
    queryFn: async ({ signal }) => {
      const sent = { params: { project_id: projectId }, query: ALL, signal }
      const roles = (await call("GET", "/projects/:project_id/roles/", sent)).items
      const groups = (await call("GET", "/projects/:project_id/groups/", sent)).items
      return new Map([
        ...roles.map(({ key, label }) => [key, label] as const),
        ...groups.map(({ id, name }) => [id, name] as const)
      ])
    }
  })

/** The metrics that the project has values of. */
export const metricsOf = (projectId: string) =>
  queryOptions({
    queryKey: ["metrics", projectId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      return (await call("GET", "/projects/:project_id/metrics/", { params, query: ALL, signal })).items
    },
    staleTime: 300_000
  })

/** The configured basemap. */
export const ground = queryOptions({
  queryKey: ["map settings"],
  queryFn: ({ signal }) => call("GET", "/map-settings", { signal }),
  staleTime: 300_000
})
