// What the form of a new analysis would read, counted by the server while it is filled.
import { useQuery } from "@tanstack/react-query"
import { mistakesOf } from "../../api/Refused.ts"
import { type Estimate, estimate, estimateIn, type ModuleInfo } from "../../queries/analyses.ts"
import { useProject } from "../../shell/useProject.ts"
import { useSettled } from "../../shell/useSettled.ts"
import type { Draft } from "./draft.ts"
import { parametersOf } from "./parameters.ts"

/** After a pause in typing the run is counted. */
const PAUSE_MS = 400
/** A longer request would not come through a proxy; the server counts at most 200 subjects anyway. */
const MAX_PARAMETERS_CHARS = 7000

/** Mistakes by the pointer into the parameters: of a run they lie below `/parameters`. */
export const mistakesIn = (...errors: ReadonlyArray<unknown>): ReadonlyMap<string, string> =>
  new Map(
    errors.flatMap((error) =>
      [...mistakesOf(error)].map(
        ([pointer, detail]) => [pointer.replace(/^\/parameters/, ""), detail] as const
      )
    )
  )

/** useEstimate counts what a draft would read, once it has not changed for a moment; the newest answer counts. */
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
