// Areas as pages read and write them: fences, zones, sites and routes. Those that somebody removes are out of
// sight at once and are removed half a minute later, so that there is a way back.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call, callEdited, type Edited } from "../api/call.ts"
import { features } from "./field.ts"
import { queryClient } from "./queryClient.ts"

export type Feature = Answer<"GET", "/projects/:project_id/features/:feature_id">
export type FeatureType = Feature["feature_type"]
export type Json = Feature["attributes"][string]
export type NewFeature = Body<"POST", "/projects/:project_id/features/">
export type FeatureChange = Body<"PATCH", "/projects/:project_id/features/:feature_id">
type ImportBody = Body<"POST", "/projects/:project_id/features/import">
export type AttributeTypes = NonNullable<ImportBody["attributes"]>
export type Circles = NonNullable<ImportBody["circles"]>
export type Imported = Answer<"POST", "/projects/:project_id/features/import">

/** A file of areas, and what is said of it; undefined: it says so itself. */
export interface AreaFile {
  readonly text: string
  readonly feature_type?: FeatureType | undefined
  readonly system?: string | undefined
  readonly attributes?: AttributeTypes | undefined
  readonly circles?: Circles | undefined
}

const keyOf = (projectId: string, id: string) => ["feature", projectId, id]

/** One area with its edition. */
export const feature = (projectId: string, id: string) =>
  queryOptions({
    queryKey: keyOf(projectId, id),
    queryFn: ({ signal }) =>
      callEdited("GET", "/projects/:project_id/features/:feature_id", {
        params: { project_id: projectId, feature_id: id },
        signal
      }),
    retry: false
  })

/** Puts what the server answered where it is read. */
const keep = ({ edition, record }: Edited<Feature>): void => {
  queryClient.setQueryData(feature(record.project_id, record.id).queryKey, { edition, record })
  queryClient.setQueryData(features(record.project_id).queryKey, (known = []) =>
    known.some(({ id }) => id === record.id)
      ? known.map((one) => (one.id === record.id ? record : one))
      : [record, ...known]
  )
}

const readAgain = (projectId: string) => queryClient.invalidateQueries(features(projectId))

/** @throws Refused as the server said */
export const makeFeature = async (projectId: string, body: NewFeature): Promise<Edited<Feature>> => {
  const made = await callEdited("POST", "/projects/:project_id/features/", {
    params: { project_id: projectId },
    body
  })
  keep(made)
  return made
}

/**
 * Writes over one edition.
 *
 * @throws Refused with 412 where there is a newer one
 */
export const changeFeature = async (
  { id, project_id }: Feature,
  edition: string,
  body: FeatureChange
): Promise<Edited<Feature>> => {
  const changed = await callEdited("PATCH", "/projects/:project_id/features/:feature_id", {
    params: { project_id, feature_id: id },
    headers: { "if-match": edition },
    body
  })
  keep(changed)
  return changed
}

/**
 * Removes areas, one after the other.
 *
 * @throws Refused with 409 where an enabled rule names one
 */
export const removeFeatures = async (
  projectId: string,
  ids: ReadonlyArray<string>,
  edition?: string
): Promise<void> => {
  // out of sight before the answer: they may have been so for a while
  queryClient.setQueryData(features(projectId).queryKey, (known) =>
    known?.filter(({ id }) => !ids.includes(id))
  )
  try {
    for (const id of ids)
      await call("DELETE", "/projects/:project_id/features/:feature_id", {
        params: { project_id: projectId, feature_id: id },
        ...(edition === undefined ? {} : { headers: { "if-match": edition } })
      })
    for (const id of ids) queryClient.removeQueries({ queryKey: keyOf(projectId, id) })
  } finally {
    await readAgain(projectId)
  }
}

/**
 * What becomes of each shape of a file; `save` false: nothing is made of it.
 *
 * @throws Refused where the file is none that is read
 */
export const importFeatures = async (
  projectId: string,
  { attributes, circles, feature_type, system, text }: AreaFile,
  save: boolean
): Promise<Imported> => {
  const answer = await call("POST", "/projects/:project_id/features/import", {
    params: { project_id: projectId },
    query: save ? {} : { dry_run: "true" },
    body: {
      text,
      ...(feature_type === undefined ? {} : { feature_type }),
      ...(system === undefined ? {} : { system }),
      ...(attributes === undefined ? {} : { attributes }),
      ...(circles === undefined ? {} : { circles })
    }
  })
  if (save) await readAgain(projectId)
  return answer
}
