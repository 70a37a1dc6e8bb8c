// Changes of animals: create, change against an edition, remove.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call, callEdited, type Edited } from "../api/call.ts"
import { rereadHerd } from "./rereadHerd.ts"

/** An animal as the server returns it. */
export type AnimalRecord = Answer<"GET", "/projects/:project_id/entities/:entity_id">
/** The body to create an animal. */
type NewAnimal = Body<"POST", "/projects/:project_id/entities/">
/** The changed members of an animal. */
export type AnimalChange = Body<"PATCH", "/projects/:project_id/entities/:entity_id">

/** animalRecord is an animal with its edition, for a form. */
export const animalRecord = (projectId: string, entityId: string) =>
  queryOptions({
    queryKey: ["animal record", projectId, entityId],
    queryFn: ({ signal }): Promise<Edited<AnimalRecord>> =>
      callEdited("GET", "/projects/:project_id/entities/:entity_id", {
        params: { project_id: projectId, entity_id: entityId },
        query: {},
        signal
      }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false
  })

/** makeAnimal creates an animal and returns its id; the caller refetches the herd. @throws Refused */
export const makeAnimal = async (projectId: string, body: NewAnimal): Promise<string> =>
  (await call("POST", "/projects/:project_id/entities/", { params: { project_id: projectId }, body })).id

/**
 * changeAnimal changes an animal against an edition; "*" matches any. @throws Refused: 412 where it was
 * changed
 */
export const changeAnimal = async (
  projectId: string,
  entityId: string,
  edition: string,
  body: AnimalChange
): Promise<string> => {
  const changed = await callEdited("PATCH", "/projects/:project_id/entities/:entity_id", {
    params: { project_id: projectId, entity_id: entityId },
    headers: { "if-match": edition },
    body
  })
  await rereadHerd(projectId)
  return changed.edition
}

/** removeAnimal removes an animal that has no records. @throws Refused */
export const removeAnimal = async (projectId: string, entityId: string, edition: string): Promise<void> => {
  await call("DELETE", "/projects/:project_id/entities/:entity_id", {
    params: { project_id: projectId, entity_id: entityId },
    headers: { "if-match": edition }
  })
  await rereadHerd(projectId)
}
