// Writes animals: made, changed against the edition that was read, removed.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call, callEdited, type Edited } from "../../api/call.ts"
import { rereadHerd } from "./rereadHerd.ts"

export type AnimalRecord = Answer<"GET", "/projects/:project_id/entities/:entity_id">
export type NewAnimal = Body<"POST", "/projects/:project_id/entities/">
export type AnimalChange = Body<"PATCH", "/projects/:project_id/entities/:entity_id">

/** animalRecord is an animal with its edition, as a form begins with it. */
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

/** makeAnimal makes an animal and returns its id; the caller reads the herd again. @throws Refused */
export const makeAnimal = async (projectId: string, body: NewAnimal): Promise<string> =>
  (await call("POST", "/projects/:project_id/entities/", { params: { project_id: projectId }, body })).id

/** changeAnimal changes the edition that was read; "*" changes any. @throws Refused: 412 where it is another */
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

/** removeAnimal removes an animal that has no records. @throws Refused as the server said */
export const removeAnimal = async (projectId: string, entityId: string, edition: string): Promise<void> => {
  await call("DELETE", "/projects/:project_id/entities/:entity_id", {
    params: { project_id: projectId, entity_id: entityId },
    headers: { "if-match": edition }
  })
  await rereadHerd(projectId)
}
