// Imports of files of tracks: those of the project, and the requests that one consists of.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "../api/call.ts"
import { queryClient } from "./queryClient.ts"

export type TrackImport = Answer<"GET", "/projects/:project_id/imports/:import_id">
export type BegunImport = Answer<"POST", "/projects/:project_id/imports/">
export type ImportedRows = Answer<"POST", "/projects/:project_id/imports/:import_id/rows">
type NewImport = Body<"POST", "/projects/:project_id/imports/">
type Rows = Body<"POST", "/projects/:project_id/imports/:import_id/rows">
type Enrolment = Body<"POST", "/projects/:project_id/imports/:import_id/enrolments">

/** Imports that are looked through for a file. */
const MOST = 200

/** How often an import that is taken back is looked at. */
const REMOVAL_POLL_MS = 1000

/** Whether an import is being taken back, and that goes on. */
const isLeaving = ({ removal, state }: TrackImport): boolean =>
  state === "removing" && removal?.status !== "failed"

/** Ids of the imports that were being taken back when they were read last. */
const leaving = new Set<string>()

/** Once an import is taken back, whatever the console knows of the project is read again. */
const followRemovals = (imports: ReadonlyArray<TrackImport>): void => {
  const left = imports.filter(({ id, state }) => state === "removed" && leaving.delete(id))
  for (const one of imports) if (isLeaving(one)) leaving.add(one.id)
  if (left.length > 0)
    void queryClient.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== "imports" })
}

/** The imports of a project, newest first. */
export const trackImports = (projectId: string) =>
  queryOptions({
    queryKey: ["imports", projectId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      const { items } = await call("GET", "/projects/:project_id/imports/", {
        params,
        query: { limit: MOST },
        signal
      })
      followRemovals(items)
      return items
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isLeaving) === true ? REMOVAL_POLL_MS : false)
  })

/** Begins an import, or finds the one of the same file and answers. */
export const beginImport = (projectId: string, body: NewImport): Promise<BegunImport> =>
  call("POST", "/projects/:project_id/imports/", { params: { project_id: projectId }, body })

const params = ({ id, project_id }: Pick<TrackImport, "id" | "project_id">) => ({
  params: { project_id, import_id: id }
})

export type RemovalPlan = Answer<"GET", "/projects/:project_id/imports/:import_id/removal">

/** What taking an import back would do. */
export const removalPlan = (of: TrackImport) =>
  queryOptions({
    queryKey: ["imports", of.project_id, "removal", of.id],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/imports/:import_id/removal", { ...params(of), signal }),
    staleTime: 0,
    gcTime: 0
  })

/** Takes an import back, in the background. @throws Refused as the server said */
export const takeBack = async (of: TrackImport): Promise<void> => {
  await call("POST", "/projects/:project_id/imports/:import_id/removal", params(of))
  await queryClient.invalidateQueries({ queryKey: trackImports(of.project_id).queryKey, exact: true })
}

/** Makes the animals and devices of a piece of a file known. */
export const enrol = (of: TrackImport, body: Enrolment, signal: AbortSignal) =>
  call("POST", "/projects/:project_id/imports/:import_id/enrolments", { ...params(of), body, signal })

/** Sends a piece of a file. */
export const sendRows = (of: TrackImport, body: Rows, signal: AbortSignal): Promise<ImportedRows> =>
  call("POST", "/projects/:project_id/imports/:import_id/rows", { ...params(of), body, signal })

/** Ends an import whose rows were all sent; what the console knows of the project's animals is read again. */
export const finishImport = async (of: TrackImport): Promise<TrackImport> => {
  const finished = await call("POST", "/projects/:project_id/imports/:import_id/finish", params(of))
  await queryClient.invalidateQueries()
  return finished
}
