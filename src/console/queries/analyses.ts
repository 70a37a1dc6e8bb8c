// Analyses: which modules a project offers, its runs, and what changes them.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "../api/call.ts"
import { again } from "./again.ts"
import type { Project } from "./session.ts"

export type ModuleInfo = Answer<"GET", "/analysis-modules">["items"][number]
export type RunSummary = Answer<"GET", "/projects/:project_id/analyses/">["items"][number]
export type Run = Answer<"GET", "/projects/:project_id/analyses/:run_id">
export type NewRun = Body<"POST", "/projects/:project_id/analyses/">

/** Between two reads of what is queued or running. */
export const POLL_MS = 3000
/** Runs of one page of the list. */
const RUNS_PER_PAGE = 100

/** isUnderWay says whether a run is queued or running: until then it is read again and again. */
export const isUnderWay = ({ status }: Pick<RunSummary, "status">): boolean =>
  status === "queued" || status === "running"

/** analysisModules is what the project offers; without any there are no pages of analyses. */
export const analysisModules = ({ id, settings }: Project) =>
  queryOptions({
    queryKey: ["analysis modules", id],
    queryFn: async ({ signal }) => (await call("GET", "/analysis-modules", { signal })).items,
    select: (modules: ReadonlyArray<ModuleInfo>): ReadonlyArray<ModuleInfo> => {
      const offered = settings["analysis_modules"]
      return Array.isArray(offered) ? modules.filter(({ key }) => offered.includes(key)) : modules
    },
    staleTime: 300_000
  })

/** RunFilter is what the server narrows a list of runs by. */
export interface RunFilter {
  readonly module?: RunSummary["module"]
  readonly status?: RunSummary["status"]
}

/** runs are the project's, the newest first. */
export const runs = (projectId: string, filter: RunFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ["runs", projectId, filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call("GET", "/projects/:project_id/analyses/", {
        params: { project_id: projectId },
        query: { limit: RUNS_PER_PAGE, ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isUnderWay)) === true ? POLL_MS : false
  })

/** analysisRun is one run with its result, read every 3 s until it is over. */
export const analysisRun = (projectId: string, runId: string) =>
  queryOptions({
    queryKey: ["run", projectId, runId],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/analyses/:run_id", {
        params: { project_id: projectId, run_id: runId },
        signal
      }),
    refetchInterval: ({ state }) => (state.data === undefined || isUnderWay(state.data) ? POLL_MS : false)
  })

const changed = (projectId: string, runId?: string): void => {
  again(["runs", projectId])
  if (runId !== undefined) again(["run", projectId, runId])
}

/** noteRun reads again what shows a run, for the live stream says that it moved. */
export const noteRun = changed

const at = (projectId: string, runId: string) => ({ params: { project_id: projectId, run_id: runId } })

/** @throws Refused: 429 where five runs are queued, 422 where a bound is crossed */
export const startRun = async (projectId: string, body: NewRun): Promise<Run> => {
  const run = await call("POST", "/projects/:project_id/analyses/", {
    params: { project_id: projectId },
    body
  })
  changed(projectId)
  return run
}

/** @throws Refused: 409 where the run is over */
export const cancelRun = async (projectId: string, runId: string): Promise<void> => {
  await call("POST", "/projects/:project_id/analyses/:run_id/cancel", at(projectId, runId))
  changed(projectId, runId)
}

/** rerun starts a run with the same parameters on the data of now. */
export const rerun = async (projectId: string, runId: string): Promise<Run> => {
  const run = await call("POST", "/projects/:project_id/analyses/:run_id/rerun", at(projectId, runId))
  changed(projectId)
  return run
}

/** nameRun keeps a run under a name; null lets it expire. */
export const nameRun = async (projectId: string, runId: string, name: string | null): Promise<void> => {
  await call("PATCH", "/projects/:project_id/analyses/:run_id", { ...at(projectId, runId), body: { name } })
  changed(projectId, runId)
}

export const removeRun = async (projectId: string, runId: string): Promise<void> => {
  await call("DELETE", "/projects/:project_id/analyses/:run_id", at(projectId, runId))
  changed(projectId)
}
