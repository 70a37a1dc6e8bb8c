// Queries and changes of analyses: the modules that a project offers, and its runs.
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "./api/call.ts"
import { Refused } from "./api/Refused.ts"
import { invalidate } from "./invalidate.ts"
import { pagesOf } from "./pagesOf.ts"

/** A module that the project offers. */
export type ModuleInfo = Answer<"GET", "/projects/:project_id/analysis-modules">["items"][number]
/** A run as lists show it. */
export type RunSummary = Answer<"GET", "/projects/:project_id/analyses/">["items"][number]
/** A run with its result. */
export type Run = Answer<"GET", "/projects/:project_id/analyses/:run_id">
/** The body to start a run. */
export type NewRun = Body<"POST", "/projects/:project_id/analyses/">

/** POLL_MS is the interval of reads of a queued or running run. */
const POLL_MS = 3000
/** RUNS_PER_PAGE is the number of runs per page of the list. */
const RUNS_PER_PAGE = 100

/** isUnderWay says whether a run is queued or running; until it is over, it is polled. */
export const isUnderWay = ({ status }: Pick<RunSummary, "status">): boolean =>
  status === "queued" || status === "running"

/**
 * analysisModules are the modules that the project offers; without any, the console shows no pages of
 * analyses.
 */
export const analysisModules = (projectId: string) =>
  queryOptions({
    queryKey: ["analysis modules", projectId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      return (await call("GET", "/projects/:project_id/analysis-modules", { params, signal })).items
    },
    staleTime: 300_000
  })

/** noteModules refetches the modules, because one may have been switched off. */
export const noteModules = (projectId: string): void => invalidate(["analysis modules", projectId])

/** RunFilter is a filter of runs, applied by the server. */
export interface RunFilter {
  readonly module?: RunSummary["module"]
  readonly status?: RunSummary["status"]
  /** with a name (true), or without */
  readonly kept?: "true" | "false"
  readonly ends_soon?: "true"
  readonly created_by?: string
  /** text in the run's name, or in that of a subject */
  readonly q?: string
}

/** Counts of runs by status, and the age of the worker's heartbeat. */
export type RunCounts = Answer<"GET", "/projects/:project_id/analyses/summary">

const waitingIn = ({ by_status }: RunCounts): number => by_status.queued + by_status.running

/** runCounts are the counts of a project's runs, and the age of the worker's heartbeat. */
export const runCounts = (projectId: string) =>
  queryOptions({
    queryKey: ["runs", projectId, "summary"],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/analyses/summary", { params: { project_id: projectId }, signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && waitingIn(state.data) > 0 ? POLL_MS : false)
  })

/**
 * workerAge is the age of the worker's last heartbeat, s, while a run waits; null: there was none; undefined:
 * no run waits.
 */
export const workerAge = (counts: RunCounts | undefined): number | null | undefined =>
  counts === undefined || waitingIn(counts) === 0 ? undefined : counts.worker.heartbeat_age_seconds

/** runs are the project's runs, newest first. */
export const runs = (projectId: string, filter: RunFilter = {}) =>
  pagesOf(["runs", projectId, filter], "/projects/:project_id/analyses/", {
    params: { project_id: projectId },
    query: { limit: RUNS_PER_PAGE, ...filter },
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isUnderWay)) === true ? POLL_MS : false
  })

/** isRefused says whether a retry would get the same answer: the run does not exist, or may not be read. */
const isRefused = (error: Error | null): boolean =>
  error instanceof Refused && error.status >= 400 && error.status < 500

/** analysisRun is one run with its result, polled every 3 s until it is over or refused. */
export const analysisRun = (projectId: string, runId: string) =>
  queryOptions({
    queryKey: ["run", projectId, runId],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/analyses/:run_id", {
        params: { project_id: projectId, run_id: runId },
        signal
      }),
    refetchInterval: ({ state }) =>
      !isRefused(state.error) && (state.data === undefined || isUnderWay(state.data)) ? POLL_MS : false
  })

const changed = (projectId: string, runId?: string): void => {
  invalidate(["runs", projectId])
  if (runId !== undefined) invalidate(["run", projectId, runId])
}

/** noteRun refetches the queries that show a run, after the stream reported a change. */
export const noteRun = changed

const at = (projectId: string, runId: string) => ({ params: { project_id: projectId, run_id: runId } })

/**
 * Starts a run.
 *
 * @throws Refused: 429 where five runs are queued, 422 where a limit is exceeded
 */
export const startRun = async (projectId: string, body: NewRun): Promise<Run> => {
  const run = await call("POST", "/projects/:project_id/analyses/", {
    params: { project_id: projectId },
    body
  })
  changed(projectId)
  return run
}

/**
 * Cancels a run.
 *
 * @throws Refused: 409 where the run is over
 */
export const cancelRun = async (projectId: string, runId: string): Promise<void> => {
  await call("POST", "/projects/:project_id/analyses/:run_id/cancel", at(projectId, runId))
  changed(projectId, runId)
}

/** rerun starts a run with the same parameters on current data. */
export const rerun = async (projectId: string, runId: string): Promise<Run> => {
  const run = await call("POST", "/projects/:project_id/analyses/:run_id/rerun", at(projectId, runId))
  changed(projectId)
  return run
}

/** nameRun names a run, so that it does not expire; null removes the name. */
export const nameRun = async (projectId: string, runId: string, name: string | null): Promise<void> => {
  await call("PATCH", "/projects/:project_id/analyses/:run_id", { ...at(projectId, runId), body: { name } })
  changed(projectId, runId)
}

/** removeRun deletes a run. */
export const removeRun = async (projectId: string, runId: string): Promise<void> => {
  await call("DELETE", "/projects/:project_id/analyses/:run_id", at(projectId, runId))
  changed(projectId)
}

/** The estimated size of a run with its limits. */
export type Estimate = Answer<"GET", "/projects/:project_id/analyses/estimate">

/** MAX_RETRIES is how often an estimate is requested again after a 429. */
const MAX_RETRIES = 5

const retryTooOften = (times: number, error: unknown): boolean =>
  times < MAX_RETRIES && error instanceof Refused && error.status === 429
const afterRefusal = (_: number, error: unknown): number =>
  (error instanceof Refused ? (error.retryAfter ?? 1) : 1) * 1000

/** estimate is how much a run would read, with each limit; `parameters` is JSON. */
export const estimate = (projectId: string, module: RunSummary["module"], parameters: string) =>
  queryOptions({
    queryKey: ["estimate", projectId, module, parameters],
    queryFn: ({ signal }) => {
      const members = { parameters }
      return call("GET", "/projects/:project_id/analyses/estimate", {
        params: { project_id: projectId },
        // the parameters of modules are not in the query's type
        query: { module, ...members },
        signal
      })
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    retry: retryTooOften,
    retryDelay: afterRefusal
  })

/** Chosen are the subjects selected in a form: by ids, or all of a group or type. */
type Chosen =
  | { readonly kind: "animals"; readonly ids: ReadonlyArray<string> }
  | { readonly kind: "group" | "type"; readonly id: string }

/** fixesByWeek are the weekly counts of fixes of selected subjects, up to the week of `to` (epoch ms). */
export const fixesByWeek = (projectId: string, chosen: Chosen, to: number) =>
  queryOptions({
    queryKey: ["fixes by week", projectId, chosen, to],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/analyses/fixes-by-week", {
        params: { project_id: projectId },
        query: {
          ...(chosen.kind === "animals"
            ? { entity_ids: [...chosen.ids] }
            : chosen.kind === "group"
              ? { group_id: chosen.id }
              : { entity_type_id: chosen.id }),
          to: new Date(to).toISOString()
        },
        signal
      }),
    staleTime: 300_000,
    placeholderData: keepPreviousData,
    retry: retryTooOften,
    retryDelay: afterRefusal
  })

/** estimateIn is the estimate in a refusal of a run that exceeds a limit. */
export const estimateIn = (error: unknown): Estimate | undefined =>
  // the server builds it with the same schema
  error instanceof Refused ? (error.problem.estimate as Estimate | undefined) : undefined
