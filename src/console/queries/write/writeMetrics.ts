// Writes metrics: those of a project, and those that server admins define for all projects.
import { type Body, call } from "../../api/call.ts"
import { queryClient } from "../queryClient.ts"

export type NewMetric = Body<"POST", "/metrics/">
export type MetricChange = Body<"PATCH", "/projects/:project_id/metrics/:metric_key">

/** rereadMetrics makes every page that shows metrics of a project read them again. */
export const rereadMetrics = async (projectId: string): Promise<void> => {
  await Promise.all(
    ["project metrics", "metrics", "attention"].map((first) =>
      queryClient.invalidateQueries({ queryKey: [first, projectId] })
    )
  )
}

/** makeMetric defines a metric for all projects. @throws Refused: 409 where it is defined already */
export const makeMetric = async (body: NewMetric): Promise<void> => {
  await call("POST", "/metrics/", { body })
}

/** changeMetric changes a metric that is defined for all projects. @throws Refused as the server said */
export const changeMetric = async (key: string, body: MetricChange): Promise<void> => {
  await call("PATCH", "/metrics/:metric_key", { params: { metric_key: key }, body })
}

/** removeMetric removes one that is defined for all projects. @throws Refused: 409 where it has values */
export const removeMetric = async (key: string): Promise<void> => {
  await call("DELETE", "/metrics/:metric_key", { params: { metric_key: key } })
}

/** defineMetric says what a metric of a project is. @throws Refused as the server said */
export const defineMetric = async (projectId: string, key: string, body: MetricChange): Promise<void> => {
  await call("PATCH", "/projects/:project_id/metrics/:metric_key", {
    params: { project_id: projectId, metric_key: key },
    body
  })
}

/** removeOwnMetric removes one of a project. @throws Refused: 409 while it keeps a value of it */
export const removeOwnMetric = async (projectId: string, key: string): Promise<void> => {
  await call("DELETE", "/projects/:project_id/metrics/:metric_key", {
    params: { project_id: projectId, metric_key: key }
  })
}
