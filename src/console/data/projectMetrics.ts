// The metrics of a project and their definitions; write/writeMetrics.ts changes them.
import type { Answer } from "./api/call.ts"
import { pagesOf } from "./pagesOf.ts"

/** A metric of the project. */
export type Metric = Answer<"GET", "/projects/:project_id/metrics/">["items"][number]

/** ROWS_PER_PAGE is the number of rows per page of the list. */
const ROWS_PER_PAGE = 100

/** The project's metrics, newest first. `defined`: only those with or without a definition; undefined: all. */
export const projectMetrics = (projectId: string, defined: boolean | undefined) =>
  pagesOf(["project metrics", projectId, defined], "/projects/:project_id/metrics/", {
    params: { project_id: projectId },
    query: { limit: ROWS_PER_PAGE, ...(defined === undefined ? {} : { defined: defined ? "true" : "false" }) }
  })
