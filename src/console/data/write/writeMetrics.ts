// Changes of metrics: those of a project, and those that server admins define for all projects.
import { type Body, call } from "../api/call.ts"
import { queryClient } from "../queryClient.ts"

/** The body to define a metric. */
type NewMetric = Body<"POST", "/metrics/">
/** The changed members of a metric. */
export type MetricChange = Body<"PATCH", "/projects/:project_id/metrics/:metric_key">

/** rereadMetrics refetches all queries that show a project's metrics. */
export const rereadMetrics = async (projectId: string): Promise<void> => {
  await Promise.all(
    ["project metrics", "metrics", "attention"].map((first) =>
      queryClient.invalidateQueries({ queryKey: [first, projectId] })
    )
  )
}

/** makeMetric defines a metric for all projects. @throws Refused: 409 where it exists */
export const makeMetric = async (body: NewMetric): Promise<void> => {
  await call("POST", "/metrics/", { body })
}

/** changeMetric changes a metric of all projects. @throws Refused */
export const changeMetric = async (key: string, body: MetricChange): Promise<void> => {
  await call("PATCH", "/metrics/:metric_key", { params: { metric_key: key }, body })
}

/** removeMetric removes a metric of all projects. @throws Refused: 409 where it has values */
export const removeMetric = async (key: string): Promise<void> => {
  await call("DELETE", "/metrics/:metric_key", { params: { metric_key: key } })
}

/** defineMetric defines a metric of a project. @throws Refused */
export const defineMetric = async (projectId: string, key: string, body: MetricChange): Promise<void> => {
  await call("PATCH", "/projects/:project_id/metrics/:metric_key", {
    params: { project_id: projectId, metric_key: key },
    body
  })
}

/** removeOwnMetric removes a metric of a project. @throws Refused: 409 while values are stored */
export const removeOwnMetric = async (projectId: string, key: string): Promise<void> => {
  await call("DELETE", "/projects/:project_id/metrics/:metric_key", {
    params: { project_id: projectId, metric_key: key }
  })
}
