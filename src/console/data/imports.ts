// Imports of track files: those of the project, and the requests of one import.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "./api/call.ts"
import { queryClient } from "./queryClient.ts"

/** An import of a track file. */
export type TrackImport = Answer<"GET", "/projects/:project_id/imports/:import_id">
/** The answer when an import begins. */
type BegunImport = Answer<"POST", "/projects/:project_id/imports/">
/** The outcome of a piece of rows. */
type ImportedRows = Answer<"POST", "/projects/:project_id/imports/:import_id/rows">
type NewImport = Body<"POST", "/projects/:project_id/imports/">
type Rows = Body<"POST", "/projects/:project_id/imports/:import_id/rows">
type Enrolment = Body<"POST", "/projects/:project_id/imports/:import_id/enrolments">

/** MAX_IMPORTS is how many imports are searched for a file. */
const MAX_IMPORTS = 200

/** REMOVAL_POLL_MS is the poll interval of an import that is being undone. */
const REMOVAL_POLL_MS = 1000

/** Whether an import is being undone now. */
const isLeaving = ({ removal, state }: TrackImport): boolean =>
  state === "removing" && removal?.status !== "failed"

/** Ids of the imports that were being undone at the last read. */
const leaving = new Set<string>()

/** When an import was undone, refetches everything of the project. */
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
        query: { limit: MAX_IMPORTS },
        signal
      })
      followRemovals(items)
      return items
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isLeaving) === true ? REMOVAL_POLL_MS : false)
  })

/** Begins an import, or returns the existing one of the same file and choices. */
export const beginImport = (projectId: string, body: NewImport): Promise<BegunImport> =>
  call("POST", "/projects/:project_id/imports/", { params: { project_id: projectId }, body })

const params = ({ id, project_id }: Pick<TrackImport, "id" | "project_id">) => ({
  params: { project_id, import_id: id }
})

/** What undoing an import would remove. */
export type RemovalPlan = Answer<"GET", "/projects/:project_id/imports/:import_id/removal">

/** What undoing an import would remove. */
export const removalPlan = (of: TrackImport) =>
  queryOptions({
    queryKey: ["imports", of.project_id, "removal", of.id],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/imports/:import_id/removal", { ...params(of), signal }),
    staleTime: 0,
    gcTime: 0
  })

/** Undoes an import in the background. @throws Refused */
export const takeBack = async (of: TrackImport): Promise<void> => {
  await call("POST", "/projects/:project_id/imports/:import_id/removal", params(of))
  await queryClient.invalidateQueries({ queryKey: trackImports(of.project_id).queryKey, exact: true })
}

/** Registers the animals and devices of a piece of a file. */
export const enrol = (of: TrackImport, body: Enrolment, signal: AbortSignal) =>
  call("POST", "/projects/:project_id/imports/:import_id/enrolments", { ...params(of), body, signal })

/** Sends the rows of a piece of a file. */
export const sendRows = (of: TrackImport, body: Rows, signal: AbortSignal): Promise<ImportedRows> =>
  call("POST", "/projects/:project_id/imports/:import_id/rows", { ...params(of), body, signal })

/** Ends an import whose rows were all sent, and refetches the project's animals. */
export const finishImport = async (of: TrackImport): Promise<TrackImport> => {
  const finished = await call("POST", "/projects/:project_id/imports/:import_id/finish", params(of))
  await queryClient.invalidateQueries()
  return finished
}
