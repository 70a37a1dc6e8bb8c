// Queries and changes of features: fences, zones, sites and routes. A removed feature disappears at once and is
// deleted half a minute later, so that the removal can be undone.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call, callEdited, type Edited } from "./api/call.ts"
import { iso } from "../time/iso.ts"
import { features } from "./mapQueries.ts"
import { queryClient } from "./queryClient.ts"

/** A feature of the project. */
export type Feature = Answer<"GET", "/projects/:project_id/features/:feature_id">
/** The kind of a feature. */
export type FeatureType = Feature["feature_type"]
/** A JSON value of an attribute. */
export type Json = Feature["attributes"][string]
/** The body to create a feature. */
export type NewFeature = Body<"POST", "/projects/:project_id/features/">
/** The changed members of a feature. */
export type FeatureChange = Body<"PATCH", "/projects/:project_id/features/:feature_id">
type ImportBody = Body<"POST", "/projects/:project_id/features/import">
/** Which file attributes become which attributes of features. */
export type AttributeTypes = NonNullable<ImportBody["attributes"]>
/** How points of a file become circles. */
export type Circles = NonNullable<ImportBody["circles"]>
/** The outcome of an import. */
export type Imported = Answer<"POST", "/projects/:project_id/features/import">

/** A file of features with the user's choices; undefined: the file says it itself. */
export interface AreaFile {
  readonly text: string
  readonly feature_type?: FeatureType | undefined
  readonly system?: string | undefined
  readonly attributes?: AttributeTypes | undefined
  readonly circles?: Circles | undefined
}

/** The figures of an area, and what has to do with it. */
export type AreaSummary = Answer<"GET", "/projects/:project_id/features/:feature_id/summary">
/** A rule that watches an area. */
export type AreaRule = AreaSummary["rules"][number]
/** Visits of animals to an area in a period. */
export type AreaPresence = Answer<"GET", "/projects/:project_id/features/:feature_id/presence">
/** An animal that was inside in the period. */
export type Visitor = AreaPresence["subjects"][number]

const keyOf = (projectId: string, id: string) => ["feature", projectId, id]

/** One feature with its edition. */
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

const DAY_MS = 86_400_000,
  MINUTE_MS = 60_000
/** PRESENCE_STEP_MS is the step in which the end of the period moves: a read counts many fixes. */
const PRESENCE_STEP_MS = 2 * MINUTE_MS

/** The figures of an area. The key begins as those of rules do: a change of a rule changes them. */
export const areaSummary = (projectId: string, areaId: string) =>
  queryOptions({
    queryKey: ["rules", projectId, "area", areaId],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/features/:feature_id/summary", {
        params: { project_id: projectId, feature_id: areaId },
        signal
      }),
    staleTime: MINUTE_MS
  })

/** Visits of the last days; `now` is epoch ms. */
export const areaPresence = (projectId: string, areaId: string, days: number, now: number) => {
  const to = Math.floor(now / PRESENCE_STEP_MS) * PRESENCE_STEP_MS
  return queryOptions({
    queryKey: ["area presence", projectId, areaId, days, to],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/features/:feature_id/presence", {
        params: { project_id: projectId, feature_id: areaId },
        query: { from: iso(to - days * DAY_MS), to: iso(to) },
        signal
      }),
    staleTime: PRESENCE_STEP_MS,
    // the lanes stay while the period moves on or changes
    placeholderData: (before, asked) => (asked?.queryKey[2] === areaId ? before : undefined)
  })
}

/** Puts the server's answer into the cache. */
const keep = ({ edition, record }: Edited<Feature>): void => {
  queryClient.setQueryData(feature(record.project_id, record.id).queryKey, { edition, record })
  queryClient.setQueryData(features(record.project_id).queryKey, (known = []) =>
    known.some(({ id }) => id === record.id)
      ? known.map((one) => (one.id === record.id ? record : one))
      : [record, ...known]
  )
  void queryClient.invalidateQueries(areaSummary(record.project_id, record.id))
  void queryClient.invalidateQueries({ queryKey: ["area presence", record.project_id, record.id] })
}

const readAgain = (projectId: string) => queryClient.invalidateQueries(features(projectId))

/**
 * Creates a feature.
 *
 * @throws Refused
 */
export const makeFeature = async (projectId: string, body: NewFeature): Promise<Edited<Feature>> => {
  const made = await callEdited("POST", "/projects/:project_id/features/", {
    params: { project_id: projectId },
    body
  })
  keep(made)
  return made
}

/**
 * Changes a feature against an edition.
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
 * Deletes features one after the other.
 *
 * @throws Refused with 409 where an enabled rule names one
 */
export const removeFeatures = async (
  projectId: string,
  ids: ReadonlyArray<string>,
  edition?: string
): Promise<void> => {
  // hidden before the answer: the console may have hidden them for half a minute already
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
 * Imports a file and returns the outcome of each shape; `save` false: a preview that creates nothing.
 *
 * @throws Refused where the file cannot be read
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
