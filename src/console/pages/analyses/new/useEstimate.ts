// The server's estimate of what the form would read, updated while it is filled.
import { useQuery } from "@tanstack/react-query"
import { mistakesOf } from "../../../data/api/Refused.ts"
import { type Estimate, estimate, estimateIn, type ModuleInfo } from "../../../data/analyses.ts"
import { useProject } from "../../../shell/useProject.ts"
import { useSettled } from "../../../shell/useSettled.ts"
import type { Draft } from "./draft.ts"
import { parametersOf } from "./parameters.ts"

/** Debounce before the server estimates the run. */
const PAUSE_MS = 400
/** A longer request may not pass a proxy; the server estimates at most 200 subjects anyway. */
const MAX_PARAMETERS_CHARS = 7000

/** mistakesIn returns messages by pointer into the parameters; errors of a run have the prefix `/parameters`. */
export const mistakesIn = (...errors: ReadonlyArray<unknown>): ReadonlyMap<string, string> =>
  new Map(
    errors.flatMap((error) =>
      [...mistakesOf(error)].map(
        ([pointer, detail]) => [pointer.replace(/^\/parameters/, ""), detail] as const
      )
    )
  )

/** useEstimate estimates a draft once it has not changed for a moment; only the newest response counts. */
export const useEstimate = (draft: Draft, module: ModuleInfo, missing: string | undefined, now: number) => {
  const { project, zone } = useProject()
  const parameters = JSON.stringify(parametersOf(draft, module, zone, now))
  const settled = useSettled(parameters, PAUSE_MS)
  const isTooLong = settled.length > MAX_PARAMETERS_CHARS
  const query = useQuery({
    ...estimate(project.id, module.key, settled),
    enabled: missing === undefined && !isTooLong
  })
  const error = query.error ?? (query.isFetching ? null : query.failureReason)
  const counted: Estimate | undefined = query.data ?? estimateIn(query.error)
  return { counted, error, isTooLong, isCounting: query.isFetching || parameters !== settled }
}
