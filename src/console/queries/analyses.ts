// Analyses: which modules a project offers, its runs, and what changes them.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query"
import { type Answer, type Body, call } from "../api/call.ts"
import { Refused } from "../api/Refused.ts"
import { again } from "./again.ts"
import { whileNarrowing } from "./whileNarrowing.ts"

export type ModuleInfo = Answer<"GET", "/projects/:project_id/analysis-modules">["items"][number]
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

/** analysisModules are those that the project offers; without any there are no pages of analyses. */
export const analysisModules = (projectId: string) =>
  queryOptions({
    queryKey: ["analysis modules", projectId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId }
      return (await call("GET", "/projects/:project_id/analysis-modules", { params, signal })).items
    },
    staleTime: 300_000
  })

/** noteModules reads again which modules there are, for one may have been switched off. */
export const noteModules = (projectId: string): void => again(["analysis modules", projectId])

/** RunFilter is what the server narrows a list of runs by. */
export interface RunFilter {
  readonly module?: RunSummary["module"]
  readonly status?: RunSummary["status"]
  /** with a name, or without */
  readonly kept?: "true" | "false"
  readonly ends_soon?: "true"
  readonly created_by?: string
  /** in the name, or in that of a subject */
  readonly q?: string
}

export type RunCounts = Answer<"GET", "/projects/:project_id/analyses/summary">

const waitingIn = ({ by_status }: RunCounts): number => by_status.queued + by_status.running

/** runCounts are the runs of a project in figures, and how long ago a worker was heard of. */
export const runCounts = (projectId: string) =>
  queryOptions({
    queryKey: ["runs", projectId, "summary"],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/analyses/summary", { params: { project_id: projectId }, signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && waitingIn(state.data) > 0 ? POLL_MS : false)
  })

/** workerAge is since when the worker was heard of, s, while a run waits for it; null: never. */
export const workerAge = (counts: RunCounts | undefined): number | null | undefined =>
  counts === undefined || waitingIn(counts) === 0 ? undefined : counts.worker.heartbeat_age_seconds

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
    placeholderData: whileNarrowing(projectId),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isUnderWay)) === true ? POLL_MS : false
  })

/** isRefused says whether asking again would be answered alike: no such run, or no right to it. */
const isRefused = (error: Error | null): boolean =>
  error instanceof Refused && error.status >= 400 && error.status < 500

/** analysisRun is one run with its result, read every 3 s until it is over or refused. */
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

export type Estimate = Answer<"GET", "/projects/:project_id/analyses/estimate">

/** Times that an estimate is asked again which came too soon after others. */
const MAX_RETRIES = 5

const retryTooOften = (times: number, error: unknown): boolean =>
  times < MAX_RETRIES && error instanceof Refused && error.status === 429
const afterRefusal = (_: number, error: unknown): number =>
  (error instanceof Refused ? (error.retryAfter ?? 1) : 1) * 1000

/** estimate is what a run would read, beside every bound; `parameters` as JSON. */
export const estimate = (projectId: string, module: RunSummary["module"], parameters: string) =>
  queryOptions({
    queryKey: ["estimate", projectId, module, parameters],
    queryFn: ({ signal }) => {
      const members = { parameters }
      return call("GET", "/projects/:project_id/analyses/estimate", {
        params: { project_id: projectId },
        // the members of the modules are not in its type
        query: { module, ...members },
        signal
      })
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    retry: retryTooOften,
    retryDelay: afterRefusal
  })

/** Chosen are the subjects of a form: by their ids, or those of a group or type. */
type Chosen =
  | { readonly kind: "animals"; readonly ids: ReadonlyArray<string> }
  | { readonly kind: "group" | "type"; readonly id: string }

/** fixesByWeek are the fixes of chosen subjects, up to the week of a moment (epoch ms). */
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

/** estimateIn is the estimate that a refusal carries: of a run that crosses a bound. */
export const estimateIn = (error: unknown): Estimate | undefined =>
  // the server made it by the same schema
  error instanceof Refused ? (error.problem.estimate as Estimate | undefined) : undefined
