// Which methods a path knows, from the contract, so that a wrong method is told apart from a wrong path.
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"

export type Route = readonly [method: string, path: string]

/** The routes of an API. */
export const routesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Route> => {
  const routes: Array<Route> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      routes.push([endpoint.method, endpoint.path])
    }
  })
  return routes
}

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path.replace(/\/$/, "").replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+").replace("*", ".+")}/?$`
  )

/**
 * The methods that some route has for a path (without its query), sorted, HEAD with GET; none if no route has
 * the path.
 */
export const makeAllowedMethods = (
  routes: ReadonlyArray<Route>
): ((path: string) => ReadonlyArray<string>) => {
  const patterns = routes.map(([method, path]) => [method, patternOf(path)] as const)
  return (path) => {
    const methods = patterns.flatMap(([method, pattern]) =>
      pattern.test(path) ? (method === "GET" ? ["GET", "HEAD"] : [method]) : []
    )
    return [...new Set(methods)].sort()
  }
}
